"""Small samples made by the project; read them with `importlib.resources.files("sample_data")`."""
