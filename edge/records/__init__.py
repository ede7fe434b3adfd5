"""The words of edge as frozen records. They are also the JSON that `--json` prints.

Offsets (`start`, `end`) are code points into the exact text; pages count from 1; durations are milliseconds;
money is US dollars; times are ISO 8601 with offset.
"""

from __future__ import annotations

from edge.records.answer import Answer, Choice, Draft, Dropped
from edge.records.base import SCHEMA, PassKind, Record
from edge.records.extraction import (
    Checkpoint,
    Conflict,
    Context,
    ContextItem,
    ContextUse,
    Correction,
    Extracted,
    Extraction,
    ExtractionType,
    Found,
    Importance,
    MessageAction,
    Proposal,
    Where,
)
from edge.records.index import EmbedReport, IndexReport, Manifest, SourceReport, UnreadText
from edge.records.message import Attachment, Invitation, Machine, Message
from edge.records.model import ModelBrought, ModelEntry, ModelListing, ModelVerification, ModelVerified
from edge.records.passage import (
    Citation,
    EmbeddingSpace,
    Hit,
    Passage,
    RowRun,
    SearchResponse,
    SourceScore,
    Structure,
)
from edge.records.passes import Completed, Confidence, Escalation, PassRecord
from edge.records.reason import Codes, Reason, coded, reasons
from edge.records.stats import Alarm, Labels, ModelCost, Stats

__all__ = [
    "SCHEMA",
    "Alarm",
    "Answer",
    "Attachment",
    "Checkpoint",
    "Choice",
    "Citation",
    "Codes",
    "Completed",
    "Confidence",
    "Conflict",
    "Context",
    "ContextItem",
    "ContextUse",
    "Correction",
    "Draft",
    "Dropped",
    "EmbedReport",
    "EmbeddingSpace",
    "Escalation",
    "Extracted",
    "Extraction",
    "ExtractionType",
    "Found",
    "Hit",
    "Importance",
    "IndexReport",
    "Invitation",
    "Labels",
    "Machine",
    "Manifest",
    "Message",
    "MessageAction",
    "ModelBrought",
    "ModelCost",
    "ModelEntry",
    "ModelListing",
    "ModelVerification",
    "ModelVerified",
    "PassKind",
    "PassRecord",
    "Passage",
    "Proposal",
    "Reason",
    "Record",
    "RowRun",
    "SearchResponse",
    "SourceReport",
    "SourceScore",
    "Stats",
    "Structure",
    "UnreadText",
    "Where",
    "coded",
    "reasons",
]  # fmt: skip
