"""Starting the dashboard's server, safely by default."""

from __future__ import annotations

import errno
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from langeval_core.errors import InputError, LangEvalError
from langeval_core.settings import load_settings

if TYPE_CHECKING:
    import streamlit as st
    from starlette.requests import Request

FIRST_PORT = 8501
_PORTS_TRIED = 50
SCRIPT = Path(__file__).parent / "app.py"
ICON = Path(__file__).parent / "static" / "icon.png"
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Launch:
    """How to serve. `port` `None` takes the first free one from 8501 on, 0 any free one; `store` `None` takes the
    one in the settings; `allowed_hosts` are names under which the server may be reached besides its own."""

    host: str = "127.0.0.1"
    port: int | None = None
    store: str | None = None
    open_browser: bool = True
    allowed_hosts: tuple[str, ...] = ()


def launch(options: Launch, *, out: TextIO = sys.stdout) -> None:
    """Serve the dashboard until it is stopped.

    Raises `InputError` for an address that cannot be listened on, `StoreError` for a store that cannot be opened.
    """
    from dashboard import data

    port = find_port(options.host, options.port)
    if options.store:
        data.use_store(options.store)
    preparation = _Preparation()
    app = _build_app(options, port, out, preparation)
    logging.getLogger("streamlit.config").disabled = True  # it speaks of the user's own settings, which do not count
    with suppress(KeyboardInterrupt):
        app.run(config=server_options(options.host, port))
    if preparation.problem:
        raise preparation.problem
    print("Stopped.", file=out)


class _Preparation(threading.Thread):
    """Opens the store and imports what every page needs, while the browser still loads the front end.

    Where the store cannot be opened the server is stopped, and `problem` says why.
    """

    problem: LangEvalError | None = None

    def __init__(self) -> None:
        super().__init__(name="preparation", daemon=True)

    def run(self) -> None:
        """The work of the thread."""
        from dashboard import data

        try:
            data.get_store()
        except LangEvalError as error:
            self.problem = error
            signal.raise_signal(signal.SIGINT)
        for module in (
            "dashboard.panels.run_header",
            "dashboard.panels.run_result",
            "dashboard.panels.benchmark_panel",
        ):
            import_module(module)


def server_options(host: str, port: int) -> dict[str, object]:
    """Every Streamlit option: ours, our theme, and all others as shipped.

    Given as flags they outrank files and variables, so that no `.streamlit` folder that happens to lie in the working
    directory can open the server to others or change how the pages behave.
    """
    from dashboard.theme import theme_options

    settings = load_settings()
    return (
        _as_shipped()
        | theme_options()
        | {
            "server.address": host,
            "server.port": port,
            "server.baseUrlPath": "",
            "server.headless": True,
            "server.fileWatcherType": "none",
            "server.runOnSave": False,
            "server.enableStaticServing": True,
            "server.enableCORS": True,
            "server.corsAllowedOrigins": [],
            "server.allowedHosts": ["*"],  # the guard decides, for plain pages too
            "server.enableXsrfProtection": True,
            "server.xsrfCookieSameSite": "lax",
            "server.enableAgentApi": False,
            "server.trustedUserHeaders": "{}",
            "server.scriptHealthCheckEnabled": False,
            "server.maxUploadSize": settings.max_upload_mb,
            "server.showEmailPrompt": False,
            "browser.gatherUsageStats": False,
            "server.sslCertFile": "",
            "server.sslKeyFile": "",
            "browser.serverAddress": "localhost",
            "browser.serverPort": port,
            "client.showErrorDetails": "none",
            "client.showErrorLinks": False,
            "client.toolbarMode": "viewer",
            "client.allowedOrigins": [],
            "client.showSidebarNavigation": True,
            "global.developmentMode": False,
            "logger.level": "warning",
            "logger.hideWelcomeMessage": True,
            "runner.magicEnabled": False,
            "secrets.files": [],
            "theme.base": "light",
        }
    )


def _as_shipped() -> dict[str, object]:
    from streamlit import config

    return {
        name: option.default_val
        for name, option in config.get_config_options().items()
        if option.default_val is not None and not (option.sensitive or option.deprecated or name.startswith("theme."))
    }


def address(host: str, port: int) -> str:
    """The address to type into a browser."""
    from dashboard.guard import listens_everywhere

    name = "localhost" if listens_everywhere(host) else host
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def _build_app(options: Launch, port: int, out: TextIO, preparation: _Preparation) -> st.App:
    import streamlit as st
    from starlette.middleware import Middleware
    from starlette.responses import FileResponse
    from starlette.routing import Route

    from dashboard import data, guard

    @asynccontextmanager
    async def announced(_app: st.App) -> AsyncIterator[None]:
        url = address(options.host, port)
        print(f"LangEval is at {url}\nRuns are kept in {data.store_name()}\nStop it with Ctrl-C.", file=out, flush=True)
        preparation.start()
        if options.open_browser:
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
        yield

    async def icon(_request: Request) -> FileResponse:
        return FileResponse(ICON)

    return st.App(
        SCRIPT,
        lifespan=announced,
        routes=[Route("/favicon.png", icon)],
        middleware=[
            Middleware(
                guard.Guard,
                names=guard.own_names(options.host, options.allowed_hosts),
                any_address=guard.listens_everywhere(options.host),
                policy=guard.content_policy(guard.streamlit_index()),
            )
        ],
        on_script_error=show_failure,
    )


def show_failure(error: Exception) -> bool:
    """Say that a page failed, without a word of the error: that goes to the log."""
    import secrets

    import streamlit as st

    from dashboard.labels import literal

    reference = secrets.token_hex(3).upper()
    _LOG.error("A page failed, reference %s", reference, exc_info=error)
    if isinstance(error, LangEvalError):
        st.error(literal(str(error)), icon=":material/error:")
    else:
        st.error(
            f"Something went wrong on this page. What was kept is safe. The server’s log has the details under "
            f"reference **{reference}**.",
            icon=":material/error:",
        )
    return True


def find_port(host: str, port: int | None) -> int:
    """A port that can be listened on. Raises `InputError`."""
    if port is not None:
        problem = _listen_problem(host, port)
        if problem is None:
            return port if port else _any_port(host)
        raise InputError(
            f"The dashboard cannot listen on {host}, port {port}: {problem}.", hint="Choose another --port."
        )
    for candidate in range(FIRST_PORT, FIRST_PORT + _PORTS_TRIED):
        if _listen_problem(host, candidate) is None:
            return candidate
    return _any_port(host)


def _listen_problem(host: str, port: int) -> str | None:
    """Why the address cannot be listened on, or `None` if it can."""
    try:
        _listen(host, port).close()
    except PermissionError:
        return "that port is not allowed to you"
    except OSError as error:
        return "it is already in use" if error.errno == errno.EADDRINUSE else (error.strerror or str(error)).lower()
    except OverflowError:
        return "a port lies between 0 and 65535"
    return None


def _any_port(host: str) -> int:
    """Whatever port is free. Where there is none, it is the host that cannot be listened on."""
    try:
        with _listen(host, 0) as free:
            return int(free.getsockname()[1])
    except OSError as error:
        raise InputError(
            f"The dashboard cannot listen on {host}: {(error.strerror or str(error)).lower()}.",
            hint="Choose another --host; 127.0.0.1 is this machine.",
        ) from error


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    try:
        if os.name != "nt":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(1)
    except BaseException:
        listener.close()
        raise
    return listener
