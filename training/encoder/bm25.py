"""BM25 over folded words, expanded with the lexicon: finds hard negatives, and is one half of the evaluated ranker."""

import math
from collections import Counter, defaultdict
from collections.abc import Sequence

from lexicon import Lexicon
from tokens import words_of

K1, B = 1.2, 0.75


def terms_of(text: str) -> list[str]:
    """Words without punctuation; inflection is not removed, since the lexicon covers it."""
    return [word for word in words_of(text) if word[0].isalnum() and len(word) > 1]


class Index:
    """A searchable set of passages."""

    def __init__(self, passages: Sequence[str]) -> None:
        self.count = len(passages)
        self.postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
        lists = [terms_of(passage) for passage in passages]
        mean = sum(map(len, lists)) / max(1, len(lists)) or 1.0
        for number, terms in enumerate(lists):
            for term, times in Counter(terms).items():
                weight = times * (K1 + 1) / (times + K1 * (1 - B + B * len(terms) / mean))
                self.postings[term].append((number, weight))

    def idf(self, term: str) -> float:
        found = len(self.postings.get(term, ()))
        return math.log(1 + (self.count - found + 0.5) / (found + 0.5))

    def scores(self, question: str, lexicon: Lexicon | None = None) -> list[float]:
        scores = [0.0] * self.count
        for term in set(terms_of(question)):
            best: dict[int, float] = {}
            for word, weight in [(term, 1.0), *(lexicon.search_words(term) if lexicon else ())]:
                idf = self.idf(word) * weight if word in self.postings else 0.0
                for number, value in self.postings.get(word, ()):
                    best[number] = max(best.get(number, 0.0), idf * value)
            for number, value in best.items():
                scores[number] += value
        return scores

    def top(self, question: str, count: int, lexicon: Lexicon | None = None) -> list[int]:
        scores = self.scores(question, lexicon)
        order = sorted(range(self.count), key=lambda number: -scores[number])
        return [number for number in order[:count] if scores[number] > 0]

    def coverage(self, question: str, passage: int, lexicon: Lexicon | None = None) -> float:
        """The share of the question's idf weight that the passage covers, in either language."""
        total = reached = 0.0
        for term in set(terms_of(question)):
            weight = self.idf(term)
            total += weight
            words = [(term, 1.0), *(lexicon.search_words(term) if lexicon else ())]
            reached += weight * max((w for word, w in words if any(n == passage for n, _ in self.postings.get(word, ()))), default=0.0)
        return reached / total if total else 0.0
