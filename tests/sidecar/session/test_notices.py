"""What the footer says while a model is asked."""

from sidecar.session.notices import asking
from sidecar.settings.config import Config, Endpoint, ModelChoice, RecoveryConfig


def test_a_model_of_pi_is_named_with_the_limit_and_in_a_terminal_the_key() -> None:
    config = Config(model=ModelChoice("helper", "helper-1"))
    assert asking(config, in_terminal=True) == (
        "toolrecovery asks helper/helper-1 about a broken call, 20 s at most; Esc stops it"
    )


def test_an_endpoint_goes_before_the_model_as_it_is_asked_before_it() -> None:
    config = Config(
        model=ModelChoice("helper", "helper-1"),
        endpoint=Endpoint("http://127.0.0.1:1/v1", model_id="qwen3:4b"),
        recovery=RecoveryConfig(deadline_s=2.5),
    )
    said = asking(config, in_terminal=False)
    assert said == "toolrecovery asks qwen3:4b about a broken call, 2.5 s at most"
