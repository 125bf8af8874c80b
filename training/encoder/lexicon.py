"""The lexicon of packages/answer-model, for query expansion and word-by-word translation."""

import random
import re
from pathlib import Path

from tokens import words_of

_SPLIT = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[^\w\s]+")
_INTO_SWAHILI = {
    "who": "nani", "when": "lini", "where": "wapi", "what": "nini", "which": "gani", "why": "kwa nini",
    "many": "ngapi", "much": "kiasi gani", "is": "ni", "are": "ni", "of": "ya", "in": "katika", "and": "na",
    "how": "vipi", "you": "ninyi", "your": "yenu", "my": "yangu", "i": "mimi", "for": "kwa", "or": "au",
    "not": "si", "from": "kutoka", "with": "na", "can": "naweza", "there": "kuna",
}  # fmt: skip
_INTO_ENGLISH = {
    "je": "", "nani": "who", "lini": "when", "wapi": "where", "nini": "what", "gani": "which", "ngapi": "how many",
    "ni": "is", "ya": "of", "wa": "of", "za": "of", "la": "of", "cha": "of", "kwa": "for", "na": "and", "au": "or",
    "katika": "in", "kutoka": "from", "kuna": "is there", "mna": "do you have", "upi": "which", "ipi": "which",
    "naweza": "can i", "sio": "not", "si": "not", "bei": "price", "kiasi": "amount",
}  # fmt: skip
# Swahili prefixes of borrowed verbs: mnadeliver, kucancel, nitapay.
_VERB_START = re.compile(r"(?:m|u|tu|wa|ni|a|i|zi)(?:na|ta|me|li)(?=[a-z]{3})|ku(?=[a-z]{4})")
_DROPPED = {"a", "an", "the", "do", "does", "did", "was", "were", "be", "been", "has", "have", "had", "to", "it", "that"}


class Lexicon:
    """Translations with scores, in both directions."""

    def __init__(self, folder: Path) -> None:
        self.swahili = _read(folder / "swahili-english.tsv")
        self.english = _read(folder / "english-swahili.tsv")

    def search_words(self, word: str) -> list[tuple[str, float]]:
        """Further search words with weights: the three best translations with a score of at least .12."""
        found = [*self.swahili.get(word, ())[:3], *self.english.get(word, ())[:3]]
        return [(other, min(1.0, 1.3 * score)) for other, score in found if score >= 0.12]

    def translated(self, text: str, into: str, chance: random.Random, share: float = 1.0) -> str:
        """Translates word by word; with `share` below one, the result is mixed."""
        table, small = (self.english, _INTO_SWAHILI) if into == "sw" else (self.swahili, _INTO_ENGLISH)
        words = []
        for position, raw in enumerate(_SPLIT.findall(text)):
            word = "".join(words_of(raw)).replace("'", "")
            if share < 1 and chance.random() > share:
                words.append(raw)
            elif word in small:
                words.append(small[word])
            elif into == "sw" and word in _DROPPED:
                continue
            elif word.isdigit() or (position > 0 and raw[:1].isupper() and into == "sw"):
                words.append(raw)
            else:
                start = _VERB_START.match(word) if into == "en" else None
                rest = word[start.end() :] if start else ""
                pairs = table.get(word) or table.get(rest) or table.get(f"ku{rest}") or ()
                found = [other for other, score in pairs if score >= 0.15]
                # Speakers do not always use the first translation.
                other = chance.choice(found[:3]) if found else raw
                words.append(f"{start[0]}{other}" if start and found and share < 1 and chance.random() < 0.5 else other)
        return re.sub(r"\s+([?.,!;:])", r"\1", " ".join(word for word in words if word))


def _read(path: Path) -> dict[str, list[tuple[str, float]]]:
    table: dict[str, list[tuple[str, float]]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition("\t")
        parts = rest.split(" ")
        table[word] = [(parts[i], int(parts[i + 1]) / 100) for i in range(0, len(parts) - 1, 2)]
    return table
