"""Logs of a broken job in, what began it out: read, weigh, report. Nothing leaves the machine."""
