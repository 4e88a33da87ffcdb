"""A line in, the moment it was written out: the stamps that training and serving software uses."""

import re
from calendar import timegm

from generator.diagnose.diagnosis import Moment

_TIME = r"(\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?"
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
#: Each with the order of its first groups: year, month, day as they are found; then the time of day.
_STAMPS = (
    # 2026-11-29 18:53:51,315 · 2026-11-29T18:53:51.315Z · 2026/11/29 18:53:51 · 2026-11-29_18:53:51
    (re.compile(r"\b(\d{4})[-/](\d\d)[-/](\d\d)[T _]" + _TIME), "ymd"),
    # 02/11/2024 - 05:37:40 and 02/11/2024 05:37:40, the month first
    (re.compile(r"\b(\d\d)/(\d\d)/(\d{4})(?: -)? " + _TIME), "mdy"),
    # glog: E1129 16:40:25.587000
    (re.compile(r"\b[IWEFD](\d\d)(\d\d) " + _TIME), "md"),
    # syslog: Nov 29 16:40:25
    (re.compile(rf"\b({'|'.join(_MONTHS)}) +(\d\d?) " + _TIME), "Md"),
    # vLLM, SGLang: INFO 11-29 16:40:25
    (re.compile(r"\b(\d\d)-(\d\d) " + _TIME), "md"),
    # the day is not said
    (re.compile(r"(?:^|[\s\[(])" + _TIME), ""),
)
#: What every stamp has; a line without it needs no closer look.
_ANY = re.compile(r"\d\d:\d\d:\d\d")
#: Years that a clock may show; the calendar of Python ends a little later.
_YEARS = 1, 9000
#: Stamps stand near the beginning of a line.
_FAR = 160


def time_of(line: str, year: int = 1970) -> Moment | None:
    """The first stamp of a line. `year` stands in where the stamp has none. Zones are not told apart: one job writes in one."""
    head = line[:_FAR]
    if _ANY.search(head) is None:
        return None
    best: tuple[int, Moment] | None = None
    for pattern, order in _STAMPS:
        found = pattern.search(head)
        if found is None or (best is not None and found.start() >= best[0]):
            continue
        moment = _moment(found, order, year)
        if moment is not None and (order or best is None):
            best = found.start(), moment
    return best[1] if best else None


def _moment(found: re.Match[str], order: str, year: int) -> Moment | None:
    groups = found.groups()
    hour, minute, second = (int(group) for group in groups[-4:-1])
    fraction = float(f"0.{groups[-1]}") if groups[-1] else 0.0
    month = day = 1
    for letter, group in zip(order, groups, strict=False):
        if letter == "y":
            year = int(group)
        elif letter == "m":
            month = int(group)
        elif letter == "M":
            month = _MONTHS.index(group) + 1
        else:
            day = int(group)
    if not (_YEARS[0] <= year <= _YEARS[1] and 1 <= month <= 12 and 1 <= day <= 31):
        return None
    if not (hour < 24 and minute < 60 and second < 61):
        return None
    seconds = timegm((year if order else 1970, month, day, hour, minute, second, 0, 0, 0)) + fraction
    return Moment(seconds, re.sub(r"^[IWEFD](?=\d{4} )", "", found.group().strip(" [(")), bool(order))
