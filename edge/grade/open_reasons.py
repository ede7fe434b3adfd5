"""Why a question is open, and what the judges leave for the person who decides it."""

from __future__ import annotations

from edge import i18n
from edge.i18n import render
from edge.records import GradedQuestion, Reason


def told(question: GradedQuestion, language: str) -> list[str]:
    """The last phase's flags, why judges could not tell, and the suggestion; each once, in a language."""
    audit = question.audit
    last = audit.flags[-1].phase if audit.flags else None
    stale = question.decision is not None and not question.decision.stands
    reasons = [question.feedback] if stale else []
    reasons += [flag.text for flag in audit.flags if flag.phase == last]
    reasons += [opinion.absent for opinion in audit.opinions if opinion.absent]
    if audit.suggestion is not None:
        reasons.append(render(suggested(question, i18n.points(audit.suggestion, language)), language))
    return list(dict.fromkeys(reasons))


def suggested(question: GradedQuestion, grade: str) -> Reason:
    """Whose word it is: the one judge's that said something, the mean of two in dispute, or what both settled
    on and nothing certifies. `grade`: it, as it is shown.
    """
    if question.status == "absent":
        return Reason("graded.one_judge", {"grade": grade})
    if question.status == "uncertified":
        return Reason("graded.both_judges", {"grade": grade})
    return Reason("graded.suggestion", {"grade": grade})
