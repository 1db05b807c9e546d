"""Bytes to text."""

from __future__ import annotations

import pytest

from langeval_core.errors import InputError
from langeval_core.importers.text import decode_text

LINE = "prompt;reference\nWas ist Käse?;ein Lebensmittel\n"


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        (LINE.encode(), LINE, "UTF-8"),
        (LINE.encode("utf-8-sig"), LINE, "UTF-8"),
        (LINE.encode("utf-16"), LINE, "UTF-16"),
        (b"\xfe\xff" + LINE.encode("utf-16-be"), LINE, "UTF-16"),
        (LINE.encode("utf-16-le"), LINE, "UTF-16"),
        (LINE.encode("utf-16-be"), LINE, "UTF-16"),
        (b"\xff\xfe\x00\x00" + LINE.encode("utf-32-le"), LINE, "UTF-32"),
        (LINE.encode("latin-1"), LINE, "Latin-1 (Windows-1252)"),
        ("Zürich".encode("latin-1"), "Zürich", "Latin-1 (Windows-1252)"),
        ("costs €5 – or so".encode("cp1252"), "costs €5 – or so", "Latin-1 (Windows-1252)"),
        ("Привет, как дела сегодня?".encode("cp1251"), "Привет, как дела сегодня?", "cp1251"),
        ("こんにちは世界、元気ですか".encode("shift_jis"), "こんにちは世界、元気ですか", "shift-jis"),
        (b"", "", "UTF-8"),
        (b"\xef\xbb\xbf", "", "UTF-8"),
        (b"tab\tand\r\nline", "tab\tand\r\nline", "UTF-8"),
        (b"a bell \x07 and \x1b[1m", "a bell \x07 and \x1b[1m", "UTF-8"),
    ],
)
def test_the_encoding_is_recognised_and_told(data: bytes, text: str, encoding: str) -> None:
    decoded = decode_text(data, "cases.csv")

    assert decoded.text == text
    assert decoded.encoding == encoding


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00", "a PNG image"),
        (b"\xff\xd8\xff\xe0", "a JPEG image"),
        (b"%PDF-1.7", "a PDF document"),
        (b"PK\x03\x04\x14\x00", "a ZIP archive (as Excel and Word files are)"),
        (b"SQLite format 3\x00", "an SQLite database"),
        (b"\x1f\x8b\x08", "a gzip archive"),
        (bytes(range(256)), "not a text file"),
        (b"text with a \x00 in it", "not a text file"),
        (b"\xff\xfea", "not valid UTF-16"),
        (b"\xef\xbb\xbf\xff", "not valid UTF-8"),
    ],
)
def test_what_is_no_text_is_refused_in_a_sentence(data: bytes, problem: str) -> None:
    with pytest.raises(InputError) as caught:
        decode_text(data, "cases.csv")

    assert problem in caught.value.problem
    assert caught.value.file == "cases.csv"
    assert caught.value.hint


@pytest.mark.parametrize("byte", range(1, 256))
def test_any_single_byte_but_zero_is_one_character(byte: int) -> None:
    assert len(decode_text(bytes([byte])).text) == 1
