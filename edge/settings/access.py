"""Settings of who asks and reads, and of where edge listens."""

from typing import Annotated

from edge.settings.part import SettingsPart, about, text


class AccessSettings(SettingsPart, frozen=True, kw_only=True):
    """Who asks, and who may read what is added. No login: whoever can read the files can read all of them."""

    owner: Annotated[
        str,
        text(
            "Who is asking, and whose documents, memories, conversations and traces may be read; empty: "
            "the person of this device."
        ),
    ] = ""
    org: Annotated[
        str, text("The organisation whose shared documents, memories and conversations may be read too.")
    ] = ""
    visibility: Annotated[
        str, text("Who may read memories and conversations that are added: private, org or public.")
    ] = "private"


class ServeSettings(SettingsPart, frozen=True, kw_only=True):
    """Where `edge serve` listens, and how much it takes on."""

    host: Annotated[str, text("The address to listen on; beyond this device only with a token.")] = (
        "127.0.0.1"
    )
    port: Annotated[int, about("The port; 0: any free one.", 0, 65_535)] = 8710
    token_file: Annotated[
        str, text("A file with the token that every client must send; empty: none is needed.")
    ] = ""
    waiting: Annotated[
        int, about("How many requests may wait; further ones are told to come back later.", 0, 10_000)
    ] = 32
