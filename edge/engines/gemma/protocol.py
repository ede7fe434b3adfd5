"""What the parent and the Gemma worker say to each other.

Every request has a number, and its replies carry it: what still
arrives from a request that was given up is thrown away.
"""

from __future__ import annotations

import msgspec


class PromptPart(msgspec.Struct, frozen=True, array_like=True):
    """A piece of a prompt: a control token by its name in the vocabulary, a picture by the digest under which
    it was seen (`See`), or text, which can never become either."""

    text: str = ""
    control: str = ""
    picture: str = ""


class Prompt(msgspec.Struct, frozen=True, array_like=True):
    """Parts in order. The first `fixed` of them never change: the state after them is kept on disk."""

    parts: tuple[PromptPart, ...]
    fixed: int = 0


class Open(msgspec.Struct, frozen=True, tag=True):
    """Load a model. `states`: folder for the states of fixed prompts, "" for none; `model`: the file's
    sha256; `projector`: the file that lets it see pictures, "" for none, and then `micro_batch` holds the
    tokens of a picture."""

    n: int
    path: str
    model: str
    window: int
    batch: int
    micro_batch: int
    threads: int
    flash: bool
    states: str
    projector: str = ""


class Count(msgspec.Struct, frozen=True, tag=True):
    """How many tokens is each text?"""

    n: int
    texts: list[str]


class Score(msgspec.Struct, frozen=True, tag=True):
    """Log-probabilities of labels (one token each) after the prompt."""

    n: int
    prompt: Prompt
    labels: list[str]


class ScoreText(msgspec.Struct, frozen=True, tag=True):
    """Log-probability of each token of a text after the prompt."""

    n: int
    prompt: Prompt
    text: str


class Generate(msgspec.Struct, frozen=True, tag=True):
    """Continue greedily for at most `limit` tokens; `grammar` in GBNF, "" for none; `stream`: send pieces.

    `logprobs` cost one pass over the vocabulary per token, about 3 % of a 270M model's time.
    """

    n: int
    prompt: Prompt
    limit: int
    grammar: str = ""
    stream: bool = False
    logprobs: bool = True


class See(msgspec.Struct, frozen=True, tag=True):
    """Look at a picture and keep what the model sees of it. `data`: `side` x `side` pixels of three bytes,
    compressed by zlib; empty: only say whether it is still known.
    """

    n: int
    sha256: str
    side: int = 0
    data: bytes = b""


class Cancel(msgspec.Struct, frozen=True, tag=True):
    """Give up request `n`."""

    n: int


Request = Open | Count | Score | ScoreText | Generate | See | Cancel


class Opened(msgspec.Struct, frozen=True, tag=True):
    """The model is ready. `build`: features compiled into llama.cpp, as it names them."""

    n: int
    library: str
    build: str
    vocabulary: int
    window: int


class Counted(msgspec.Struct, frozen=True, tag=True):
    n: int
    counts: list[int]


class Scored(msgspec.Struct, frozen=True, tag=True):
    """`logprobs` over the whole vocabulary; `prompt` tokens of which `reused` were not computed again."""

    n: int
    logprobs: list[float]
    prompt: int
    reused: int
    prefill_ms: float


class TextScored(msgspec.Struct, frozen=True, tag=True):
    n: int
    logprobs: list[float]
    prompt: int
    reused: int


class Seen(msgspec.Struct, frozen=True, tag=True):
    """`tokens` that a picture takes in a prompt; 0: it is not known (any more)."""

    n: int
    tokens: int
    ms: float = 0.0


class Piece(msgspec.Struct, frozen=True, tag=True):
    """Some text of a stream."""

    n: int
    text: str


class Generated(msgspec.Struct, frozen=True, tag=True):
    """`finish`: "stop" (the model or the grammar ended it), "length" (cut) or "cancelled".

    `logprobs` are taken before the grammar; `rejected` counts the tokens that the grammar forbade. `ends`:
    characters of `text` there were after each token.
    """

    n: int
    text: str
    finish: str
    logprobs: list[float]
    written: int
    rejected: int
    prompt: int
    reused: int
    prefill_ms: float
    decode_ms: float
    ends: list[int] = []


class Failed(msgspec.Struct, frozen=True, tag=True):
    """The request cannot be done. `kind`: model, prompt_too_long, grammar, label, picture, cancelled, memory
    or bug."""

    n: int
    kind: str
    message: str


Reply = Opened | Counted | Scored | TextScored | Seen | Piece | Generated | Failed

requests: msgspec.msgpack.Decoder[Request] = msgspec.msgpack.Decoder(Request)
replies: msgspec.msgpack.Decoder[Reply] = msgspec.msgpack.Decoder(Reply)
