"""The tokenizer of multilingual-e5: Unigram over words that begin with ▁, reduced to the pieces that our texts use.

1. NFKC; control and format characters are removed; runs of white space become one space.
2. A word is the text between spaces, with ▁ before it, and is split into the pieces with the highest sum of log probabilities;
   a character that is in no piece costs `UNKNOWN_COST` and is [UNK].
"""

import unicodedata
from pathlib import Path

from tokens import CLS, PAD, SEP, SPECIAL, UNK

UNKNOWN_COST = -30.0
WORD_CHARACTERS_MAX = 60
__all__ = ["CLS", "PAD", "SEP", "Unigram"]


class Unigram:
    """Lines of `piece TAB log probability`, the special ones first."""

    def __init__(self, pieces: list[tuple[str, float]]) -> None:
        self.vocabulary = [piece for piece, _ in pieces]
        self._number = {piece: (place, cost) for place, (piece, cost) in enumerate(pieces) if piece not in SPECIAL}
        self._longest = max(map(len, self._number))
        self._cuts: dict[str, tuple[int, ...]] = {}

    @staticmethod
    def read(path: Path) -> "Unigram":
        rows = (line.split("\t") for line in path.read_text(encoding="utf-8").rstrip("\n").split("\n"))
        return Unigram([(piece, float(cost)) for piece, cost in rows])

    def pieces(self, text: str) -> list[int]:
        """Piece ids of a text without the special ones."""
        numbers: list[int] = []
        for word in normalized(text).split():
            cut = self._cuts.get(word)
            if cut is None:
                cut = self._cuts[word] = self._cut(f"▁{word[:WORD_CHARACTERS_MAX]}")
            numbers.extend(cut)
        return numbers

    def _cut(self, word: str) -> tuple[int, ...]:
        best = [0.0] + [-1e9] * len(word)
        back: list[tuple[int, int]] = [(0, UNK)] * (len(word) + 1)
        for end in range(1, len(word) + 1):
            for start in range(max(0, end - self._longest), end):
                number, cost = self._number.get(word[start:end], (UNK, UNKNOWN_COST if end - start == 1 else -1e9))
                if best[start] + cost > best[end]:
                    best[end], back[end] = best[start] + cost, (start, number)
        cut: list[int] = []
        end = len(word)
        while end > 0:
            end, number = back[end]
            cut.append(number)
        return tuple(reversed(cut))


def normalized(text: str) -> str:
    kept = (" " if character.isspace() else character for character in unicodedata.normalize("NFKC", text))
    return "".join(character for character in kept if unicodedata.category(character) not in ("Cc", "Cf"))
