"""How the dashboard looks: fonts, colours and shapes, as Streamlit options."""

from __future__ import annotations

from pathlib import Path

from dashboard.colours import BLUE, GREEN, ORANGE, PINK, PURPLE, SKY, VERMILLION

TEXT_FONT = "Geist Tabular"
CODE_FONT = "Geist Mono"
STYLE = Path(__file__).parent / "static" / "style.css"

DARK_ACCENT = "#1F7DB8"
"""A darker sky blue: buttons carry white text, which is readable on this one (4.5 to 1) but not on `SKY` (2.3 to 1)."""

_LATIN = (
    "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,"
    "U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD"
)
_LATIN_EXT = (
    "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,"
    "U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF"
)
_CYRILLIC = "U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116"

_LIGHT = {
    "primaryColor": BLUE,
    "backgroundColor": "#FDFDFC",
    "secondaryBackgroundColor": "#F2F4F5",
    "textColor": "#1B222A",
    "borderColor": "#DFE3E7",
    "linkColor": "#00659F",
    "codeBackgroundColor": "#F2F4F5",
    "codeTextColor": "#1B222A",
    "dataframeBorderColor": "#E7EAED",
    "dataframeHeaderBackgroundColor": "#F6F7F8",
    "dataframeHeaderTextColor": "#5A636E",
    "sidebar.backgroundColor": "#F5F6F7",
    "sidebar.secondaryBackgroundColor": "#E8EBEE",
    "sidebar.borderColor": "#E3E7EA",
}

_DARK = {
    "primaryColor": DARK_ACCENT,
    "backgroundColor": "#14181D",
    "secondaryBackgroundColor": "#1E242B",
    "textColor": "#E4E8EC",
    "borderColor": "#303842",
    "linkColor": "#7CC4EE",
    "codeBackgroundColor": "#1E242B",
    "codeTextColor": "#E4E8EC",
    "dataframeBorderColor": "#2A323B",
    "dataframeHeaderBackgroundColor": "#1A2027",
    "dataframeHeaderTextColor": "#9AA5B1",
    "sidebar.backgroundColor": "#101419",
    "sidebar.secondaryBackgroundColor": "#222A32",
    "sidebar.borderColor": "#242C35",
}


def theme_options() -> dict[str, object]:
    """Streamlit options by dotted name; light and dark follow the browser unless the user picks one."""
    shared: dict[str, object] = {
        "theme.font": f"'{TEXT_FONT}', system-ui, sans-serif",
        "theme.headingFont": f"'{TEXT_FONT}', system-ui, sans-serif",
        "theme.codeFont": f"'{CODE_FONT}', ui-monospace, monospace",
        "theme.fontFaces": _font_faces(),
        "theme.baseFontSize": 15,
        "theme.headingFontSizes": ["1.9rem", "1.4rem", "1.15rem", "1rem", "0.95rem", "0.875rem"],
        "theme.headingFontWeights": [650, 600, 600, 600, 600, 600],
        "theme.metricValueFontSize": "1.75rem",
        "theme.metricValueFontWeight": 550,
        "theme.codeFontSize": "0.85rem",
        "theme.paddingTop": "1.5rem",
        "theme.paddingBottom": "4rem",
        "theme.baseRadius": "8px",
        "theme.buttonRadius": "8px",
        "theme.showWidgetBorder": True,
        "theme.showSidebarBorder": True,
        "theme.chartCategoricalColors": [BLUE, ORANGE, GREEN, PINK, VERMILLION, SKY, PURPLE],
    }
    light = {f"theme.{_part('light', name)}": value for name, value in _LIGHT.items()}
    dark = {f"theme.{_part('dark', name)}": value for name, value in _DARK.items()}
    return shared | light | dark


def _part(mode: str, name: str) -> str:
    return f"{mode}.{name}"


def _font_faces() -> list[dict[str, str]]:
    files = (
        (TEXT_FONT, "geist-tabular-latin", _LATIN),
        (TEXT_FONT, "geist-tabular-latin-ext", _LATIN_EXT),
        (TEXT_FONT, "geist-tabular-cyrillic", _CYRILLIC),
        (CODE_FONT, "geist-mono-latin", _LATIN),
        (CODE_FONT, "geist-mono-latin-ext", _LATIN_EXT),
        (CODE_FONT, "geist-mono-cyrillic", _CYRILLIC),
    )
    return [
        {
            "family": family,
            "url": f"app/static/fonts/{file}.woff2",
            "weight": "100 900",
            "style": "normal",
            "unicodeRange": characters,
        }
        for family, file, characters in files
    ]
