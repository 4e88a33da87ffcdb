"""Text of a log in, the same text out without what belongs to its owner: names of users and hosts, addresses, e-mails, secrets.

The same value becomes the same placeholder within one report (`<host-2>`), so that ranks can still be told apart. Every pattern begins at a word
that is rare, or is bounded, so that a line of any length is gone through in linear time. What looks like a secret and is none stays readable:
version numbers, bus addresses, loopback, digests, source files, public hosts.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from generator.diagnose.mask import addresses, names, secrets
from generator.diagnose.mask.names import hosts_in, is_name_of_host, is_own_user
from generator.diagnose.mask.rule import EMAIL, HOST, IP, MAC, USER

Span = tuple[int, int, str]
#: Secrets first: what one of them covers, no other rule has a say in.
RULES = (*secrets.RULES, *names.RULES, *addresses.RULES)


class Masker:
    """Hides the same things behind the same placeholders for as long as it lives. `hosts` and `users` are known already."""

    def __init__(self, hosts: Iterable[str] = (), users: Iterable[str] = ()) -> None:
        self._hosts = {host.casefold() for host in hosts if is_name_of_host(host)}
        self._users = {user for user in users if is_own_user(user)}
        self._given: dict[tuple[str, str], str] = {}
        self._count = Counter[str]()
        self._known_hosts: re.Pattern[str] | None = None
        self._known_users: re.Pattern[str] | None = None
        self._stale = True

    def learn(self, text: str) -> None:
        """Remembers the names that `text` shows beyond doubt, so that they are hidden where they stand alone, too."""
        before = len(self._hosts), len(self._users)
        for start, end, kind in _spans(text):
            if kind == HOST:
                self._hosts.update(host.casefold() for host in hosts_in(text[start:end]) if is_name_of_host(host))
            elif kind == USER and is_own_user(text[start:end]):
                self._users.add(text[start:end])
        self._stale = self._stale or before != (len(self._hosts), len(self._users))

    def mask(self, text: str) -> str:
        """The text with placeholders."""
        self.learn(text)
        taken = _first_come([*_spans(text), *self._spans_of_known(text)])
        out, place = [], 0
        for start, end, kind in taken:
            out += [text[place:start], self._placeholder(kind, text[start:end])]
            place = end
        return "".join([*out, text[place:]])

    def _placeholder(self, kind: str, value: str) -> str:
        key = value.casefold() if kind in (HOST, IP, MAC, EMAIL) else value
        if kind == IP:
            key = key.removeprefix("::ffff:")  # the same address, seen through IPv6
        if kind == HOST and key.partition(".")[0] in self._hosts:
            key = key.partition(".")[0]  # node17 and node17.example.org are one
        if (kind, key) not in self._given:
            self._count[kind] += 1
            self._given[kind, key] = f"<{kind}-{self._count[kind]}>"
        return self._given[kind, key]

    def _spans_of_known(self, text: str) -> Iterator[Span]:
        if self._stale:
            hosts, users = _any_of(self._hosts), _any_of(self._users)
            self._known_hosts = re.compile(rf"(?:^|[^\w.<-]){hosts}(?![\w-])", re.IGNORECASE) if hosts else None
            # a part of a longer name, too: alice-llama.log
            self._known_users = re.compile(rf"(?:^|[^\w<]){users}(?!\w)") if users else None
            self._stale = False
        for kind, known in ((HOST, self._known_hosts), (USER, self._known_users)):
            for match in known.finditer(text) if known else ():
                yield *match.span("value"), kind


def _any_of(names: Iterable[str]) -> str | None:
    """A pattern for any of the names, the longest first."""
    whole = "|".join(map(re.escape, sorted(names, key=lambda name: (-len(name), name))))
    return f"(?P<value>{whole})" if whole else None


def _spans(text: str) -> Iterator[Span]:
    for rule in RULES:
        for match in rule.pattern.finditer(text):
            if match["value"] and rule.accept(match):
                yield *match.span("value"), rule.kind


def _first_come(spans: Iterable[Span]) -> list[Span]:
    """The spans in the order of the text; where two overlap, the one that was found first has it all."""
    taken: list[Span] = []
    for span in spans:
        taken.append(span)
    order = sorted(range(len(taken)), key=lambda number: (taken[number][0], number))
    out: list[tuple[int, Span]] = []
    for number in order:
        start, end, kind = taken[number]
        if out and start < out[-1][1][1]:
            first, (begin, stop, before) = out[-1]
            out[-1] = min(first, number), (begin, max(stop, end), kind if number < first else before)
        else:
            out.append((number, (start, end, kind)))
    return [span for _, span in out]
