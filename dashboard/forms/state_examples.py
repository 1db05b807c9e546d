"""What a state may look like: the same one in each form that is read."""

from __future__ import annotations

import streamlit as st

from langeval_core.importers.states import StateFormat

EXAMPLES: dict[StateFormat, str] = {
    StateFormat.NESTED: """{
  "registrant": {"name": "Ada Lovelace"},
  "guests": [{"email": "bob@example.org"}],
  "rooms": 2
}""",
    StateFormat.SHORT: """{
  "registrant.name": {"value": "Ada Lovelace", "confidence": 0.95},
  "guests.0.email": {"value": "bob@example.org", "confidence": 0.8},
  "rooms": {"value": 2, "confidence": 1.0}
}""",
    StateFormat.FLAT: """{
  "registrant.name": {
    "values": [
      {"value": "Ada", "confidence": 0.4},
      {"value": "Ada Lovelace", "confidence": 0.95}
    ],
    "inference": {"content": "She signed with her full name."}
  },
  "guests.0.email": {"values": [{"value": "bob@example.org", "confidence": 0.8}]},
  "rooms": {"values": [{"value": 2, "confidence": 1.0}]}
}""",
    StateFormat.GRAPH: """{
  "nodes": [
    {"path": "registrant", "value": null},
    {"path": "registrant.name", "value": "Ada Lovelace"},
    {"path": "guests.0.email", "value": "bob@example.org"},
    {"path": "rooms", "value": 2}
  ],
  "hyperedges": []
}""",
}
_TITLES = {
    StateFormat.NESTED: "Nested",
    StateFormat.SHORT: "Short",
    StateFormat.FLAT: "Flat",
    StateFormat.GRAPH: "Graph dump",
}


def state_examples() -> None:
    """Each form with a sentence, its text to copy, and as a file to download."""
    st.markdown("**What a state looks like** · four forms are read, and told apart by what they hold")
    tabs = st.tabs([_TITLES[form] for form in EXAMPLES])
    for tab, (form, text) in zip(tabs, EXAMPLES.items(), strict=True):
        with tab:
            st.caption(form.sentence)
            st.code(text, language="json")
            st.download_button(
                f"Download as {form.value}-state.json",
                data=text,
                file_name=f"{form.value}-state.json",
                mime="application/json",
                icon=":material/download:",
                on_click="ignore",
            )
