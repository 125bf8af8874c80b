"""Figures on forms and polarities, from labels and scores as numpy arrays."""

from typing import Any

import numpy as np

from forms import FORMS, NOTHING, POLARITIES, UNKNOWN, YES_OR_NO

# What a question wants said first, besides the four polarities: its information does not answer it, or it has no clear label.
UNANSWERED, UNCLEAR = len(POLARITIES), UNKNOWN
WANTED = (*POLARITIES, "unanswered")
CURVE = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.995)
WRONG_MAX = 0.01
Json = dict[str, Any]


def softmax(scores: np.ndarray) -> np.ndarray:
    raised = np.exp(scores - scores.max(-1, keepdims=True))
    return raised / raised.sum(-1, keepdims=True)


def form_figures(wanted: np.ndarray, found: np.ndarray, followed: np.ndarray) -> Json:
    """How often the form is right: overall, alone and as a follow-up, and for each class its recall, precision and most frequent mistake."""
    known = wanted != UNKNOWN
    wanted, found, followed = wanted[known], found[known], followed[known]
    if not len(wanted):
        return {"questions": 0}
    right = wanted == found
    figures: Json = {"questions": len(wanted), "right": _share(right), "alone": _share(right[~followed]), "follow-ups": _share(right[followed])}
    computed = wanted != FORMS.index("value")
    figures["right of all but value"] = _share(right[computed])
    for number, name in enumerate(FORMS):
        own, said = wanted == number, found == number
        if own.any() or said.any():
            mistakes = np.bincount(found[own & ~right], minlength=len(FORMS))
            worst = f"{FORMS[int(mistakes.argmax())]} {int(mistakes.max())}" if mistakes.any() else ""
            figures[name] = {"of": int(own.sum()), "recall": _share(right[own]), "precision": _share(right[said]), "mistaken for": worst}
    return figures


def polarity_confusion(wanted: np.ndarray, found: np.ndarray) -> Json:
    """The polarities that were found for each that was wanted, in the order of POLARITIES."""
    return {name: np.bincount(found[wanted == number], minlength=len(POLARITIES)).tolist() for number, name in enumerate(WANTED) if (wanted == number).any()}


def polarity_figures(wanted: np.ndarray, share: np.ndarray, answered: np.ndarray) -> Json:
    """Which answers begin with a yes or a no at each threshold; `share` has a column for yes and one for no.

    Only answered questions get a word. `reversed`: yes for no, or no for yes. `wrong`: also a word where the answer depends, where
    the question asks for something else, or where nothing answers it. Both are shares of the answers that begin with a word;
    `coverage` is the share of all yes-or-no questions that get the right one.
    """
    known = wanted != UNCLEAR
    wanted, share, answered = wanted[known], share[known], answered[known]
    word, sure = share.argmax(1), np.where(answered, share.max(1), -1.0)
    possible = int((wanted <= 1).sum())
    figures: Json = {"yes-or-no questions": possible}
    if not possible:
        return figures
    curve = {threshold: _at(wanted, word, sure > threshold, possible) for threshold in CURVE}
    figures |= {f"over {threshold}": found for threshold, found in curve.items()}
    every = [(float(threshold), _at(wanted, word, sure > threshold, possible)) for threshold in np.unique(sure[sure >= 0])]
    for name in ("reversed", "wrong"):
        fitting = [(found["coverage"], found["said"], threshold) for threshold, found in every if found["said"] and found[name] <= WRONG_MAX]
        best = max(fitting, default=None)
        figures[f"at most {WRONG_MAX} {name}: coverage, said, threshold"] = [round(each, 4) for each in best] if best else None
    return figures


def _at(wanted: np.ndarray, word: np.ndarray, said: np.ndarray, possible: int) -> Json:
    count = max(1, int(said.sum()))
    right = int((said & (word == wanted)).sum())
    turned = int((said & (wanted <= 1) & (word != wanted)).sum())
    return {
        "said": int(said.sum()), "coverage": round(right / possible, 4), "reversed": round(turned / count, 4),
        "wrong": round((int(said.sum()) - right) / count, 4), "reversed, depends, nothing, unanswered": [turned, *(int((said & (wanted == each)).sum()) for each in (2, 3, 4))],
    }  # fmt: skip


def first_word(has_gold: bool, polarity: int) -> int:
    """What an answer to a question should begin with."""
    return polarity if has_gold else UNANSWERED


def yes_and_no(polarity: np.ndarray, form: np.ndarray | None = None) -> np.ndarray:
    """The shares of yes and no, optionally times the share of the form yes-or-no."""
    found = softmax(polarity)[:, :NOTHING][:, :2]
    return found * softmax(form)[:, YES_OR_NO, None] if form is not None else found


def _share(right: np.ndarray) -> float | None:
    return round(float(right.mean()), 4) if len(right) else None
