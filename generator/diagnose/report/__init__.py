"""A diagnosis in, words out: for people, programs, tickets and workflows."""
