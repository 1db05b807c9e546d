from __future__ import annotations

import subprocess
import sys

import pytest

from langeval_core.errors import InputError, ProviderError, ProviderErrorKind
from langeval_core.providers.faulty import FaultyProvider
from langeval_core.providers.recorded import RecordedProvider
from langeval_core.providers.registry import Role, aclose, check_provider, open_provider, parse_provider
from langeval_core.providers.vendors import VENDORS
from langeval_core.schema.benchmark import BenchmarkCase
from langeval_core.schema.completion import Message
from langeval_core.schema.spec import FaultPlan, ProviderSpec
from tests import loopback_replies as loopback
from tests.loopback_replies import Reply
from tests.loopback_server import LoopbackServer

HELLO = [Message(role="user", content="Hello")]
CASE = BenchmarkCase(prompt="What is 6×7?", response="42")


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "DEEPSEEK_API_KEY", "OLLAMA_BASE_URL", "OLLAMA_API_KEY"):
        monkeypatch.delenv(variable, raising=False)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("openai:gpt-5-mini", "openai:gpt-5-mini"),
        ("  anthropic:claude-sonnet-4-5 ", "anthropic:claude-sonnet-4-5"),
        ("ollama:llama3:8b", "ollama:llama3:8b"),
        ("gateway/openai:gpt-5-mini", "gateway/openai:gpt-5-mini"),
        ("recorded", "recorded"),
        ("faulty:recorded", "faulty:recorded"),
        ("faulty:openai:gpt-5-mini", "faulty:openai:gpt-5-mini"),
    ],
)
def test_names_are_read_as_people_write_them(text: str, name: str) -> None:
    assert parse_provider(text) == ProviderSpec(name=name)


@pytest.mark.parametrize("text", ["", "gpt-5-mini", "openai:", "openai: ", "opnai:gpt", "faulty:", "gateway/nobody:m"])
def test_an_unknown_name_gets_the_list_of_what_is_known(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_provider(text)
    assert caught.value.problem == f"“{text.strip()}” is not the name of a provider."
    assert "anthropic, " in str(caught.value.hint)
    assert "recorded" in str(caught.value.hint)


@pytest.mark.parametrize("text", ["openai:qwen2.5:7b", "qwen2.5:7b"])
def test_with_an_address_the_vendor_may_be_left_out(text: str) -> None:
    spec = parse_provider(text, "http://localhost:8080/v1")
    assert spec == ProviderSpec(name="openai:qwen2.5:7b", base_url="http://localhost:8080/v1")


def test_a_blank_address_is_none() -> None:
    assert parse_provider("openai:gpt-5-mini", "  ").base_url is None


@pytest.mark.parametrize("address", ["localhost:8080", "ftp://host/v1", "http://", "file:///etc/passwd"])
def test_an_address_that_is_none_is_refused_with_an_example(address: str) -> None:
    with pytest.raises(InputError, match=r"is not the address of a server\..*http://host:port/v1"):
        parse_provider("openai:m", address)


@pytest.mark.parametrize("address", ["http://ada:pw@host/v1", "https://host/v1?key=abc", "https://host/v1#abc"])
def test_an_address_that_may_hold_a_key_is_refused_without_repeating_it(address: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_provider("openai:m", address)
    assert "may not hold" in caught.value.problem
    assert address not in str(caught.value)


def test_recorded_answers_have_no_address() -> None:
    with pytest.raises(InputError, match="Recorded answers need no address"):
        parse_provider("recorded", "http://localhost:1/v1")


async def test_recorded_plays_its_role() -> None:
    provider = open_provider(ProviderSpec(name="recorded"), role="subject")
    assert isinstance(provider, RecordedProvider)
    assert (await provider.complete(HELLO, case=CASE)).text == "42"


async def test_faulty_wraps_what_it_names_with_the_specs_plan() -> None:
    plan = FaultPlan(cut=1.0)
    provider = open_provider(ProviderSpec(name="faulty:recorded", faults=plan), role="subject")
    assert (await provider.complete(HELLO, case=CASE)).text == "4"
    await aclose(provider)


def test_faulty_without_a_plan_rehearses_every_fault() -> None:
    provider = open_provider(ProviderSpec(name="faulty:recorded"), role="subject")
    assert isinstance(provider, FaultyProvider)
    fates = {provider.fate(number) for number in range(500)}
    assert fates == {
        None, "timeout", "refusal", "rate_limit", "server_error", "unreadable", "no_usage", "cut",
    }  # fmt: skip


def test_a_plan_is_never_ignored() -> None:
    spec = ProviderSpec(name="recorded", faults=FaultPlan(refusal=1.0))
    assert isinstance(open_provider(spec, role="judge"), FaultyProvider)


@pytest.mark.parametrize(
    ("name", "variable"), [("openai:gpt-5-mini", "OPENAI_API_KEY"), ("deepseek:deepseek-chat", "DEEPSEEK_API_KEY")]
)
def test_a_missing_key_is_told_by_its_variable(name: str, variable: str) -> None:
    with pytest.raises(InputError) as caught:
        open_provider(ProviderSpec(name=name), role="judge")
    vendor = name.partition(":")[0]
    assert str(caught.value) == (
        f"There is no key for {vendor}. Set {variable} in the environment, or type a key for this session."
    )


@pytest.mark.parametrize(
    ("name", "package", "module"),
    [
        ("anthropic:claude-sonnet-4-5", "langeval-dashboard[anthropic]", "anthropic"),
        ("google:gemini-2.5-flash", "langeval-dashboard[google]", "google.genai"),
        ("groq:llama", "pydantic-ai-slim[groq]", "groq"),
    ],
)
def test_a_missing_package_is_told_by_what_to_install(
    name: str, package: str, module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    for loaded in [known for known in sys.modules if known.startswith("pydantic_ai.providers.")]:
        if loaded.rpartition(".")[2] in ("anthropic", "google", "groq"):
            monkeypatch.delitem(sys.modules, loaded)
    with pytest.raises(InputError) as caught:
        open_provider(ProviderSpec(name=name), role="judge", api_key="k")
    assert f'pip install "{package}"' in str(caught.value)


def test_a_vendor_with_a_fixed_address_says_how_to_reach_another_server() -> None:
    with pytest.raises(InputError, match="write openai:deepseek-chat"):
        open_provider(ProviderSpec(name="deepseek:deepseek-chat", base_url="http://h/v1"), role="judge", api_key="k")


def test_a_typed_key_is_enough() -> None:
    open_provider(ProviderSpec(name="openai:gpt-5-mini"), role="judge", api_key="sk-typed")


def test_an_empty_key_is_none() -> None:
    with pytest.raises(InputError, match="There is no key for openai"):
        open_provider(ProviderSpec(name="openai:gpt-5-mini"), role="judge", api_key=" ")


def test_an_empty_key_in_the_environment_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "")
    with pytest.raises(InputError, match="There is no key for openai"):
        open_provider(ProviderSpec(name="openai:gpt-5-mini"), role="judge")


async def test_blanks_around_a_key_are_no_part_of_it() -> None:
    with LoopbackServer() as server:
        provider = open_provider(parse_provider("m", server.base_url), role="judge", api_key=" sk-typed\n")
        await provider.complete(HELLO)
        await aclose(provider)
    assert server.requests[0].headers["authorization"] == "Bearer sk-typed"


@pytest.mark.parametrize("key", ["sk-one sk-two", "sk-“quoted”", "sk-\x00"])
def test_a_key_that_cannot_be_one_is_refused_without_repeating_it(key: str) -> None:
    with pytest.raises(InputError) as caught:
        open_provider(ProviderSpec(name="openai:gpt-5-mini"), role="judge", api_key=key)
    assert (
        str(caught.value) == "field api_key: The key holds characters that no key has. Copy it again, without blanks."
    )


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("ollama:llama3", "http://localhost:11434/v1"),
        ("vllm:qwen", "http://localhost:8000/v1"),
        ("litellm:m", "http://localhost:4000"),
    ],
)
def test_local_servers_have_a_usual_address_and_need_no_key(name: str, address: str) -> None:
    from langeval_core.providers.vendor_model import open_model

    assert str(open_model(ProviderSpec(name=name), None).base_url).rstrip("/") == address


def test_every_vendor_of_ours_is_one_of_pydantic_ai() -> None:
    from pydantic_ai.providers import infer_provider_class

    unknown = []
    for name in VENDORS:
        try:
            infer_provider_class(name)
        except ImportError:
            continue
        except ValueError:
            unknown.append(name)
    assert unknown == []


def test_every_vendor_of_pydantic_ai_that_writes_text_is_one_of_ours() -> None:
    from pydantic_ai.models import known_model_names

    not_for_text = {"test", "typesafe", "google-decisions", "openai-decisions"}
    named = {model.partition(":")[0] for model in known_model_names()}
    assert {name for name in named if not name.startswith("gateway/")} - not_for_text - set(VENDORS) == set()


@pytest.mark.parametrize("role", ["subject", "judge"])
async def test_a_connection_is_tested_with_one_call_as_the_role_makes_it(role: Role) -> None:
    with LoopbackServer() as server:
        completion = await check_provider(parse_provider("m", server.base_url), role)
    assert completion.text == ("42" if role == "subject" else '{"reason": "as expected", "score": 8}')
    assert server.calls == 1


async def test_a_connection_that_fails_is_not_tried_again() -> None:
    with LoopbackServer() as server:
        server.script(loopback.rate_limited())
        with pytest.raises(ProviderError) as caught:
            await check_provider(parse_provider("m", server.base_url), "subject")
    assert caught.value.kind is ProviderErrorKind.RATE_LIMITED
    assert server.calls == 1


async def test_a_connection_that_hangs_is_given_up() -> None:
    with LoopbackServer() as server:
        server.script(loopback.hanging())
        spec = parse_provider("m", server.base_url).model_copy(update={"timeout_s": 0.2})
        with pytest.raises(ProviderError, match=r"No answer within 0\.2 s"):
            await check_provider(spec, "subject")


async def test_recorded_answers_need_no_connection() -> None:
    completion = await check_provider(ProviderSpec(name="recorded"), "judge")
    assert completion.replayed


async def test_a_rehearsed_fault_does_not_hide_whether_the_server_answers() -> None:
    with LoopbackServer(lambda request: Reply("ready")) as server:
        spec = parse_provider("faulty:m", server.base_url).model_copy(update={"faults": FaultPlan(refusal=1.0)})
        assert (await check_provider(spec, "subject")).text == "ready"


def test_naming_and_opening_what_needs_no_network_imports_no_client() -> None:
    code = (
        "import sys; from langeval_core.providers import registry as r;"
        "r.open_provider(r.parse_provider('faulty:recorded'), role='judge'); r.parse_provider('openai:gpt-5-mini');"
        "print([m for m in ('pydantic_ai', 'openai', 'httpx2', 'anyio') if m in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"
