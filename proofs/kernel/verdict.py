"""What can be said of a claim."""

from enum import Enum


class Verdict(Enum):
    """The verdicts; each value is what the word means, for whoever reads the ledger."""

    PROVED = "shown by the rules of the checker from the hypotheses, which an exact model satisfies"
    SOLVER_ONLY = "a solver answers that no counterexample exists, and nothing was checked independently: not a proof"
    REFUTED = "exact vectors satisfy the hypotheses and violate the conclusion"
    VACUOUS = "a certificate shows that nothing satisfies the hypotheses"
    ILL_POSED = "some term is undefined for inputs that the hypotheses allow, as far as anyone could show"
    UNKNOWN = "nobody decided it within the budget; a time-out is never anything else"
    DISAGREEMENT = "two checkers contradict each other"
    MEASURED = "a seeded experiment, reported with its spread; never a proof"
