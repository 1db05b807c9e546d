"""The nouns: pydantic models that import nothing of ours but each other."""
