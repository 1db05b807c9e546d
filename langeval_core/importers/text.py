"""Bytes to text: the encoding is recognised and told, and what is no text is refused in a sentence."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from langeval_core.errors import InputError


@dataclass(frozen=True)
class DecodedText:
    """Text without a byte order mark, and the encoding in words (`UTF-8`, `UTF-16`, `Latin-1 (Windows-1252)` …)."""

    text: str
    encoding: str


def decode_text(data: bytes, filename: str | None = None) -> DecodedText:
    """Decode a file of unknown encoding.

    A byte order mark decides; else UTF-8 if it fits; else UTF-16 if every other byte is zero; else Windows-1252 where
    most of the text is ASCII; else the best guess among common legacy encodings. Empty bytes are empty text.

    Raises `InputError` for anything that is not text (images, archives, compressed or encrypted files).
    """
    binary = next((kind for start, kind in _SIGNATURES if data.startswith(start)), None)
    if binary:
        raise _not_text(f"The file is {binary}, not a text file.", filename)
    for mark, codec, name in _MARKS:
        if data.startswith(mark):
            return DecodedText(_decode(data[len(mark) :], codec, name, filename), name)
    sixteen = _utf16_without_mark(data)
    if sixteen:
        return DecodedText(_decode(data, sixteen, "UTF-16", filename), "UTF-16")
    if b"\0" in data:
        raise _not_text("The file is not a text file.", filename)
    try:
        return DecodedText(data.decode("utf-8"), "UTF-8")
    except UnicodeDecodeError:
        # A model's output in sound UTF-8 may hold a control character; together with other bytes it is no text.
        if data.translate(None, _TEXT_BYTES):
            raise _not_text("The file is not a text file.", filename) from None
        return _decode_legacy(data)


def _decode(data: bytes, codec: str, name: str, filename: str | None) -> str:
    try:
        return data.decode(codec)
    except UnicodeDecodeError:
        raise _not_text(f"The file starts like {name} but is not valid {name}.", filename) from None


def _utf16_without_mark(data: bytes) -> str | None:
    """The UTF-16 codec, where (as in text of mostly ASCII) nearly all zero bytes stand on one side of each pair."""
    head = data[:4096]
    if len(data) % 2 or len(head) < 4:
        return None
    high, low = head[0::2].count(0), head[1::2].count(0)
    enough = 0.4 * (len(head) / 2)
    if low > enough and high == 0:
        return "utf-16-le"
    if high > enough and low == 0:
        return "utf-16-be"
    return None


def _decode_legacy(data: bytes) -> DecodedText:
    # Detectors guess wildly on short text with one accented letter (“Zürich” becomes Chinese), so they are asked only
    # where the text is mostly not ASCII.
    head = data[:4096]
    mostly_ascii = sum(byte >= 0x80 for byte in head) < 0.25 * len(head)
    western = _western(data)
    if western and mostly_ascii:
        return western
    from charset_normalizer import from_bytes

    guess = from_bytes(data, cp_isolation=_LEGACY).best()
    if guess:
        return DecodedText(str(guess), guess.encoding.replace("_", "-"))
    return western or DecodedText(data.decode("latin-1"), "Latin-1")


def _western(data: bytes) -> DecodedText | None:
    try:
        return DecodedText(data.decode("cp1252"), "Latin-1 (Windows-1252)")
    except UnicodeDecodeError:
        return None


def _not_text(problem: str, filename: str | None) -> InputError:
    return InputError(problem, file=filename, hint="Save it as UTF-8 text and try again.")


_MARKS = (
    (codecs.BOM_UTF8, "utf-8", "UTF-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
)
_SIGNATURES = (
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"%PDF-", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive (as Excel and Word files are)"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"\xd0\xcf\x11\xe0", "an old Office document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"\x7fELF", "a program"),
)
_TEXT_BYTES = bytes([*b"\t\n\v\f\r\x1b", *range(0x20, 0x7F), *range(0x80, 0x100)])
_LEGACY = ["cp1252", "cp1250", "cp1251", "cp1253", "shift_jis", "euc_jp", "gb18030", "big5", "euc_kr"]
