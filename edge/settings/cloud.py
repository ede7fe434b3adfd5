"""Settings of what leaves this device, and of what is warned of."""

from typing import Annotated

from edge.settings.part import MB, SettingsPart, about, text


class CloudSettings(SettingsPart, frozen=True, kw_only=True):
    """Claude: off until permitted. Budgets count what was reserved, whatever became of it."""

    mode: Annotated[
        str,
        text(
            "Whether Claude may be asked: never, ask (in the terminal, each time), or auto (with a "
            "recorded consent)."
        ),
    ] = "never"
    ladder: Annotated[str, text("The tiers of the price file to ask, in this order.")] = "sonnet,opus"
    models: Annotated[
        str,
        text(
            'The model of each tier, for example "sonnet=claude-sonnet-5-5"; empty: those of the price file.'
        ),
    ] = ""
    base_url: Annotated[str, text("The address that requests are sent to.")] = "https://api.anthropic.com"
    key: Annotated[str, text("The NAME of the environment variable that has the key.")] = "ANTHROPIC_API_KEY"
    seconds: Annotated[
        float, about("The time limit for one call with its retries, in seconds.", 0.01, 3_600)
    ] = 60.0
    retries: Annotated[
        int, about("How often to try again after a reply that says that nothing was done.", 0, 10)
    ] = 2
    max_bytes: Annotated[int, about("The largest number of bytes of a reply.", 1_024, 1_000 * MB)] = 2 * MB
    max_tokens: Annotated[
        int, about("The largest number of tokens of a reply, including its thinking.", 16, 1_000_000)
    ] = 4_096
    effort: Annotated[str, text("How hard Claude thinks: low, medium or high.")] = "medium"
    passages: Annotated[bool, about("Allow passages and quotes to be sent, not only the question.")] = True
    redact: Annotated[
        str, text("The kinds of data that are masked before anything is sent; email may be added.")
    ] = "iban,card,id,phone,key"
    redact_words: Annotated[str, text("Words of your own that are masked too, separated by commas.")] = ""
    resend: Annotated[bool, about("Send again what may have been sent, and billed, before.")] = False
    audit_bodies: Annotated[
        bool, about("Keep the bytes that were sent in the audit, not only their hash.")
    ] = True
    day_calls: Annotated[int, about("The largest number of calls a day.", 0, 1_000_000)] = 50
    day_tokens: Annotated[int, about("The largest number of tokens a day.", 0, 1_000_000_000_000)] = 500_000
    day_usd: Annotated[float, about("The most that may be spent in a day, in US dollars.", 0, 1000000.0)] = (
        1.0
    )
    month_usd: Annotated[
        float, about("The most that may be spent in a month, in US dollars.", 0, 1000000.0)
    ] = 10.0

    @property
    def tiers(self) -> list[str]:
        """The names on the ladder, each once; `edge.cloud.prices` knows which there are."""
        return list(dict.fromkeys(name.strip() for name in self.ladder.split(",") if name.strip()))


class AlarmSettings(SettingsPart, frozen=True, kw_only=True):
    """What `edge stats` warns of; `--check` makes it an exit code. 0 switches an alarm off."""

    day_usd: Annotated[float, about("Alarm: US dollars spent in a day; 0: off.", 0, 1000000.0)] = 0.5
    opus_share: Annotated[float, about("Alarm: the share of messages that went to Opus; 0: off.", 0, 1)] = (
        0.05
    )
    clarification_share: Annotated[
        float,
        about(
            "Alarm: the share of messages about which you were asked, of those that a language model "
            "read; 0: off.",
            0,
            1,
        ),
    ] = 0.2
    mean_confidence: Annotated[float, about("Alarm: the mean confidence is below this; 0: off.", 0, 1)] = 0.0
    p95_seconds: Annotated[
        float, about("Alarm: the time in seconds that the slowest twentieth takes; 0: off.", 0, 1000000.0)
    ] = 0.0
    drift: Annotated[
        bool, about("Alarm: your corrections show that a calibration of yours broke its promise.")
    ] = True
