"""Claims with passages that state them or not: from public NLI sets, translations, answers of models, and generated changes."""

import gzip
import json
import random
import re
from collections.abc import Sequence
from typing import Any

from lexicon import Lexicon
from noise import misspelt, names_in, swapped
from paths import CARRIED, CLAIMS, TEXTS

Json = dict[str, Any]
PARALLEL = ("aosp", "firefox", "kolibri", "ntrex", "tico19", "odk-collect", "oppia-android", "bible-ulb-web")
SCRIPTURE_SHARE = 0.15
# The check removes a leading yes or no. Authors put it before true claims, so it must not reveal the label here.
_OPENER = re.compile(r"^(?:yes|no|ndiyo|ndio|naam|hapana|la|sure|of course|certainly)\s*[,;:!.–—-]+\s*", re.I)
_NLI = ("snli", "mnli", "scitail")
_NEGATED = (
    (r"\bis not\b", "is"), (r"\bare not\b", "are"), (r"\bdo not\b", "do"), (r"\bcannot\b", "can"), (r"\bnot\b", ""), (r"\bonly\b", "also"),
    (r"\bis\b", "is not"), (r"\bare\b", "are not"), (r"\bcan\b", "cannot"), (r"\bmust\b", "need not"), (r"\bwe (\w+)", r"we do not \1"),
    (r"\bhatu(?=\w)", "tuna"), (r"\btuna(?=\w)", "hatu"), (r"\bhakuna\b", "kuna"), (r"\bkuna\b", "hakuna"), (r"\bsi\b", "ni"), (r"\bni\b", "si"),
    (r"\bhuwezi\b", "unaweza"), (r"\bunaweza\b", "huwezi"), (r"\blazima\b", "si lazima"), (r"\btu\b", "pia"), (r"\bbila\b", "pamoja na"),
)  # fmt: skip


def claim_rows(chance: random.Random) -> list[Json]:
    """Claims with their passage, their label, and the kind that determines their share in a batch."""
    rows: list[Json] = []
    for name in _NLI:
        with gzip.open(TEXTS / f"qa-more/{name}.jsonl.gz", "rt", encoding="utf-8") as file:
            for row in map(json.loads, file):
                said = row["label"] == "entailment"
                rows.append({"kind": "nli", "claim": row["hypothesis"], "passage": [row["premise"]], "title": "", "said": said, "lang": "en"})
    for name in PARALLEL:
        rows += _translations(name, chance)
    for line in (CARRIED / "claims.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        rows.append({"kind": "model", **row, "passage": [row["passage"]]})
    return [{**row, "claim": _OPENER.sub("", row["claim"])} for row in rows + _written() + _contrasts()]


def _written() -> list[Json]:
    """Written claims about passages of the businesses: three that each passage states, and four that it does not."""
    rows = []
    for path in sorted(CLAIMS.glob("claims-*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            asked = row.get("asked", "")
            for said, claims in ((True, row["said"]), (False, row["unsaid"])):
                rows += [
                    {"kind": "written", "claim": claim, "asked": asked, "passage": row["passage"], "title": row["title"], "said": said}
                    for claim in claims
                ]
    return rows


def _contrasts() -> list[Json]:
    """Each claim with a passage that states it and an altered one that does not, so that the claim alone has no hint."""
    rows = []
    for path in sorted(CLAIMS.glob("contrast-*.jsonl")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
            row = json.loads(line)
            about = {"kind": "contrast", "asked": row["asked"], "title": row["title"], "held": number % 10 == 0}
            for pair in row["pairs"]:
                for key, claim in pair.items():
                    rows += [{**about, "claim": claim, "passage": row[name], "said": name == key} for name in ("passage", "altered")]
    return rows


def _translations(name: str, chance: random.Random) -> list[Json]:
    """A sentence is stated by its translation among its neighbours, and not by the neighbours alone."""
    pairs = [line.split("\t")[:2] for line in (TEXTS / f"parallel/{name}.tsv").read_text(encoding="utf-8").splitlines()]
    share = SCRIPTURE_SHARE if name.startswith("bible") else 1.0
    rows = []
    for place, pair in enumerate(pairs):
        if len(pair) < 2 or chance.random() > share or not 3 <= len(pair[0].split()) <= 40:
            continue
        claim, language = chance.choice([(0, "sw"), (1, "en")])
        around = pairs[max(0, place - 1) : place] + pairs[place + 1 : place + 2]
        said = chance.random() < 0.6
        passage = [other[1 - claim] for other in around if len(other) > 1 and other[1 - claim] != pair[1 - claim]]
        if said:
            passage.insert(chance.randrange(len(passage) + 1), pair[1 - claim])
        if passage:
            rows.append({"kind": "translation", "claim": pair[claim], "passage": passage, "title": "", "said": said, "lang": language})
    return rows


def twisted(sentences: Sequence[str], others: Sequence[str], lexicon: Lexicon, chance: random.Random) -> tuple[str, bool]:
    """One of the sentences, unchanged, reworded, or changed so that the passage no longer states it."""
    sentence = chance.choice(sentences)
    roll = chance.random()
    if roll < 0.2:
        return sentence, True
    if roll < 0.3:
        return misspelt(sentence, chance, 0.05), True
    if roll < 0.45:
        into = "en" if _is_swahili(sentence) else "sw"
        return lexicon.translated(sentence, into, chance, chance.choice((1.0, 1.0, 0.6))), True
    changed = None
    if roll < 0.62:
        changed = _other_number(sentence, chance)
    elif roll < 0.8:
        changed = negated(sentence, chance)
    elif roll < 0.9:
        changed = swapped(sentence, [word for other in others for word in names_in(other)] or ["Kisumu", "7"], chance)
    if changed is None or changed == sentence:
        return chance.choice(others), False
    return changed, False


def _is_swahili(sentence: str) -> bool:
    return bool(re.search(r"\b(?:ya|wa|na|kwa|ni|za|la|cha)\b", sentence))


def _other_number(sentence: str, chance: random.Random) -> str | None:
    numbers = list(re.finditer(r"\d[\d,]*", sentence))
    if not numbers:
        return None
    found = chance.choice(numbers)
    value = int(found[0].replace(",", ""))
    other = chance.choice([value + chance.randint(1, 9), value * 2, value * 10, max(0, value - chance.randint(1, 5)), value + 50])
    text = f"{other:,}" if "," in found[0] else str(other)
    return None if text == found[0] else sentence[: found.start()] + text + sentence[found.end() :]


def negated(sentence: str, chance: random.Random) -> str | None:
    fitting = [(old, new) for old, new in _NEGATED if re.search(old, sentence, re.I)]
    if not fitting:
        return None
    old, new = chance.choice(fitting)
    return re.sub(old, new, sentence, count=1, flags=re.I)
