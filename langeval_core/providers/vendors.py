"""The vendors that can be named, as pydantic-ai names them; data only, so that naming one imports none of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

COMPATIBLE = "openai"
"""The vendor that stands for any OpenAI-compatible server when an address is given."""


class Vendor(NamedTuple):
    """What it takes to reach a vendor.

    Attributes:
        needs: the environment variables it reads its key and whatever else it needs from, in words.
        package: pip requirement that brings its client, empty where it comes with us.
        address: the argument of pydantic-ai's provider class that takes a base URL, empty where there is none.
        default_address: used where neither the user nor the environment (if `needs` names one) gives one.
        key: the argument of pydantic-ai's provider class that takes the key.
    """

    needs: str = ""
    package: str = ""
    address: str = ""
    default_address: str = ""
    key: str = "api_key"


def _slim(extra: str, needs: str, address: str = "") -> Vendor:
    return Vendor(needs, f"pydantic-ai-slim[{extra}]", address)


_GOOGLE = "langeval-dashboard[google]"
_AZURE = "AZURE_OPENAI_ENDPOINT, AZURE_OPENAI_API_KEY and OPENAI_API_VERSION"

VENDORS: Mapping[str, Vendor] = {
    "openai": Vendor("OPENAI_API_KEY", address="base_url"),
    "openai-chat": Vendor("OPENAI_API_KEY", address="base_url"),
    "openai-responses": Vendor("OPENAI_API_KEY", address="base_url"),
    "anthropic": Vendor("ANTHROPIC_API_KEY", "langeval-dashboard[anthropic]", "base_url"),
    "google": Vendor("GOOGLE_API_KEY or GEMINI_API_KEY", _GOOGLE, "base_url"),
    "google-cloud": Vendor("GOOGLE_APPLICATION_CREDENTIALS and GOOGLE_CLOUD_PROJECT", _GOOGLE, "base_url"),
    "ollama": Vendor("OLLAMA_BASE_URL", "", "base_url", "http://localhost:11434/v1"),
    "vllm": Vendor("VLLM_BASE_URL", "", "base_url", "http://localhost:8000/v1"),
    "litellm": Vendor("", "", "api_base", "http://localhost:4000"),
    "alibaba": Vendor("ALIBABA_API_KEY or DASHSCOPE_API_KEY", address="base_url"),
    "azure": Vendor(_AZURE, address="azure_endpoint"),
    "azure-responses": Vendor(_AZURE, address="azure_endpoint"),
    "bedrock": _slim("bedrock", "AWS_DEFAULT_REGION and AWS_BEARER_TOKEN_BEDROCK (or the AWS_ACCESS_KEY_ID pair)"),
    "bedrock-mantle": _slim("bedrock", "AWS_DEFAULT_REGION and AWS_BEARER_TOKEN_BEDROCK"),
    "cerebras": Vendor("CEREBRAS_API_KEY"),
    "cohere": _slim("cohere", "CO_API_KEY"),
    "crusoe": Vendor("CRUSOE_API_KEY"),
    "deepseek": Vendor("DEEPSEEK_API_KEY"),
    "fireworks": Vendor("FIREWORKS_API_KEY"),
    "github": Vendor("GITHUB_API_KEY"),
    "github-copilot": Vendor("GITHUB_COPILOT_API_KEY"),
    "groq": _slim("groq", "GROQ_API_KEY", address="base_url"),
    "heroku": Vendor("HEROKU_INFERENCE_KEY", address="base_url"),
    "huggingface": _slim("huggingface", "HF_TOKEN", address="base_url"),
    "meta": Vendor("META_API_KEY"),
    "mistral": _slim("mistral", "MISTRAL_API_KEY", address="base_url"),
    "moonshotai": Vendor("MOONSHOTAI_API_KEY", address="base_url"),
    "nebius": Vendor("NEBIUS_API_KEY"),
    "openrouter": Vendor("OPENROUTER_API_KEY"),
    "ovhcloud": Vendor("OVHCLOUD_API_KEY"),
    "sambanova": Vendor("SAMBANOVA_API_KEY", address="base_url"),
    "snowflake": _slim("snowflake", "SNOWFLAKE_ACCOUNT and SNOWFLAKE_TOKEN")._replace(key="token"),
    "together": Vendor("TOGETHER_API_KEY"),
    "vercel": Vendor("VERCEL_AI_GATEWAY_API_KEY"),
    "xai": _slim("xai", "XAI_API_KEY"),
    "zai": _slim("zai", "ZAI_API_KEY", address="base_url"),
}
"""Vendor -> what it takes. pydantic-ai's gateway (`gateway/VENDOR`) is named by prefix."""

GATEWAY_PREFIX = "gateway/"


def find_vendor(name: str) -> Vendor | None:
    """The vendor of this name, `None` where it is unknown."""
    if name.startswith(GATEWAY_PREFIX):
        upstream = VENDORS.get(name.removeprefix(GATEWAY_PREFIX))
        return upstream and Vendor("PYDANTIC_AI_GATEWAY_API_KEY", upstream.package)
    return VENDORS.get(name)
