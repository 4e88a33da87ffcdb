"""A diagnosis in, the same without what belongs to the owner of the logs out: everything, or the lines that no entry explains."""

from dataclasses import replace

from generator.diagnose.diagnosis import Cause, Diagnosis, Evidence, Unexplained
from generator.diagnose.mask import Masker


def masked(diagnosis: Diagnosis) -> Diagnosis:
    """The diagnosis with every text of the logs masked: lines, captured values, paths, hosts, reasons."""
    masker = _masker(diagnosis)
    text = masker.mask

    def evidence(one: Evidence) -> Evidence:
        return replace(
            one,
            path=text(one.path),
            text=text(one.text),
            captures={name: text(value) for name, value in one.captures.items()},
        )

    def cause(one: Cause) -> Cause:
        return replace(
            one,
            host=None if one.host is None else text(one.host),
            evidence=tuple(map(evidence, one.evidence)),
            against=tuple(map(text, one.against)),
            variant=one.variant and replace(one.variant, why=text(one.variant.why)),
        )

    return replace(
        diagnosis,
        inputs=tuple(
            replace(one, path=text(one.path), trouble=None if one.trouble is None else text(one.trouble))
            for one in diagnosis.inputs
        ),
        causes=tuple(map(cause, diagnosis.causes)),
        ranks=replace(diagnosis.ranks, why=tuple(map(text, diagnosis.ranks.why))),
        unexplained=tuple(replace(one, path=text(one.path), text=text(one.text)) for one in diagnosis.unexplained),
    )


def with_unexplained_masked(diagnosis: Diagnosis) -> Diagnosis:
    """The diagnosis with those lines masked that a reader may be asked to pass on; the rest as it is."""
    masker = _masker(diagnosis)

    def line(one: Unexplained) -> Unexplained:
        return replace(one, text=masker.mask(one.text))

    return replace(diagnosis, unexplained=tuple(map(line, diagnosis.unexplained)))


def _masker(diagnosis: Diagnosis) -> Masker:
    """It has seen all texts before it masks the first, so that a name known from one line is hidden in all."""
    masker = Masker(hosts=[cause.host for cause in diagnosis.causes if cause.host])
    for one in diagnosis.inputs:
        masker.learn(one.path)
    for cause in diagnosis.causes:
        for line in cause.evidence:
            masker.learn(line.text)
    for unexplained in diagnosis.unexplained:
        masker.learn(unexplained.text)
    return masker
