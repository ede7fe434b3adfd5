"""Settings of what leaves this device, and of what is warned of."""

from typing import Annotated

from edge.settings.part import MB, SettingsPart, about, text


class CloudSettings(SettingsPart, frozen=True, kw_only=True):
    """Claude: off until permitted. Budgets count what was reserved, whatever became of it."""

    mode: Annotated[
        str, text("never, ask (at a terminal, each time), or auto (with a recorded consent).")
    ] = "never"
    ladder: Annotated[str, text("Who is asked, in this order: tiers of the price file.")] = "sonnet,opus"
    models: Annotated[
        str, text('Tiers and their models, e.g. "sonnet=claude-sonnet-5-5"; empty: those of the price file.')
    ] = ""
    base_url: Annotated[str, text("Where requests go.")] = "https://api.anthropic.com"
    key: Annotated[str, text("NAME of the environment variable that holds the key.")] = "ANTHROPIC_API_KEY"
    seconds: Annotated[float, about("Time for one call with its retries.", 0.01, 3_600)] = 60.0
    retries: Annotated[
        int, about("Further tries after an answer that says that nothing was done.", 0, 10)
    ] = 2
    max_bytes: Annotated[int, about("Bytes of an answer.", 1_024, 1_000 * MB)] = 2 * MB
    max_tokens: Annotated[int, about("Tokens that an answer may take, thinking included.", 16, 1_000_000)] = (
        4_096
    )
    effort: Annotated[str, text("How hard Claude thinks: low, medium or high.")] = "medium"
    passages: Annotated[bool, about("Passages and quotes may leave, not the question alone.")] = True
    redact: Annotated[str, text("Kinds that are masked before anything leaves; also: email.")] = (
        "iban,card,id,phone,key"
    )
    redact_words: Annotated[str, text("Words of your own that are masked too, with commas.")] = ""
    resend: Annotated[bool, about("Send again what may have been sent, and billed, before.")] = False
    audit_bodies: Annotated[bool, about("Keep the bytes that left in the audit, not their hash alone.")] = (
        True
    )
    day_calls: Annotated[int, about("Calls a day.", 0, 1_000_000)] = 50
    day_tokens: Annotated[int, about("Tokens a day.", 0, 1_000_000_000_000)] = 500_000
    day_usd: Annotated[float, about("US dollars a day.", 0, 1000000.0)] = 1.0
    month_usd: Annotated[float, about("US dollars a month.", 0, 1000000.0)] = 10.0

    @property
    def tiers(self) -> list[str]:
        """The names on the ladder, each once; `edge.cloud.prices` knows which there are."""
        return list(dict.fromkeys(name.strip() for name in self.ladder.split(",") if name.strip()))


class AlarmSettings(SettingsPart, frozen=True, kw_only=True):
    """What `edge stats` warns of; `--check` makes it an exit code. 0 switches an alarm off."""

    day_usd: Annotated[float, about("US dollars a day.", 0, 1000000.0)] = 0.5
    opus_share: Annotated[float, about("Share of messages that went to Opus.", 0, 1)] = 0.05
    clarification_share: Annotated[
        float, about("Share asked back, of messages that a language model read.", 0, 1)
    ] = 0.2
    mean_confidence: Annotated[float, about("Mean confidence, at least.", 0, 1)] = 0.0
    p95_seconds: Annotated[float, about("Time of the slowest twentieth.", 0, 1000000.0)] = 0.0
    drift: Annotated[
        bool, about("A calibration of yours whose promise was broken by what you corrected since.")
    ] = True
