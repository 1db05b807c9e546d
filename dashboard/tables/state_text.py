"""A state as text that can be edited and read again."""

from __future__ import annotations

import json

from langeval_core.schema.state import InterpretiveState


def state_text(state: InterpretiveState) -> str:
    """JSON in the short form where it loses nothing, else in the flat one."""
    if state.root and all(len(field.values) == 1 and field.inference is None for field in state.root.values()):
        short = {path: field.values[0].model_dump() for path, field in state.root.items()}
        return json.dumps(short, indent=2, ensure_ascii=False)
    return json.dumps(state.model_dump(exclude_none=False), indent=2, ensure_ascii=False)
