"""One of the three states of a comparison, pasted or uploaded."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import streamlit as st

from dashboard import session
from dashboard.labels import literal
from langeval_core.errors import InputError
from langeval_core.importers.states import LoadedState, StateFormat, load_state
from langeval_core.settings import load_settings

PASTE, FILE = "Paste", "File"
_DETECT = "detect"
_FORMATS: dict[str, str] = {
    _DETECT: "Detect the form",
    StateFormat.NESTED: "Nested: plain JSON",
    StateFormat.SHORT: "Short: value and confidence",
    StateFormat.FLAT: "Flat: candidate values",
    StateFormat.GRAPH: "Graph dump: nodes",
}
_HEIGHT = 230
_PLACEHOLDER = '{"registrant": {"name": "Ada Lovelace", "age": 36}}'


class Side(StrEnum):
    """Which of the three states."""

    PRE = "pre"
    EXPECTED = "expected"
    ACTUAL = "actual"

    @property
    def text_key(self) -> str:
        """The key of its text area."""
        return _KEYS[self][0]

    @property
    def source_key(self) -> str:
        """The key of the choice between text area and file."""
        return _KEYS[self][1]

    @property
    def format_key(self) -> str:
        """The key of the choice of its form."""
        return _KEYS[self][2]

    @property
    def file_key(self) -> str:
        """The key of its file uploader."""
        return _KEYS[self][3]


_KEYS = {
    Side.PRE: ("pre_text", "pre_source", "pre_format", "pre_file"),
    Side.EXPECTED: ("expected_text", "expected_source", "expected_format", "expected_file"),
    Side.ACTUAL: ("actual_text", "actual_source", "actual_format", "actual_file"),
}
_TITLES = {
    Side.PRE: ("Pre-state", "optional", "What was known before. With it each field gets its change class."),
    Side.EXPECTED: ("Expected", "", "What the state should be."),
    Side.ACTUAL: ("Actual", "", "What the state came out as."),
}


@dataclass(frozen=True)
class StateReading:
    """What came of an input: a state, an error, or (both `None`) nothing given. `file` is the name of an upload."""

    loaded: LoadedState | None = None
    error: InputError | None = None
    file: str | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing was given."""
        return self.loaded is None and self.error is None


def state_input(side: Side, *, missing: bool) -> StateReading:
    """Show one input with what was read from it. `missing`: it was asked for and is not there."""
    title, hint, help_text = _TITLES[side]
    session.start_with(side.source_key, PASTE)
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.markdown(f"**{title}** {f':gray[{hint}]' if hint else ''}", help=help_text, width="content")
        source = st.segmented_control(
            f"Source of {title.lower()}",
            [PASTE, FILE],
            required=True,
            key=side.source_key,
            label_visibility="collapsed",
            persist_state="session",
        )
    data, file = _uploaded(side, title) if source == FILE else _pasted(side, title)
    wanted = st.selectbox(
        f"Form of {title.lower()}",
        list(_FORMATS),
        format_func=_FORMATS.__getitem__,
        key=side.format_key,
        label_visibility="collapsed",
        persist_state="session",
    )
    reading = _read(data, file, None if wanted == _DETECT else StateFormat(wanted))
    _say(reading, title, missing=missing)
    return reading


def _pasted(side: Side, title: str) -> tuple[str | None, None]:
    text = st.text_area(
        f"{title} as JSON",
        key=side.text_key,
        height=_HEIGHT,
        placeholder=_PLACEHOLDER,
        label_visibility="collapsed",
        persist_state="session",
    )
    return text if text.strip() else None, None


def _uploaded(side: Side, title: str) -> tuple[bytes | None, str | None]:
    upload = st.file_uploader(
        f"{title} as a file",
        key=side.file_key,
        label_visibility="collapsed",
        max_upload_size=load_settings().max_upload_mb,
    )
    return (upload.getvalue(), upload.name) if upload else (None, None)


def _read(data: str | bytes | None, file: str | None, wanted: StateFormat | None) -> StateReading:
    if data is None:
        return StateReading()
    limit = load_settings().max_upload_mb * 1024 * 1024
    try:
        return StateReading(loaded=load_state(data, file, format=wanted, max_bytes=limit), file=file)
    except InputError as error:
        return StateReading(error=error, file=file)


def _say(reading: StateReading, title: str, *, missing: bool) -> None:
    if reading.loaded:
        count = len(reading.loaded.state.root)
        fields = "1 path" if count == 1 else f"{count:,} paths"
        st.caption(f"✓ {fields} · {literal(reading.loaded.format.sentence)}")
        for note in reading.loaded.notes:
            st.caption(f"ⓘ {literal(note)}")
    elif reading.error:
        st.error(error_markdown(reading.error), icon=":material/error:")
    elif missing:
        st.error(f"Give the {title.lower()} state: paste it or upload a file. An empty state is `{{}}`.")


def error_markdown(error: InputError) -> str:
    """Problem, place and what to do, each on its line, shown literally."""
    place = [f"file {error.file}"] if error.file else []
    place += [f"line {error.line:,}"] if error.line is not None else []
    place += [f"path {error.field}"] if error.field else []
    lines = [f"**{literal(error.problem)}**"]
    lines += [literal(f"In {', '.join(place)}.")] if place else []
    lines += [literal(error.hint)] if error.hint else []
    return "  \n".join(lines)
