"""Yes-or-no questions with a passage and the answer that its author gave, for the polarity of the reader.

`faq`: an owner's question whose answer begins with yes or no. `written`: a claim of `training/claims` that the passage states
and that begins so. `condaqa`: questions about a negation in an encyclopedia.
"""

import gzip
import json
import re
from pathlib import Path
from typing import Any

from business_sites import business_sites
from chat_sites import chat_sites
from forms import NOTHING, OPENER, POLARITIES, asks_what, opener_polarity
from paths import CLAIMS, TEXTS
from site_texts import sentences_of

# Longer passages lose their end in a row.
WORDS_MAX = 120
# An answer that goes on like this is not the same without its yes.
_CONDITION = re.compile(r"^(?:if|unless|but|only|provided|except|as long as|kama|ila|lakini|isipokuwa|mradi|ikiwa|tu)\b", re.I)
_CONDAQA = {"YES": "yes", "NO": "no", "DON'T KNOW": POLARITIES[NOTHING]}
Json = dict[str, Any]


def polarity_rows() -> list[Json]:
    rows = {(row["q"], row["passage"][0], row["polarity"]): row for row in [*_faqs(), *_written(), *_condaqa()]}
    return list(rows.values())


def bare(sentences: list[str]) -> list[str]:
    """The answer without its yes or no."""
    first = OPENER.sub("", sentences[0])
    return [first[:1].upper() + first[1:], *sentences[1:]]


def _faqs() -> list[Json]:
    rows = []
    for site in [*business_sites(), *chat_sites()]:
        for entry in site["entries"]:
            polarity = opener_polarity(entry["sentences"][0])
            if entry["kind"] == "faq" and polarity and not asks_what(entry["title"]):
                rest = OPENER.sub("", entry["sentences"][0])
                rows.append(
                    {
                        "kind": "faq", "q": entry["title"], "title": entry["title"], "passage": entry["sentences"], "polarity": polarity,
                        "held": site["held"], "bare": bool(rest) and not _CONDITION.match(rest),
                    }
                )  # fmt: skip
    return rows


def _written() -> list[Json]:
    rows = []
    for path in sorted(CLAIMS.glob("claims-*.jsonl")):
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            asked = row.get("asked") or row["title"]
            found = {opener_polarity(claim) for claim in row["said"]} - {""}
            if len(found) == 1 and asked.strip() and not asks_what(asked):
                rows.append(
                    {"kind": "written", "q": asked, "title": row["title"], "passage": row["passage"], "polarity": found.pop(), "held": False, "bare": False}
                )
    return rows


def _condaqa(path: Path | None = None) -> list[Json]:
    rows = []
    with gzip.open(path or TEXTS / "qa-more/condaqa.jsonl.gz", "rt", encoding="utf-8") as file:
        for row in map(json.loads, file):
            polarity = _CONDAQA.get(row["label"].strip().upper())
            passage = re.sub(r"\s+", " ", row["passage"])
            if polarity and len(passage.split()) <= WORDS_MAX:
                rows.append(
                    {"kind": "condaqa", "q": row["question"], "title": "", "passage": sentences_of(passage), "polarity": polarity, "held": False, "bare": False}
                )
    return rows
