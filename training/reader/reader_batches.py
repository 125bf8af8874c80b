"""Builds the rows of a training step: questions with passages of their site, and claims with passages; reproducible by seed and step."""

import math
import random
import re
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import noise
from chat_sites import REFUSALS
from claims import twisted
from forms import NOTHING, POLARITIES, UNKNOWN, form_number, polarity_number
from lexicon import Lexicon
from plain_questions import Plain, PlainQuestions
from paths import CARRIED
from polarity_rows import bare
from tokens import CLS, SEP, words_of
from views import views_of

QUESTIONS, LIST, CLAIMS = 256, 6, 320
# Rows that only teach polarity, and rows of conversations in which each form is about equally frequent.
POLARITY_ROWS, FORM_ROWS = 48, 64
QUESTION_PIECES_MAX, BEFORE_PIECES_MAX, PAIR_PIECES_MAX = 64, 32, 192
# With a thread: the visitor's message before the last one, the last one, and what the assistant answered to that.
EARLIER_PIECES_MAX, LAST_PIECES_MAX, ANSWER_PIECES_MAX, THREAD_PAIR_PIECES_MAX = 20, 28, 40, 240
SHARES = {
    "chat": 14.0, "business": 8.0, "older": 2.0, "tydi-sw": 3.0, "tydi-en": 1.0, "squad2": 2.0, "squad1": 1.0, "afriqa": 1.4, "doqa": 2.4,
    "aqa": 1.0, "condaqa": 0.4, "policyqa": 0.6, "faq": 2.4, "intent": 0.4,
}  # fmt: skip
PLAIN_SHARE = 0.2
# How often the other views are the most similar by words, and the nearest by the encoder, instead of random ones.
ALIKE_SHARE, NEAREST_SHARE = 0.3, 0.3
# For each question, the views that do not answer it, nearest first; written by `train_finder.py`.
NEAREST = CARRIED / "nearest.npy"
CLAIM_SHARES = {"nli": 0.12, "translation": 0.12, "twist": 0.12, "model": 0.14, "written": 0.2, "contrast": 0.3}
# How often a claim gets the passage of another claim, and how often it follows its question.
ELSEWHERE_SHARE, AFTER_QUESTION_SHARE = 0.12, 0.6
OWN = ("business", "older", "chat")
# How often a swapped name or number makes a question unanswerable, and how often the answering view is left out.
SWAPPED = {"squad1": 0.5, "squad2": 0.5, "tydi-en": 0.35, "tydi-sw": 0.3, "policyqa": 0.4, "afriqa": 0.35}
WITHHELD = {"business": 0.07, "older": 0.07, "chat": 0.1, "tydi-en": 0.15, "tydi-sw": 0.15, "afriqa": 0.2, "faq": 0.4, "intent": 0.3}
WITHHELD_ELSE = 0.2
POLARITY_SHARES = {"faq": 0.68, "written": 0.18, "condaqa": 0.14}
# How often an answer loses its yes or no, and how often a question gets another passage, which says nothing.
BARE_SHARE, OTHER_PASSAGE_SHARE = 0.6, 0.12
UNTITLED_SHARE, UNSTATED_SHARE = 0.4, 0.1
# The weights of a passage that answers with neither yes nor no, and of one that does not answer.
NEITHER_WEIGHT, UNANSWERED_WEIGHT = 0.5, 0.1
# The index of a question that was generated from an entry.
PLAIN = -1
Json = dict[str, Any]


@dataclass(frozen=True)
class View:
    """A part of an entry with its pieces, and the sentence of each piece (-1: the title)."""

    entry: int
    first: int
    last: int
    pieces: list[int]
    sentence: list[int]
    words: frozenset[str]


@dataclass(frozen=True)
class Asked:
    """A question with the views that answer it and its hard negatives."""

    number: int
    site: int
    text: str
    before: str
    language: str
    gold: list[int]
    gold_sentences: dict[int, set[int]]
    near: list[int]
    others: list[int]
    thread: list[list[str]]
    form: str


class ReaderCorpus:
    """Sites with their views, questions with their labels as views."""

    def __init__(self, corpus: Json, tokenizer: Any, threads: bool = False) -> None:
        self.tokenizer, self.threads = tokenizer, threads
        self.sets = [site["set"] for site in corpus["sites"]]
        self.files = [site.get("file", "") for site in corpus["sites"]]
        self.held = [site["held"] for site in corpus["sites"]]
        self.entries = [site["entries"] for site in corpus["sites"]]
        self.claims = corpus["claims"]
        self.views = [self._views(site["entries"]) for site in corpus["sites"]]
        self.questions: list[Asked] = []
        for number, site in enumerate(corpus["sites"]):
            by_entry: dict[int, list[int]] = {}
            for place, view in enumerate(self.views[number]):
                by_entry.setdefault(view.entry, []).append(place)
            self.questions += [self._asked(len(self.questions) + at, number, each, by_entry) for at, each in enumerate(site["questions"])]
        self.nearest = np.load(NEAREST) if NEAREST.exists() else None
        self.polarity = corpus.get("polarity", [])

    def _views(self, entries: list[Json]) -> list[View]:
        views = []
        for number, entry in enumerate(entries):
            title = self.tokenizer.pieces(entry["title"])[:48]
            parts = [self.tokenizer.pieces(sentence) for sentence in entry["sentences"]]
            for first, last in views_of(entry["sentences"]):
                pieces, sentence = list(title), [-1] * len(title)
                for at in range(first, last):
                    pieces += parts[at]
                    sentence += [at] * len(parts[at])
                words = frozenset(words_of(" ".join((entry["title"], *entry["sentences"][first:last]))))
                views.append(View(number, first, last, pieces, sentence, words))
        return views

    def _asked(self, number: int, site: int, row: Json, by_entry: dict[int, list[int]]) -> Asked:
        wanted: dict[int, set[int]] = {}
        for entry, sentence in row["gold"]:
            wanted.setdefault(entry, set()).update(() if sentence is None else (sentence,))
        gold, partly = [], set()
        for entry, sentences in wanted.items():
            for place in by_entry[entry]:
                view = self.views[site][place]
                inside = [view.first <= each < view.last for each in sentences]
                if all(inside):
                    gold.append(place)
                elif any(inside):
                    partly.add(place)
        if not gold:
            # The answer is spread over two windows, each of which answers a part.
            gold, partly = sorted(partly), set()
        near = by_entry.get(row["near"], []) if row["near"] is not None else []
        given = row.get("others")
        others = [place for entry in given for place in by_entry[entry]] if given is not None else range(len(self.views[site]))
        # If the label names a sentence, the neighbouring windows are the hardest negatives.
        others = [*others, *(place for entry, each in wanted.items() if each for place in by_entry[entry])] if given is not None else others
        unsure = partly | {place for entry, each in wanted.items() if not each for place in by_entry[entry]}
        excluded = set(gold) | unsure | set(near)
        return Asked(
            number, site, row["q"], row["h"], row["lang"], gold, wanted, near, [place for place in others if place not in excluded],
            row.get("thread", []), row.get("form", ""),
        )  # fmt: skip


def asked_plainly(corpus: ReaderCorpus, site: int, plain: Plain) -> Asked:
    """A plain question with its labels as views."""
    views = corpus.views[site]
    marked = {entry: set() if plain.sentence is None else {plain.sentence} for entry in plain.entries}
    of_entry = [at for at, view in enumerate(views) if view.entry in plain.entries]
    gold = [at for at in of_entry if plain.sentence is None or views[at].first <= plain.sentence < views[at].last]
    near = [at for at, view in enumerate(views) if view.entry in plain.near]
    others = [at for at in range(len(views)) if at not in of_entry and at not in near]
    return Asked(PLAIN, site, plain.text, "", "mix", gold, marked, near, others, [], plain.form)


def pair(question: list[int], view_pieces: list[int]) -> tuple[list[int], int]:
    """The row, and the position of the passage in it."""
    length = (THREAD_PAIR_PIECES_MAX if question.count(SEP) > 1 else PAIR_PIECES_MAX) - len(question) - 3
    return [CLS, *question, SEP, *view_pieces[:length], SEP], len(question) + 2


def question_pieces(tokenizer: Any, text: str, before: str) -> list[int]:
    pieces = tokenizer.pieces(text)[:QUESTION_PIECES_MAX]
    if not before:
        return pieces
    return [*tokenizer.pieces(before)[-BEFORE_PIECES_MAX:], SEP, *pieces]


def threaded_pieces(tokenizer: Any, text: str, thread: list[list[str]]) -> list[int]:
    """The last two turns before the question; the place of a message says whose it is, so each has one, also an empty one."""
    earlier, (last, answer) = thread[-2][0] if len(thread) > 1 else "", thread[-1]
    return [
        *tokenizer.pieces(earlier)[-EARLIER_PIECES_MAX:], SEP, *tokenizer.pieces(last)[-LAST_PIECES_MAX:], SEP,
        *tokenizer.pieces(answer)[:ANSWER_PIECES_MAX], SEP, *tokenizer.pieces(text)[:QUESTION_PIECES_MAX],
    ]  # fmt: skip


@dataclass
class Rows:
    """Rows of one step: token ids, positions of passages, evidence labels, forms, and polarities with their weights."""

    ids: list[list[int]] = field(default_factory=list)
    begin: list[int] = field(default_factory=list)
    evidence: list[list[int] | None] = field(default_factory=list)
    form: list[int] = field(default_factory=list)
    polarity: list[tuple[int, float]] = field(default_factory=list)


class ReaderBatches:
    """The rows of a step, generated from its number."""

    def __init__(self, corpus: ReaderCorpus, lexicon: Lexicon, seed: int) -> None:
        self.corpus, self.lexicon, self.seed = corpus, lexicon, seed
        self.by_kind: dict[tuple[str, bool], list[Asked]] = {}
        self.asked_of: dict[int, list[Asked]] = {}
        for asked in corpus.questions:
            if not corpus.held[asked.site]:
                self.by_kind.setdefault((corpus.sets[asked.site], bool(asked.gold)), []).append(asked)
                self.asked_of.setdefault(asked.site, []).append(asked)
        self.kinds = list(self.by_kind)
        self.weights = [SHARES[name] * math.sqrt(len(self.by_kind[name, answered])) for name, answered in self.kinds]
        chance = random.Random(seed)
        texts = [asked.text for asked in chance.sample(corpus.questions, min(20_000, len(corpus.questions)))]
        self.names = sorted({word for text in texts for word in noise.names_in(text)})
        self.claims: dict[str, list[Json]] = {}
        for claim in corpus.claims:
            if not claim.get("held"):
                self.claims.setdefault(claim["kind"], []).append(claim)
        self.own_sites: list[int] = [number for number, name in enumerate(corpus.sets) if name in ("business", "chat") and not corpus.held[number]]
        self.plain = PlainQuestions(corpus.entries, self.own_sites, lexicon)
        self.polarity: dict[tuple[str, str], list[Json]] = {}
        for row in corpus.polarity:
            if not row["held"]:
                self.polarity.setdefault((row["kind"], row["polarity"]), []).append(row)
        self.formed: dict[int, list[Asked]] = {}
        for asked in corpus.questions:
            number = form_number(asked.form)
            if number != UNKNOWN and asked.gold and not corpus.held[asked.site]:
                self.formed.setdefault(number, []).append(asked)
        self.form_weights = [math.sqrt(len(each)) for each in self.formed.values()]

    def step(self, number: int) -> Json:
        chance = random.Random(self.seed * 1_000_003 + number)
        rows = Rows()
        lists, golds, taught = [], [], []
        for place in range(QUESTIONS):
            if chance.random() < PLAIN_SHARE:
                asked = self._plain(chance)
            else:
                kind = chance.choices(self.kinds, self.weights)[0]
                asked = chance.choice(self.by_kind[kind])
            for is_gold, is_taught in self._list(rows, asked, chance):
                lists.append(place)
                golds.append(is_gold)
                taught.append(is_taught)
        said = [self._claim(rows, chance) for _ in range(CLAIMS)]
        if self.polarity:
            # Its own chance, so that the other rows are the same without these.
            other_chance = random.Random((self.seed + 500) * 1_000_003 + number)
            for _ in range(POLARITY_ROWS):
                self._yes_or_no(rows, other_chance)
            for _ in range(FORM_ROWS):
                self._formed(rows, other_chance)
        polarity, weight = zip(*rows.polarity, strict=True)
        return {
            "ids": rows.ids, "begin": rows.begin, "evidence": rows.evidence, "list": np.array(lists),
            "gold": np.array(golds, np.float32), "taught": np.array(taught, np.float32), "said": np.array(said, np.float32),
            "form": np.array(rows.form, np.int64), "polarity": np.array(polarity, np.int64), "polarity_weight": np.array(weight, np.float32),
        }  # fmt: skip

    def _plain(self, chance: random.Random) -> Asked:
        site = chance.choice(self.own_sites)
        return asked_plainly(self.corpus, site, self.plain.ask(site, chance))

    def _list(self, rows: Rows, asked: Asked, chance: random.Random) -> list[tuple[float, float]]:
        """Adds the rows of a question; for each, whether it answers and whether teachers score it."""
        name = self.corpus.sets[asked.site]
        text, gold, near = asked.text, asked.gold, asked.near
        roll = chance.random()
        # Teachers are reliable for questions that people wrote, less so for swapped details.
        is_asked = is_written = asked.number != PLAIN
        if gold and roll < SWAPPED.get(name, 0):
            other = noise.swapped(text, self.names, chance)
            if other:
                text, gold, near, is_written = other, [], asked.gold, False
        elif gold and roll > 1 - WITHHELD.get(name, WITHHELD_ELSE):
            gold = []
        question = self._question(asked, text, chance)
        views = self.corpus.views[asked.site]
        others = list(asked.others)
        chance.shuffle(others)
        roll = chance.random()
        if self.corpus.nearest is not None and is_asked and roll < NEAREST_SHARE:
            others = [place for place in self.corpus.nearest[asked.number].tolist() if place >= 0]
        elif roll < NEAREST_SHARE + ALIKE_SHARE:
            words = frozenset(words_of(text))
            others.sort(key=lambda place: -len(words & views[place].words))
        near = chance.sample(near, min(2, len(near)))
        chosen = [*([chance.choice(gold)] if gold else []), *near, *others][:LIST]
        found = []
        form, polarity = form_number(asked.form), polarity_number(asked.form, asked.text)
        is_labelled = name == "chat" or asked.form != ""
        for place in chosen:
            view = views[place]
            is_gold = place in gold
            marked = asked.gold_sentences.get(view.entry) if is_gold else None
            if is_gold:
                stance = _weighed(polarity)
            else:
                stance = (NOTHING, UNANSWERED_WEIGHT) if is_labelled else (UNKNOWN, 0.0)
            labels = [int(each in marked) if each >= 0 else 0 for each in view.sentence] if marked else None
            self._add(rows, question, view.pieces, labels, form, stance)
            found.append((float(is_gold), float(is_written)))
        return found

    def _question(self, asked: Asked, text: str, chance: random.Random) -> list[int]:
        """A question in these words behind its turns; sometimes behind turns that have nothing to do with it."""
        name, before, thread = self.corpus.sets[asked.site], asked.before, asked.thread
        if name in OWN and not before and chance.random() < (0.3 if name == "chat" else 0.15):
            earlier = chance.choice(self.asked_of[asked.site])
            before, thread = earlier.text, [*earlier.thread[-1:], [earlier.text, self._answered(earlier)]]
        worded = self._worded(text, name, asked.language, chance)
        if self.corpus.threads and thread:
            return threaded_pieces(self.corpus.tokenizer, worded, thread)
        return question_pieces(self.corpus.tokenizer, worded, before)

    def _answered(self, asked: Asked) -> str:
        """What the assistant answered: the sentences with the answer, the whole entry where none is named, or a refusal."""
        entries = self.corpus.entries[asked.site]
        said = [
            sentence for entry, marked in asked.gold_sentences.items()
            for at, sentence in enumerate(entries[entry]["sentences"]) if not marked or at in marked
        ]  # fmt: skip
        return " ".join(said) or REFUSALS["sw" if asked.language == "sw" else "en"]

    def _worded(self, text: str, name: str, language: str, chance: random.Random) -> str:
        """Augments a question: mixed languages, misspellings or speech errors."""
        side = "sw" if language == "sw" else "en"
        if name in OWN:
            if chance.random() < 0.08:
                text = self.lexicon.translated(text, "en" if side == "sw" else "sw", chance, 0.4)
            return noise.noisy(text, side, chance) if chance.random() < 0.25 else text
        if name == "tydi-sw":
            if chance.random() < 0.15:
                text, side = self.lexicon.translated(text, "en", chance), "en"
        elif chance.random() < 0.35:
            text, side = self.lexicon.translated(text, "sw", chance, chance.choice((1.0, 0.6))), "sw"
        return noise.noisy(text, side, chance) if chance.random() < 0.5 else text

    def _claim(self, rows: Rows, chance: random.Random) -> float:
        kind = chance.choices(list(CLAIM_SHARES), list(CLAIM_SHARES.values()))[0]
        if kind == "twist":
            entries = self.corpus.entries[chance.choice(self.own_sites)]
            entry = chance.choice(entries)
            others = [sentence for each in entries if each is not entry for sentence in each["sentences"]]
            title, passage = entry["title"], entry["sentences"]
            claim, said = twisted(passage, others, self.lexicon, chance)
            asked = ""
        else:
            row = chance.choice(self.claims[kind])
            claim, title, passage, said, asked = row["claim"], row["title"], row["passage"], row["said"], row.get("asked", "")
            if kind in ("model", "written") and chance.random() < ELSEWHERE_SHARE:
                other = chance.choice(self.claims[kind])
                if other["passage"] != passage:
                    title, passage, said = other["title"], other["passage"], False
            if kind == "nli" and chance.random() < 0.3:
                claim = self.lexicon.translated(claim, "sw", chance)
        pieces = [piece for text in (title, *passage) for piece in self.corpus.tokenizer.pieces(text)]
        before = asked if chance.random() < AFTER_QUESTION_SHARE else ""
        self._add(rows, question_pieces(self.corpus.tokenizer, claim, before), pieces, None)
        return float(said)

    def _formed(self, rows: Rows, chance: random.Random) -> None:
        """Adds a question of a conversation with a passage that answers it."""
        form = chance.choices(list(self.formed), self.form_weights)[0]
        asked = chance.choice(self.formed[form])
        view = self.corpus.views[asked.site][chance.choice(asked.gold)]
        self._add(rows, self._question(asked, asked.text, chance), view.pieces, None, form, _weighed(polarity_number(asked.form, asked.text)))

    def _yes_or_no(self, rows: Rows, chance: random.Random) -> None:
        """Adds a yes-or-no question with a passage and the answer of its author; yes and no equally often."""
        kind = chance.choices(list(POLARITY_SHARES), list(POLARITY_SHARES.values()))[0]
        polarity = POLARITIES[NOTHING] if kind == "condaqa" and chance.random() < UNSTATED_SHARE else chance.choice(("yes", "no"))
        row = chance.choice(self.polarity[kind, polarity])
        title, passage = row["title"], row["passage"]
        if row["bare"] and chance.random() < BARE_SHARE:
            passage = bare(passage)
        if chance.random() < OTHER_PASSAGE_SHARE:
            other = chance.choice(self.polarity[kind, polarity])
            if other["passage"] != row["passage"]:
                title, passage, polarity = other["title"], other["passage"], POLARITIES[NOTHING]
        elif kind == "faq" and chance.random() < UNTITLED_SHARE:
            title = ""
        side = "sw" if re.search(r"^(?:je|na|mna|ku|wa|ni|nina|tu|mko)\w*\b", row["q"], re.I) else "en"
        worded = self._worded(row["q"], "business" if kind != "condaqa" else "aqa", side, chance)
        pieces = [piece for text in (title, *passage) for piece in self.corpus.tokenizer.pieces(text)]
        number = POLARITIES.index(polarity)
        stance = number, UNANSWERED_WEIGHT if number == NOTHING else 1.0
        self._add(rows, question_pieces(self.corpus.tokenizer, worded, ""), pieces, None, UNKNOWN, stance)

    def _add(
        self, rows: Rows, question: list[int], pieces: list[int], labels: list[int] | None,
        form: int = UNKNOWN, stance: tuple[int, float] = (UNKNOWN, 0.0),
    ) -> None:  # fmt: skip
        row, begin = pair(question, pieces)
        rows.ids.append(row)
        rows.begin.append(begin)
        rows.evidence.append(labels[: len(row) - begin - 1] if labels is not None else None)
        rows.form.append(form)
        rows.polarity.append(stance)


def _weighed(polarity: int) -> tuple[int, float]:
    """The polarity of a passage that answers, and its weight."""
    return polarity, NEITHER_WEIGHT if polarity == NOTHING else 1.0
