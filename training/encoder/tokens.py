"""Tokeniser: a lower-casing WordPiece that is easy to implement in any language.

1. Curly quotes and dashes become plain ones; control and format characters (Cc, Cf) become a space, except
   that a zero-width one (Cf) is removed.
2. NFD; marks (Mn) are removed; then lower case.
3. A word is a run of letters, digits and remaining marks; every other character except a space is a separate
   word (so don't is don ' t, and ng'ombe is ng ' ombe).
4. A word is split greedily into the longest pieces of the vocabulary, with `##` before all but the first. A word
   that cannot be split, or of more than 100 characters, is [UNK].
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path

PAD, UNK, CLS, SEP = 0, 1, 2, 3
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
WORD_CHARACTERS_MAX = 100

_PLAIN = str.maketrans({"‘": "'", "’": "'", "ʼ": "'", "`": "'", "´": "'", "“": '"', "”": '"', "–": "-", "—": "-"})
_ASCII_WORD = re.compile(r"[a-z0-9]+|[^\sa-z0-9]")


def words_of(text: str) -> list[str]:
    """The words of a text after normalisation."""
    text = text.translate(_PLAIN)
    if text.isascii():
        return _ASCII_WORD.findall("".join(c if c >= " " and c != "\x7f" else " " for c in text).lower())
    kept = []
    for character in unicodedata.normalize("NFD", text):
        category = unicodedata.category(character)
        if category == "Cc":
            kept.append(" ")
        elif category not in ("Cf", "Mn"):
            kept.append(character)
    words: list[str] = []
    run = ""
    for character in "".join(kept).lower():
        if unicodedata.category(character)[0] in "LNM":
            run += character
            continue
        if run:
            words.append(run)
            run = ""
        if not character.isspace():
            words.append(character)
    return [*words, run] if run else words


class Tokenizer:
    """A vocabulary of pieces, with the special ones in the first four lines."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self.vocabulary = list(vocabulary)
        self.number = {piece: index for index, piece in enumerate(vocabulary)}
        self._cuts: dict[str, tuple[int, ...]] = {}

    @staticmethod
    def read(path: Path) -> "Tokenizer":
        return Tokenizer(path.read_text(encoding="utf-8").rstrip("\n").split("\n"))

    def cut(self, word: str, inside: bool = False) -> tuple[int, ...]:
        """The piece ids of one word; `inside` if it continues another."""
        pieces: list[int] = []
        start = 0
        if len(word) > WORD_CHARACTERS_MAX:
            return (UNK,)
        while start < len(word):
            for end in range(len(word), start, -1):
                piece = word[start:end] if start == 0 and not inside else f"##{word[start:end]}"
                found = self.number.get(piece)
                if found is not None:
                    break
            else:
                return (UNK,)
            pieces.append(found)
            start = end
        return tuple(pieces)

    def pieces(self, text: str) -> list[int]:
        """Piece ids of a text without the special ones."""
        cuts = self._cuts
        numbers: list[int] = []
        for word in words_of(text):
            cut = cuts.get(word)
            if cut is None:
                cut = cuts[word] = self.cut(word)
            numbers.extend(cut)
        return numbers

    def single(self, text: str, limit: int) -> list[int]:
        """[CLS] text [SEP], at most `limit` ids."""
        return [CLS, *self.pieces(text)[: limit - 2], SEP]


def english_vocabulary(pieces: Iterable[str]) -> list[str]:
    """The part of MiniLM's vocabulary that is kept: pieces that can occur in normalised Latin text."""
    return [piece for piece in pieces if _reachable(piece)]


def _reachable(piece: str) -> bool:
    body = piece.removeprefix("##")
    if piece in SPECIAL or (piece.startswith("[") and len(piece) > 1) or not body:
        return False
    if len(words_of(body)) != 1 or words_of(body)[0] != body:
        return False
    return all(c.isascii() or "LATIN" in unicodedata.name(c, "") or unicodedata.category(c)[0] in "NSP" for c in body)
