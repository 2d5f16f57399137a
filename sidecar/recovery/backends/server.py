"""What a model's server says of itself: vLLM, SGLang, llama.cpp and Ollama each answer one of four questions.

Only GET, without a key, and only where the person asks for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit, urlunsplit

PATIENCE_S = 2.0  # for each question; they are asked at the same time
BODY_BYTES = 2_000_000  # llama.cpp's answer holds the chat template
QUESTIONS = ("/version", "/props", "/get_server_info", "/api/version")


def answers(base_url: str, patience_s: float = PATIENCE_S) -> Mapping[str, Mapping[str, Any]]:
    """By question, the object that the server answers. Nothing for one that it does not know."""
    try:
        root = _root(base_url)
    except ValueError:
        return {}
    with ThreadPoolExecutor(len(QUESTIONS)) as asking:
        found = list(asking.map(lambda question: _ask(root + question, patience_s), QUESTIONS))
    return {question: answer for question, answer in zip(QUESTIONS, found, strict=True) if answer}


def _root(base_url: str) -> str:
    """The address without the path of the API: `http://host:8000/v1` → `http://host:8000`."""
    parts = urlsplit(base_url)
    return urlunsplit((parts.scheme, parts.netloc, parts.path.rstrip("/").removesuffix("/v1"), "", ""))


def _ask(url: str, patience_s: float) -> Mapping[str, Any]:
    import httpx

    body = b""
    try:
        with (
            httpx.Client(timeout=patience_s, follow_redirects=False, trust_env=False) as client,
            client.stream("GET", url) as response,
        ):
            for piece in response.iter_bytes():
                body += piece
                if len(body) > BODY_BYTES:
                    return {}
        answer = httpx.Response(response.status_code, content=body).json() if response.is_success else None
    except (httpx.HTTPError, httpx.InvalidURL, ValueError, OSError):
        return {}
    return answer if isinstance(answer, dict) else {}
