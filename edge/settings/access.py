"""Settings of who asks and reads, and of where edge listens."""

from typing import Annotated

from edge.settings.part import SettingsPart, about, text


class AccessSettings(SettingsPart, frozen=True, kw_only=True):
    """Who asks, and who may read what is added. No login: whoever can read the files can read all of them."""

    owner: Annotated[
        str,
        text("Who asks: whose documents, memories, conversations and traces; empty: this device's person."),
    ] = ""
    org: Annotated[str, text("The organisation whose shared ones are read too.")] = ""
    visibility: Annotated[
        str, text("Of memories and conversations that are added: private, org or public.")
    ] = "private"


class ServeSettings(SettingsPart, frozen=True, kw_only=True):
    """Where `edge serve` listens, and how much it takes on."""

    host: Annotated[str, text("Address to listen on; beyond this device only with a token.")] = "127.0.0.1"
    port: Annotated[int, about("Port; 0: a free one.", 0, 65_535)] = 8710
    token_file: Annotated[str, text("File that holds the token to ask for; empty: none is asked for.")] = ""
    waiting: Annotated[
        int, about("Requests that may wait for the one at work; more are told to come back.", 0, 10_000)
    ] = 32
