"""What stands in a judge's reply outside its reasoning: objects, lists and prose."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from langeval_core.evaluators.reply_objects import Container, End, read_container

MOST_BRACKETS = 10_000
"""More opening brackets than this are not looked at: such a reply is no verdict."""

_TAGS = r"think|thinking|thought|thoughts|reasoning|reflection|scratchpad|analysis"
_MARK = re.compile(
    rf"""(?P<container>[{{\[](?!/?THINK\]))
       | (?P<open><(?P<name>{_TAGS})(?:\s[^<>]{{0,200}})?>|\[THINK\])
       | (?P<close></(?:{_TAGS})\s{{0,20}}>|\[/THINK\])""",
    re.IGNORECASE | re.VERBOSE,
)
_FENCE_BEFORE = re.compile(r"(?:```|~~~)[ \t]*[\w+.-]{0,20}[ \t]*\r?\n?\s*\Z")
_FENCE_AFTER = re.compile(r"\s*(?:```|~~~)")


@dataclass(slots=True)
class Page:
    """A reply taken apart.

    `objects` are the complete top-level objects, `prose` the text around them (broken objects included, lists of
    objects not). A reasoning block that never closes hides all that follows it; one that only closes, all before it.
    """

    text: str
    objects: list[Container] = field(default_factory=list)
    prose: list[str] = field(default_factory=list)
    cut: Container | None = None
    has_list_of_objects: bool = False
    too_deep: bool = False
    too_many: bool = False
    has_reasoning: bool = False
    reasoning_open: bool = False

    @property
    def visible(self) -> str:
        """The prose as one text; objects leave a blank line."""
        return "\n\n".join(self.prose)

    def is_whole(self, container: Container) -> bool:
        """Whether nothing but blanks stands around the container."""
        return not (self.text[: container.start].strip("\ufeff \t\r\n") or self.text[container.stop :].strip())

    def is_fenced(self, container: Container) -> bool:
        """Whether the container is all that a code fence holds."""
        before = self.text[max(0, container.start - 60) : container.start]
        return bool(_FENCE_BEFORE.search(before) and _FENCE_AFTER.match(self.text, container.stop))


def read_page(text: str) -> Page:
    """Take a reply apart in one pass."""
    page = Page(text)
    at = prose_from = brackets = 0
    while (mark := _MARK.search(text, at)) is not None:
        at = mark.end()
        if mark["container"]:
            brackets += 1
            if brackets > MOST_BRACKETS:
                return Page(text, too_many=True)
            container = read_container(text, mark.start())
            at = container.resume
            if container.end is End.CLOSED and container.opener == "{":
                page.prose.append(text[prose_from : container.start])
                page.objects.append(container)
                prose_from = at
            elif container.holds_objects:
                page.prose.append(text[prose_from : container.start])
                page.has_list_of_objects = True
                prose_from = container.stop
            else:
                page.too_deep |= container.end is End.DEEP
                page.cut = _cut_object(page, container) or page.cut
        elif mark["open"]:
            page.prose.append(text[prose_from : mark.start()])
            page.has_reasoning = True
            at = prose_from = _reasoning_end(text, mark)
            page.reasoning_open = at < 0
            if page.reasoning_open:
                return page
        else:
            page = Page(text, has_reasoning=True)
            prose_from = at
    page.prose.append(text[prose_from:])
    return page


def _cut_object(page: Page, container: Container) -> Container | None:
    """The container if it is an object that the text's end cut off after it had begun."""
    begun = container.opener == "{" and page.text[container.start + 1 :].strip()
    return container if begun and container.end is End.CUT else None


def _reasoning_end(text: str, opening: re.Match[str]) -> int:
    """Where the block's closing tag ends, or -1."""
    tag = rf"</{opening['name']}\s{{0,20}}>" if opening["name"] else r"\[/THINK\]"
    closing = re.compile(tag, re.IGNORECASE).search(text, opening.end())
    return closing.end() if closing else -1
