"""What `models/*.toml` says of a model: its files, its variants, and how it wants to be used."""

from __future__ import annotations

from typing import Literal

import msgspec

from edge.errors import ModelError

Kind = Literal["generator", "projector", "embedder", "reranker", "reader"]
Digest = Literal["verified", "second-hand", "unknown"]


class _Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class ModelFile(_Entry, frozen=True, kw_only=True):
    """One file, by its path in the repository. `bytes` is 0 and `sha256` empty where nobody said them.
    `weights`: sha256 of an older file that held the same weights in another graph.
    """

    path: str
    bytes: int = 0
    sha256: str = ""
    digest: Digest = "unknown"
    weights: str = ""

    @property
    def known_as(self) -> str:
        """The sha256 under which what these weights made, and what was fitted with them, names the file:
        another graph rounds otherwise, by less than another processor does.
        """
        return self.weights or self.sha256


class Variant(_Entry, frozen=True, kw_only=True):
    """One quantisation.

    Its first file is the one to open; `memory_mb` is resident memory in use, estimated.
    """

    name: str
    quantisation: str
    memory_mb: int
    files: list[ModelFile]
    default: bool = False
    repository: str = ""  # where it differs from the model's; then its revision goes with it
    revision: str = ""


class Golden(_Entry, frozen=True, kw_only=True):
    """What the published weights give for a query and each document, and how far off it may be.

    `scores` are cosines of an embedder, logits of a reranker.
    """

    query: str
    documents: list[str]
    scores: list[float]
    tolerance: float


class Embedding(_Entry, frozen=True, kw_only=True):
    """How an embedder is used.

    `{title}` and `{text}` are filled in; `first` and `last` are its frame of token ids.
    """

    family: Literal["bert", "gemma"]
    dims: list[int]  # trained sizes, the full one first
    vocabulary: int
    first: int
    last: int
    max_tokens: int
    query_prompt: str = "{text}"
    document_prompt: str = "{text}"
    no_title: str = "none"
    # Of the vector channel, the lexical mix = 1; 0: off unless the settings ask for it.
    fusion_weight: float = 0.0
    languages: list[str] = []  # ISO 639-1; empty: many
    golden: list[Golden] = []


class Reranking(_Entry, frozen=True, kw_only=True):
    """How a cross-encoder is used: `first question last passage last`, at most `max_tokens` in all."""

    vocabulary: int
    first: int
    last: int
    max_tokens: int
    languages: list[str] = []  # ISO 639-1; empty: many
    golden: list[Golden] = []


class Reading(_Entry, frozen=True, kw_only=True):
    """How a reader is used. `version`: of the graph's inputs and outputs."""

    version: int
    vocabulary: int
    languages: list[str] = []  # ISO 639-1; empty: many


class CatalogModel(_Entry, frozen=True, kw_only=True):
    """One entry. `memory_mb` and files are per variant."""

    name: str
    kind: Kind
    title: str
    licence: str
    licence_url: str
    accept: bool = False  # the terms must be accepted before a download
    architecture: str
    parameters: str
    context: int
    repository: str = ""  # empty: built here, see `recipe`
    revision: str = "main"
    shipped: bool = False  # its files lie beside its entry, and come with edge
    recipe: str = ""  # the command that makes it; "{variant}" is filled in
    script: str = ""  # that makes it: edge models make
    notes: str = ""
    variants: list[Variant]
    shared: list[ModelFile] = []  # files that every variant needs (tokenizer)
    embedding: Embedding | None = None
    reranking: Reranking | None = None
    reading: Reading | None = None

    @property
    def golden(self) -> list[Golden]:
        """Published scores that `edge models verify` compares with; empty where there are none."""
        how = self.embedding or self.reranking
        return how.golden if how else []

    @property
    def fitted_with(self) -> str:
        """The sha256 that weights fitted with the default variant name."""
        return self.variant().files[0].known_as

    def variant(self, name: str = "") -> Variant:
        """A variant by name or quantisation; the default one for "". Raises ModelError."""
        wanted = name.lower()
        for variant in self.variants:
            if (variant.default and not wanted) or wanted in (
                variant.name.lower(),
                variant.quantisation.lower(),
            ):
                return variant
        known = ", ".join(variant.name for variant in self.variants)
        raise ModelError(f"{self.name} has no variant {name!r}.", f"Its variants: {known}.")

    def origin(self, variant: Variant) -> tuple[str, str]:
        """Repository and revision that a variant is fetched from; no repository: it is built here."""
        if variant.repository:
            return variant.repository, variant.revision or "main"
        return self.repository, self.revision

    def files_of(self, variant: Variant) -> list[ModelFile]:
        """Everything a variant needs; the file to open first."""
        return [*variant.files, *self.shared]
