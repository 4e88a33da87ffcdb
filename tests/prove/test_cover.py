"""How much of a signature a file holds."""

import pytest

from generator.model.template import parse_template
from generator.prove.cover import Cover, cover, with_help
from generator.prove.run import Found
from generator.prove.strings import strings_of


def found(signature: str, text: str, name: str = "a.c") -> Cover | None:
    """The cover of a signature in a file with this text."""
    return cover(parse_template(signature), strings_of(name, text.encode()))


WHOLE = {
    "word for word": ("No available memory for the cache blocks", 'f("No available memory for the cache blocks");'),
    "with conversions": (
        "with error {status:int}, opcode {op:int}, len {len:int}",
        'f("Got it with error %d, opcode %d, len %d");',
    ),
    "over a stream": ("ran for {ms:int} milliseconds before timing out", 's << "ran for " << a << " milliseconds before timing out.";'),
    "a placeholder that takes in words of the source": (
        "oom-kill event(s) in {step:any} Some of your processes",
        'f("oom-kill event(s) in step %s cgroup. Some of your processes");',
    ),
    "a short word between two values": ("tried {n:int} of {total:int} addresses in vain", 'f("tried %d of %d addresses in vain");'),
}  # fmt: skip


@pytest.mark.parametrize(("signature", "text"), WHOLE.values(), ids=WHOLE)
def test_a_signature_that_a_file_prints_is_covered_whole(signature: str, text: str) -> None:
    """Nothing is left over."""
    result = found(signature, text)
    assert result is not None
    assert (result.share, result.filled_in, result.suffices) == (1.0, (), True)


def test_what_the_program_fills_in_is_told() -> None:
    """The signature is narrower than the source."""
    result = found("{before:any} Insufficient nvidia.com/gpu resources", 'f("%s Insufficient %v resources");')
    assert result is not None
    assert result.suffices
    assert result.filled_in == ("nvidia.com/gpu",)


CHANGED = {
    "a word was added": ("current process just got forked. Disabling parallelism", 'f("current process just got forked, after use. Disabling parallelism");'),
    "a word was spelled otherwise": ("has a total capacty of {total:size} of which", 'f("has a total capacity of %s of which");'),
    "a value was put between": ("NET/IB : Got completion with error {status:int}, opcode", 'f("NET/IB : Got completion from peer %s with error %d, opcode");'),
}  # fmt: skip


@pytest.mark.parametrize(("signature", "text"), CHANGED.values(), ids=CHANGED)
def test_a_reworded_message_is_not_covered_whole(signature: str, text: str) -> None:
    """So that the release in which a message went can be told from the one before."""
    result = found(signature, text)
    assert result is None or result.share < 1


def test_words_that_stand_far_apart_are_no_message() -> None:
    """They must stand within some lines of each other."""
    text = 'f("cannot allocate memory");' + "\n" * 500 + 'f("for the cache blocks of it");'
    result = found("cannot allocate memory {why:any} for the cache blocks of it", text)
    assert result is not None
    assert result.share < 0.6
    assert not result.suffices


def test_the_place_with_most_of_it_is_taken() -> None:
    """The same beginning can stand in several lines."""
    result = found(
        "failed to start {x:word} for want of memory",
        '\nf("failed to start %s");' + "\n" * 300 + 'f("failed to start %s for want of memory");',
    )
    assert result is not None
    assert (result.line, result.share) == (302, 1.0)


def test_the_line_of_the_message_is_taken_before_one_that_names_a_part() -> None:
    """The class of an exception is longer than its words, and stands in lists of names before the line that prints them."""
    text = '__all__ = ["Decoder", "FlangeDecodeError"]\n\n\nclass FlangeDecodeError(ValueError):\n    pass\n\n'
    text += 'def f(n):\n    raise FlangeDecodeError("Extra data: column %d" % n)\n'
    result = found("FlangeDecodeError: Extra data: column {n:int}", text, "a.py")
    assert result is not None
    assert (result.line, result.longest, result.share) == (8, "FlangeDecodeError", 1.0)
    result = found("flange.FlangeDecodeError: Extra data: column {n:int}", text, "a.py")  # a share that has no end
    assert result is not None
    assert (result.line, result.share) == (8, 0.8421)


def test_a_name_that_is_all_there_is_keeps_its_line() -> None:
    """Where the words stand far from it and hold less."""
    text = '\nf("lost the hold");' + "\n" * 300 + 'f("FLANGE_ABSOLUTELY_IMPOSSIBLE_TO_MISS");'
    result = found("FLANGE_ABSOLUTELY_IMPOSSIBLE_TO_MISS lost the hold", text)
    assert result is not None
    assert result.line == 302


def test_a_file_without_it_has_no_cover() -> None:
    """Not even a little."""
    assert found("No available memory for the cache blocks", 'f("hello");') is None


def test_other_files_can_hold_the_rest() -> None:
    """A state's name stands elsewhere than the message; the place is told."""
    template = parse_template("JobState={name:word} because OutOfMemory")
    here = cover(template, strings_of("a.c", b'f("JobState=%s because %s");'))
    assert here is not None
    helped, places = with_help(here, template, [("reasons.c", strings_of("reasons.c", b'\n\nx = "OutOfMemory";'))])
    assert (helped.share, helped.filled_in, places) == (1.0, (), ("reasons.c:3",))


def test_an_older_wording_that_has_all_the_words_is_not_the_message() -> None:
    """Both files hold every part near the others; only one holds them as one line."""
    signature = "API mismatch: the client '{client:any}' (pid {pid:int})"
    newer = found(signature, "f(\"API mismatch: the client '%s' (pid %d)\");")
    older = found(signature, 'f("API mismatch: the client has %s");\nf("stopped the client \'%s\' (pid %d)");')
    assert newer is not None
    assert older is not None
    assert older.share == newer.share
    message = Found("newer.c", "0" * 64, False, newer)
    assert message.holds_like(message)
    assert not Found("older.c", "0" * 64, False, older).holds_like(message)
