"""What a judge's reply says: a verdict read by stated rules, or why there is none."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from langeval_core.evaluators.reply_numbers import NUMBER, Scale, Unreadable, read_number, scale_text, shorten
from langeval_core.evaluators.reply_objects import Container, Member, read_text
from langeval_core.evaluators.reply_page import Page, read_page
from langeval_core.evaluators.storable import storable
from langeval_core.schema.judging import JudgeReading

OUTPUT_LIMIT_REASONS = frozenset({"length", "max_tokens", "max_output_tokens", "token_limit"})
"""Finish reasons (lower case) by which vendors say that the output limit ended a reply."""

_FINISHED = frozenset({"stop", "end_turn"})
_REASON_KEYS = ("reason", "reasoning", "explanation", "rationale", "justification")
_TOTAL_KEYS = frozenset({"overallscore", "overall", "finalscore", "totalscore"})

_BRACKETS = re.compile(r"\[\[(?P<inside>[^\[\]]{0,80})\]\]")
_BRACKET_NUMBER = re.compile(r"\s*(?:(?:rating|score)\s{0,5}:)?(?P<number>[^:]*)", re.IGNORECASE)
_SAYS_A_NUMBER = re.compile(r"\s*(?:(?:rating|score)\s{0,5}:|[-+.]?[0-9])", re.IGNORECASE)

_DRESSING = r"[\"'“”‘’*_`\s]{0,8}"
_STATEMENT = re.compile(
    rf"""(?<![A-Za-z_])score{_DRESSING}(?:\([^()\n]{{0,40}}\){_DRESSING})?[:=：]{_DRESSING}
         (?P<number>[-+]?{NUMBER})(?P<of>\s{{0,3}}/\s{{0,3}}{NUMBER})?+""",
    re.IGNORECASE | re.VERBOSE,
)
_FRACTION = re.compile(rf"(?<![\w./])(?P<number>(?<![-–—~])-?{NUMBER}|{NUMBER})(?P<of>\s{{0,3}}/\s{{0,3}}{NUMBER})")
_RANGE_BEFORE = re.compile(r"[0-9]\s{0,3}(?:[-–—~]|to|or)\s{0,3}\Z")
_GOES_ON = re.compile(
    r"""\s{0,3}(?:[-–—~]|to\b|or\b)\s{0,3}[0-9]     # a range
      | [.,:/][0-9] | \s{0,3}% | \w                   # more of the number, another scale, a word
      | \s{0,3}/\s{0,3}\w                             # 3/10/2024
      | \s{0,3},\s{0,3}[0-9.]{1,8}\s{0,3}(?:,|and\b|$)  # a list""",
    re.VERBOSE | re.MULTILINE,
)
_SCORE_KEY = re.compile(r"[{,]\s{0,20}[\"'“”‘’]?score[\"'“”‘’]?\s{0,5}:", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Verdict:
    """A number as the reply has it, with the rule that found it."""

    written: str
    reason: str
    rule: str
    notes: tuple[str, ...] = ()


_Found = _Verdict | Unreadable | None


def read_judge_reply(text: str, scale: Scale = (1, 10), *, finish_reason: str | None = None) -> JudgeReading:
    """Read a judge's verdict. Never raises on any text; time is linear in its length.

    Rules, in order; the first that applies decides:

    1. the whole text is one JSON object;
    2. the one object that is all a code fence holds;
    3. the last complete top-level object with a `score` (then an object cut off after its score);
    4. the last `[[n]]` or `[[rating: n]]`;
    5. the last `score: n` or `n/10` (10 being the scale's highest).

    Reasoning blocks (`<think>` and the like) are left out. Rules 4 and 5 look outside complete objects. A number in
    quotes is read and noted, a number outside the scale is clamped and noted; nothing is ever rescaled.

    Args:
        text: the reply as it came.
        scale: lowest and highest score, both finite.
        finish_reason: the provider's, if known: tells a reply that was cut off from one that is just odd.
    """
    page = read_page(text)
    found: _Found = None
    for rule in _RULES:
        found = rule(page, scale, finish_reason)
        if found is not None:
            break
    at_limit = (finish_reason or "").lower() in OUTPUT_LIMIT_REASONS
    if isinstance(found, _Verdict):
        number = read_number(found.written.strip().strip('"'), scale)
        if not isinstance(number, Unreadable):
            return _reading(number, found, scale, at_limit)
        found = number
    problem = found.problem if found else _why_nothing(page, finish_reason)
    if at_limit and "output limit" not in problem:
        problem = f"{problem} The judge had reached its output limit (finish reason “{finish_reason}”)."
    return JudgeReading(problem=problem)


def _reading(number: float, verdict: _Verdict, scale: Scale, at_limit: bool) -> JudgeReading:
    score = min(max(number, scale[0]), scale[1])
    notes = list(verdict.notes)
    if score != number:
        notes.append(f"{number:g} lies outside the scale {scale_text(scale)} and was clamped to {score:g}")
    if at_limit:
        notes.append("the judge reached its output limit")
    return JudgeReading(
        score=float(score),
        raw_score=number,
        reason=storable(verdict.reason).strip(),
        rule=verdict.rule,
        notes=tuple(notes),
    )


def _absurd(page: Page, scale: Scale, finish_reason: str | None) -> _Found:
    if page.too_deep:
        return Unreadable("The reply is nested too deeply to be a verdict.")
    return Unreadable("The reply has too many brackets to be a verdict.") if page.too_many else None


def _whole_object(page: Page, scale: Scale, finish_reason: str | None) -> _Found:
    if len(page.objects) != 1 or not page.is_whole(page.objects[0]):
        return None
    return _verdict_of(page.objects[0], "whole object") or Unreadable(
        "The reply's JSON object has no “score” at its top level."
    )


def _fenced_object(page: Page, scale: Scale, finish_reason: str | None) -> _Found:
    fenced = [container for container in page.objects if page.is_fenced(container)]
    return _verdict_of(fenced[0], "fenced object") if len(fenced) == 1 else None


def _last_object(page: Page, scale: Scale, finish_reason: str | None) -> _Found:
    for container in reversed(page.objects):
        found = _verdict_of(container, "last object")
        if isinstance(found, _Verdict) and page.cut is not None:
            return _Verdict(found.written, found.reason, found.rule, (*found.notes, "a cut-off object was ignored"))
        if found is not None:
            return found
    return None


def _cut_object(page: Page, scale: Scale, finish_reason: str | None) -> _Found:
    if page.cut is None:
        return None
    members = page.cut.members
    open_member = page.cut.cut_member
    if open_member is not None and _is_score(open_member.key) and (finish_reason or "").lower() in _FINISHED:
        members, open_member = (*members, open_member), None
    if open_member is not None and _is_score(open_member.key):
        if any(_is_score(member.key) for member in members):
            return Unreadable("The reply's object holds several scores and was cut off.")
        if open_member.value.strip():
            return Unreadable(f"The reply was cut off inside the score “{shorten(open_member.value)}”.")
        return Unreadable("The reply was cut off before the score.")
    found = _verdict_of_members((*members, open_member) if open_member else members, "cut object")
    if found is None:
        return Unreadable("The reply was cut off before the score.")
    if isinstance(found, _Verdict):
        notes = (*page.cut.repairs, *found.notes, "the reply was cut off after the score")
        return _Verdict(found.written, found.reason, found.rule, notes)
    return found


def _double_brackets(page: Page, scale: Scale, finish_reason: str | None) -> _Found:
    visible = page.visible
    marks = [mark["inside"] for mark in _BRACKETS.finditer(visible) if _SAYS_A_NUMBER.match(mark["inside"])]
    if not marks:
        return None
    number = _BRACKET_NUMBER.fullmatch(marks[-1])
    return _Verdict(number["number"] if number else marks[-1], visible, "double brackets")


def _statement(page: Page, scale: Scale, finish_reason: str | None) -> _Found:
    visible = page.visible
    statements = {match.start("number"): match for match in _FRACTION.finditer(visible) if _is_of(match["of"], scale)}
    statements |= {match.start("number"): match for match in _STATEMENT.finditer(visible)}
    if not statements:
        return None
    in_object = _SCORE_KEY.search(visible) is not None
    if in_object and len(statements) > 1:
        return Unreadable("The reply's object is not valid JSON, and more than one number in it may be the score.")
    start = max(statements)
    last = statements[start]
    written = last["number"] + (last["of"] or "")
    if _GOES_ON.match(visible, last.end()) or _RANGE_BEFORE.search(visible[max(0, start - 12) : start]):
        around = visible[max(0, start - 8) : last.end() + 12]
        return Unreadable(f"“{shorten(around)}” is not one plain score.")
    notes = ("the object is not valid JSON; its one score was read",) if in_object else ()
    return _Verdict(re.sub(r"\s", "", written), visible, "score statement", notes)


_RULES: tuple[Callable[[Page, Scale, str | None], _Found], ...] = (
    _absurd,
    _whole_object,
    _fenced_object,
    _last_object,
    _cut_object,
    _double_brackets,
    _statement,
)


def _verdict_of(container: Container, rule: str) -> _Found:
    found = _verdict_of_members(container.members, rule)
    if isinstance(found, _Verdict):
        return _Verdict(found.written, found.reason, found.rule, (*container.repairs, *found.notes))
    return found


def _verdict_of_members(members: tuple[Member, ...], rule: str) -> _Found:
    """The verdict in an object's own members; `None` where no key is “score”."""
    scores = [member for member in members if _is_score(member.key)]
    if not scores:
        return None
    if len(scores) > 1:
        return Unreadable(f"The reply's object holds {len(scores)} scores; which one counts is unclear.")
    score = scores[0]
    notes = [] if score.key == "score" else [f"the key is written “{shorten(score.key)}”"]
    kind = _KINDS.get(score.value[:1])
    if kind:
        return Unreadable(f"The score is {kind}, not a number.")
    if score.value.startswith('"'):
        written = read_text(score.value)
        notes.append("the score is written in quotes")
    else:
        written = score.value
    rivals = {_plain(member.key): member.value for member in members if _plain(member.key) in _TOTAL_KEYS}
    if any(_differs(value, written) for value in rivals.values()):
        return Unreadable("The reply's object holds a score and another total; which one counts is unclear.")
    return _Verdict(written, _reason_of(members), rule, tuple(notes))


_KINDS = {"{": "an object", "[": "a list", "t": "a truth value", "f": "a truth value", "n": "null"}


def _reason_of(members: tuple[Member, ...]) -> str:
    by_key = {member.key.lower(): member.value for member in members}
    return next((read_text(by_key[key]) for key in _REASON_KEYS if key in by_key), "")


def _is_score(key: str) -> bool:
    return key.strip().lower() == "score"


def _plain(key: str) -> str:
    return re.sub(r"[^a-z]", "", key.lower())


def _differs(total: str, score: str) -> bool:
    """Whether another total is a number that is not the score."""
    try:
        return float(total.strip('"')[:40]) != float(score[:40])
    except ValueError:
        return False


def _is_of(of: str, scale: Scale) -> bool:
    """Whether a fraction's lower part (`/10`) is the scale's highest score."""
    return len(of) <= 20 and float(of.strip().lstrip("/")) == scale[1]


def _why_nothing(page: Page, finish_reason: str | None) -> str:
    """Why no rule applied."""
    if page.reasoning_open:
        return "The reply is an unfinished reasoning block without a verdict."
    if not page.text.strip("\ufeff \t\r\n"):
        if (finish_reason or "").lower() in OUTPUT_LIMIT_REASONS:
            return f"The reply is empty: the judge reached its output limit (finish reason “{finish_reason}”)."
        return "The reply is empty" + (f" (finish reason “{finish_reason}”)." if finish_reason else ".")
    if page.has_list_of_objects:
        return "The reply is a list of objects; one object with one score was asked for."
    if page.objects:
        return "No object in the reply has a “score” at its top level."
    if page.has_reasoning and not page.visible.strip():
        return "The reply holds only reasoning, no verdict."
    return "No score was found in the reply."
