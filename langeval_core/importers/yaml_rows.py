"""YAML to rows: only JSON's types, keys that are texts, nothing that runs, and no `yes` that turns into true."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import yaml
from yaml.constructor import ConstructorError

from langeval_core.errors import InputError
from langeval_core.importers.json_rows import cases_of, fill_rows
from langeval_core.importers.json_text import is_too_deep
from langeval_core.importers.rows import RowTable

_MAX_VALUES = 1_000_000
_LONGEST = 40
_TOO_DEEP = "The file is nested too deeply to be read."
if TYPE_CHECKING:
    from yaml import SafeLoader as _SafeLoader
else:
    _SafeLoader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # twenty times as fast, but not in every build


_TAG = "tag:yaml.org,2002:"
_JSON_TAGS = ("null", "bool", "int", "float", "str", "seq", "map")


class _CoreLoader(_SafeLoader):
    """PyYAML's safe loader with the plain values of YAML 1.2's core schema: a date, `yes` and `12:30` stay text.

    Tags that give other types (`!!binary`, `!!set`) are unknown to it.
    """

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012 PyYAML's own way
    yaml_constructors = {  # noqa: RUF012 PyYAML's own way
        tag: _SafeLoader.yaml_constructors[tag] for tag in (None, *(f"{_TAG}{name}" for name in _JSON_TAGS))
    }

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        try:
            return super().construct_object(node, deep)
        except (ValueError, LookupError):  # what its tag does not fit, or a number of more digits than Python reads
            shown = str(node.value)
            shown = shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"
            problem = f"“{shown}” cannot be read as {node.tag.removeprefix(_TAG)}"
            raise ConstructorError(None, None, problem, node.start_mark) from None


_CoreLoader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"^(?:~|null|Null|NULL|)$"), ["~", "n", "N", ""])
_CoreLoader.add_implicit_resolver(
    "tag:yaml.org,2002:bool", re.compile(r"^(?:true|True|TRUE|false|False|FALSE)$"), list("tTfF")
)
_CoreLoader.add_implicit_resolver(
    "tag:yaml.org,2002:int", re.compile(r"^[-+]?(?:0|[1-9][0-9]*)$"), list("-+0123456789")
)
_CoreLoader.add_implicit_resolver(
    "tag:yaml.org,2002:float",
    re.compile(r"^[-+]?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$"),
    list("-+0123456789"),
)
_CoreLoader.add_implicit_resolver("tag:yaml.org,2002:merge", re.compile(r"^<<$"), ["<"])


def read_yaml(text: str, file: str) -> RowTable:
    """Read a YAML list of cases or a mapping with `cases`.

    Raises `InputError` for anything else, for tags that would run code and for aliases that expand without bounds;
    `EmptyBenchmarkSetError` for an empty list.
    """
    try:
        value, lines = _load(text, file)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        raise InputError(f"The YAML cannot be read: {error.problem}.", file=file, line=line) from None
    except yaml.YAMLError as error:
        raise InputError(f"The YAML cannot be read: {str(error).splitlines()[0]}.", file=file) from None
    except RecursionError:
        raise InputError(_TOO_DEEP, file=file) from None
    if is_too_deep(value):
        raise InputError(_TOO_DEEP, file=file)
    cases, table = cases_of(value, "YAML", file)
    fill_rows(table, cases, lines, file)
    return table


def _load(text: str, file: str) -> tuple[Any, list[int]]:
    """The file's value, and the 1-based first line of each case."""
    loader = _CoreLoader(text)
    try:
        node = loader.get_single_node()
        if node is None:
            return None, []
        if _prepare(node, {}) > _MAX_VALUES:
            raise InputError(f"The aliases in the file expand to more than {_MAX_VALUES:,} values.", file=file)
        value = loader.construct_document(node)
    finally:
        loader.dispose()
    cases = node
    if isinstance(node, yaml.MappingNode):
        cases = next((item for key, item in node.value if key.value == "cases"), node)
    lines = [item.start_mark.line + 1 for item in cases.value] if isinstance(cases, yaml.SequenceNode) else []
    return value, lines


def _keep_keys(node: yaml.MappingNode) -> None:
    """Make each key the text it is written as, as in JSON. Raises for one that stands twice."""
    seen: set[str] = set()
    for key, _ in node.value:
        if isinstance(key, yaml.ScalarNode):
            if key.value in seen:
                raise ConstructorError(None, None, f"the key “{key.value}” stands twice", key.start_mark)
            seen.add(key.value)
            if key.tag != f"{_TAG}merge":
                key.tag = f"{_TAG}str"


def _prepare(node: yaml.Node, counted: dict[int, int]) -> int:
    """Make every key a text, and say how many values the node expands to, aliases written out.

    An alias to its own parent counts as endless. Raises for a key that stands twice in one mapping.
    """
    if id(node) not in counted:
        counted[id(node)] = _MAX_VALUES + 1  # what an alias back to this node finds while it is being counted
        if isinstance(node, yaml.MappingNode):
            _keep_keys(node)
        children = node.value if isinstance(node, yaml.CollectionNode) else ()
        flat = (part for child in children for part in (child if isinstance(child, tuple) else (child,)))
        counted[id(node)] = 1 + sum(_prepare(child, counted) for child in flat)
    return counted[id(node)]
