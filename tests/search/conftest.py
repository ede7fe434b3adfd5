"""Knowledge bases in memory for the tests of the store."""

from __future__ import annotations

import apsw
import pytest
from memory_base import RULES, MakeKnowledge, knowledge_of


@pytest.fixture
def make_knowledge() -> MakeKnowledge:
    """Builds a searchable knowledge base of pages given as tuples."""
    return knowledge_of


@pytest.fixture
def rules() -> apsw.Connection:
    """Three short documents of rules."""
    return knowledge_of(RULES)
