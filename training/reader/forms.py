"""What a question asks for (its form), and what a passage answers to a yes-or-no question (its polarity), as numbers.

The order of both lists is the order of the scores in the exported file.
"""

import re

FORMS = ("value", "list", "count", "compare", "lowest", "highest", "total", "all", "now", "day", "yes-or-no")
POLARITIES = ("yes", "no", "depends", "nothing")
YES_OR_NO, NOTHING = FORMS.index("yes-or-no"), POLARITIES.index("nothing")
# The loss and the figures leave out a row without a label.
UNKNOWN = -1

# The word with which an owner's answer to a yes-or-no question begins.
OPENER = re.compile(r"^(yes|ndiyo|ndio|naam|no|hapana)\s*[,;:!.–—-]+\s*", re.I)
_YES = ("yes", "ndiyo", "ndio", "naam")
# Answers of code, or not clearly with or without a yes or no.
_COMPUTED = ("compare", "now", "day")
_BEGINS_LIKE_ONE = re.compile(
    r"^(?:(?:and|so|ok|okay|but|na|hi|hello|please|samahani|sawa)[\s,]+)*"
    r"(?:do|does|did|is|are|was|can|could|will|would|may|must|should|have|has|am|je|naweza|tunaweza|mnaweza|anaweza|kuna|iko|mna|mko)\b",
    re.I,
)
_ASKS_WHAT = re.compile(
    r"\b(?:how|what|when|where|which|who|whose|why|gani|nini|nani|lini|wapi|ngapi|vipi|aje|kiasi|ipi|upi|yupi|zipi|yapi|wangapi|mangapi|mingapi)\b", re.I
)


def name_of(form: str) -> str:
    """`count` of `count=20`."""
    return form.partition("=")[0]


def form_number(form: str) -> int:
    """A question that is answered by yes, no or depends is a yes-or-no question; no form is no label."""
    name = name_of(form)
    if not name:
        return UNKNOWN
    return YES_OR_NO if name in POLARITIES else FORMS.index(name)


def polarity_number(form: str, text: str) -> int:
    """What the passage that answers this question says to it."""
    name = name_of(form)
    if name in POLARITIES:
        return POLARITIES.index(name)
    if not name or name in _COMPUTED or (name == "value" and begins_like_yes_or_no(text)):
        return UNKNOWN
    return NOTHING


def opener_polarity(text: str) -> str:
    """`yes` or `no` if a text begins with it in either language, else empty."""
    found = OPENER.match(text)
    if found is None:
        return ""
    return "yes" if found[1].lower() in _YES else "no"


def begins_like_yes_or_no(text: str) -> bool:
    """`is there a hall` may be answered with a yes, although its form is a value."""
    return bool(_BEGINS_LIKE_ONE.match(text)) and not asks_what(text)


def asks_what(text: str) -> bool:
    return bool(_ASKS_WHAT.search(text))
