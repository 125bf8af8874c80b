"""Builds the batch of a training step in worker processes: sampled, augmented, tokenised and padded; reproducible by seed and step."""

import random
from collections import defaultdict
from typing import Any

import torch
from torch.utils.data import Dataset

from lexicon import Lexicon
from network import pad
from noise import names_in, noisy, swapped
from tokens import Tokenizer

PAIRS, MONO, KEPT, HARD = 448, 64, 128, 2
# Questions of each kind in a step, and unanswerable ones.
ASKED = {"business": 28, "tydi-sw": 32, "tydi-en": 28, "squad": 28, "faq": 36, "intent": 20}
MISSES = {"business": 24, "squad": 8}
# Scripture is seven tenths of the pairs but least like business texts: two fifths of a batch. Of the rest, sentences
# and questions are sampled more often than button labels.
SCRIPTURE_SHARE = 0.4
REPEATED = {"afriqa-questions": 6, "ntrex": 3, "tico19": 2, "kolibri": 2, "business-words": 3}
SENTENCE_LIMIT, QUESTION_LIMIT, PASSAGE_LIMIT = 64, 48, 168
# Where rows sorted by length are split: few parts use the accelerator well, similar lengths avoid padding.
TEXT_PARTS = (0.58, 0.8, 1.0)
Json = dict[str, Any]


class Steps(Dataset):
    """Item n is step n."""

    def __init__(self, corpus: Json, english: dict[str, int], tokenizer: Tokenizer, lexicon: Lexicon, seed: int, steps: int) -> None:
        self.corpus, self.english, self.tokenizer, self.lexicon = corpus, english, tokenizer, lexicon
        self.seed, self.steps = seed, steps
        self.rows: dict[str, list[Json]] = defaultdict(list)
        self.misses: dict[str, list[Json]] = defaultdict(list)
        self.names: dict[str, list[str]] = defaultdict(list)
        for row in corpus["rows"]:
            self.rows[row["kind"]].append(row)
            self.names[row["kind"]] += names_in(row["question"])
        for miss in corpus["misses"]:
            self.misses[miss["kind"]].append(miss)
        scripture = [pair for pair in corpus["pairs"] if pair[2] == "bible"]
        everyday = [pair for pair in corpus["pairs"] if pair[2] != "bible"]
        english_rows = [row for row in corpus["rows"] if row["kind"] in ("tydi-en", "squad", "faq")]
        # English texts whose vectors must not change: passages of any length, and questions.
        self.kept = ([corpus["passages"][row["gold"]]["text"] for row in english_rows], [row["question"] for row in english_rows])
        self.pools = (scripture, [pair for pair in everyday for _ in range(REPEATED.get(pair[2], 1))])

    def __len__(self) -> int:
        return self.steps

    def __getitem__(self, step: int) -> Json:
        chance = random.Random(f"{self.seed}:{step}")
        pairs, asked = self.pairs(chance), self.asked(chance)
        rows = [self.tokenizer.single(text, limit) for part in (pairs, asked) for text, limit in part.pop("rows")]
        order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
        # All texts go through the network together, grouped by length.
        texts = [(pad([rows[i] for i in part]), torch.tensor(part)) for part in _split(order, TEXT_PARTS)]
        return {"texts": texts, "pairs": pairs, "asked": asked}

    # -- sentence pairs

    def pairs(self, chance: random.Random) -> Json:
        drawn = [chance.choice(self.pools[chance.random() > SCRIPTURE_SHARE]) for _ in range(PAIRS)]
        swahili = [self.reworded(sentence, "sw", chance) if chance.random() < 0.4 else sentence for sentence, _, _ in drawn]
        english = [noisy(sentence, "en", chance) if chance.random() < 0.15 else sentence for _, sentence, _ in drawn]
        mono = [chance.choice(self.corpus["mono"]) for _ in range(MONO)]
        texts = swahili + english + mono + [self.reworded(sentence, "sw", chance) for sentence in mono]
        kept = [chance.choice(self.kept[i % 2]) for i in range(KEPT)]
        return {
            "rows": [(text, SENTENCE_LIMIT) for text in texts] + [(text, PASSAGE_LIMIT) for text in kept],
            "teacher": torch.tensor([self.english[text] for text in [sentence for _, sentence, _ in drawn] + kept]),
        }

    # -- questions and passages

    def asked(self, chance: random.Random) -> Json:
        rows = [row for kind, count in ASKED.items() for row in self.drawn(kind, count, chance)]
        questions, passages, teachers = [], [], []
        for row in rows:
            question = self.wording(row, chance)
            questions.append(self.translated(self.followed(question, row, chance), row["language"], chance))
            gold = row["bare"] if row["kind"] == "faq" and chance.random() < 0.3 else row["gold"]
            passages.append(self.passage(gold, chance))
            teachers.append((self.english.get(question, -1), self.english.get(self.corpus["passages"][gold]["text"], -1)))
        hard = []
        for row in rows:
            pool = row["hard"] or [chance.choice(self.rows[row["kind"]])["gold"]]
            hard += [self.passage(chance.choice(pool), chance) for _ in range(HARD)]
        misses = [miss for kind, count in MISSES.items() for miss in chance.sample(self.misses[kind], count)]
        near = [(self.miss(miss, chance), self.passage(chance.choice(miss["near"][:3]), chance)) for miss in misses]
        for row in rows:
            if row["kind"] in ("tydi-sw", "tydi-en", "squad") and chance.random() < 0.25:
                changed = self.changed(row, chance)
                if changed:
                    near.append((self.translated(changed, row["language"], chance), self.passage(row["gold"], chance)))
        sites = {site: number for number, site in enumerate({row["site"] for row in rows})}
        kinds = list(ASKED)
        return {
            "rows": [(text, QUESTION_LIMIT) for text in questions + [question for question, _ in near]]
            + [(text, PASSAGE_LIMIT) for text in passages + hard + [passage for _, passage in near]],
            "count": len(rows),
            "near": len(near),
            "teacher": torch.tensor(teachers),
            "site": torch.tensor([sites[row["site"]] for row in rows]),
            "kind": torch.tensor([kinds.index(row["kind"]) for row in rows]),
            "gold": torch.tensor([row["gold"] for row in rows]),
            "english": torch.tensor([row["language"] == "en" for row in rows]),
        }

    # -- wording

    def drawn(self, kind: str, count: int, chance: random.Random) -> list[Json]:
        return [chance.choice(self.rows[kind]) for _ in range(count)]

    def wording(self, row: Json, chance: random.Random) -> str:
        others = row.get("wordings")
        return chance.choice(others) if others and chance.random() < 0.75 else row["question"]

    def followed(self, question: str, row: Json, chance: random.Random) -> str:
        """Sometimes prepends the previous question, as the engine does."""
        if row["kind"] in ("intent", "business") or chance.random() > 0.1:
            return question
        return f"{chance.choice(self.rows[row['kind']])['question']} {question}"

    def changed(self, row: Json, chance: random.Random) -> str | None:
        """Changes the subject of the question; often to something that the passage mentions."""
        own = names_in(self.corpus["passages"][row["gold"]]["text"])
        return swapped(row["question"], own if own and chance.random() < 0.6 else self.names[row["kind"]], chance)

    def miss(self, miss: Json, chance: random.Random) -> str:
        return self.translated(miss["question"], miss["language"], chance)

    def translated(self, question: str, language: str, chance: random.Random) -> str:
        """Translates two in five English questions word by word into Swahili, and one in six Swahili ones into English."""
        if language == "en" and chance.random() < 0.4:
            return self.reworded(self.lexicon.translated(question, "sw", chance), "sw", chance)
        if language == "sw" and chance.random() < 0.16:
            return noisy(self.lexicon.translated(question, "en", chance), "en", chance)
        return self.reworded(question, language, chance)

    def reworded(self, text: str, language: str, chance: random.Random) -> str:
        """Adds misspellings, speech errors or words of the other language."""
        if chance.random() < 0.15:
            text = self.lexicon.translated(text, "en" if language == "sw" else "sw", chance, share=0.3)
        return noisy(text, language, chance)

    def passage(self, number: int, chance: random.Random) -> str:
        passage = self.corpus["passages"][number]
        if chance.random() < 0.1:
            return self.lexicon.translated(passage["text"], "sw" if passage["language"] == "en" else "en", chance)
        return passage["text"]


def _split(order: list[int], parts: tuple[float, ...]) -> list[list[int]]:
    ends = [round(part * len(order)) for part in parts]
    return [order[begin:end] for begin, end in zip([0, *ends], ends, strict=False)]
