"""Writes the training data to one compressed file: sentence pairs, passages, questions with hard negatives, near misses.

    python prepare.py MINILM_SAFETENSORS    writes .device-data/corpus.json.xz and, to measure with, .device-data/evals.json.xz
"""

import gzip
import json
import lzma
import random
import re
import shutil
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import torch

from bm25 import Index
from lexicon import Lexicon
from network import pad, plain_minilm, read_minilm
from paths import BUSINESSES, CARRIED, EVALS, TABLES, TEXTS
from tokens import Tokenizer

WINDOW_WORDS = 110
PARAPHRASE_MIN, OTHER_TOPIC_MAX = 0.82, 0.72
Json = dict[str, Any]


class Corpus:
    """Passages without duplicates; questions refer to them by index."""

    def __init__(self) -> None:
        self.passages: list[Json] = []
        self.rows: list[Json] = []
        self.misses: list[Json] = []
        self._numbers: dict[str, int] = {}

    def passage(self, text: str, language: str) -> int:
        if text not in self._numbers:
            self._numbers[text] = len(self.passages)
            self.passages.append({"text": text, "language": language})
        return self._numbers[text]


def held_out(business: Json) -> bool:
    """Every eighth business is held out for evaluation."""
    return int(business["id"][1:]) % 8 == 0


def read_rows(path: Path) -> list[Json]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def add_reading(corpus: Corpus, kind: str, language: str, rows: list[Json]) -> None:
    """Questions about encyclopedia passages: the window with the answer, and BM25's best wrong passages."""
    windows = [window(row) for row in rows]
    numbers = [corpus.passage(text, language) for text in windows]
    pool = sorted(set(numbers))
    index = Index([corpus.passages[number]["text"] for number in pool])
    for row, number in zip(rows, numbers, strict=True):
        answer = row.get("ans") or ""
        found = [pool[i] for i in index.top(row["q"], 12)]
        # Not a negative: a passage that contains the answer may also answer.
        hard = [i for i in found if i != number and (not answer or answer.lower() not in corpus.passages[i]["text"].lower())][:6]
        item = {"kind": kind, "question": row["q"], "language": language}
        if row.get("ok", True):
            corpus.rows.append({**item, "site": f"{kind}:{number}", "gold": number, "hard": hard})
        else:
            corpus.misses.append({**item, "near": [number, *hard[:2]]})


def window(row: Json) -> str:
    words = row["ctx"].split()
    start = row["ctx"].find(row["ans"]) if row.get("ans") else 0
    at = len(row["ctx"][: max(0, start)].split())
    begin = max(0, min(at - WINDOW_WORDS // 2, len(words) - WINDOW_WORDS))
    return " ".join(words[begin : begin + WINDOW_WORDS])


def add_businesses(corpus: Corpus, businesses: list[Json], lexicon: Lexicon) -> None:
    for business in businesses:
        texts = [f"{each['title']}\n{each['text']}" for each in business["info"]]
        numbers = {each["id"]: corpus.passage(text, each["language"]) for each, text in zip(business["info"], texts, strict=True)}
        order = list(numbers.values())
        index = Index(texts)
        for each in business["questions"]:
            near = [order[i] for i in index.top(each["question"], 6, lexicon)]
            near += [number for number in order if number not in near]
            item = {"kind": "business", "question": each["question"], "language": each["language"]}
            if each["answered"]:
                golds = [numbers[gold] for gold in each["gold"]]
                hard = [number for number in near if number not in golds][:6]
                corpus.rows += [{**item, "site": business["id"], "gold": gold, "hard": hard} for gold in golds]
            else:
                corpus.misses.append({**item, "near": near[:4]})


def add_faqs(corpus: Corpus, sites: list[Json], teacher: Any) -> None:
    """FAQ entries with the wordings of the same question at other businesses."""
    entries = [(site, question, answer) for site in sites for question, answer in site["docs"]]
    bare = [re.sub(re.escape(site["name"]), "it", re.sub(r"\bthe (?=it\b)", "", question), flags=re.I) for site, question, _ in entries]
    vectors = teacher(bare)
    by_domain: dict[str, list[int]] = defaultdict(list)
    by_site: dict[str, list[int]] = defaultdict(list)
    for number, (site, _, _) in enumerate(entries):
        by_domain[site["domain"]].append(number)
        by_site[f"{site['domain']}:{site['name']}"].append(number)
    place = {number: at for numbers in by_domain.values() for at, number in enumerate(numbers)}
    alike = {domain: (vectors[numbers] @ vectors[numbers].T).numpy() for domain, numbers in by_domain.items()}
    for site, numbers in by_site.items():
        name = site.split(":")[0]
        passages = {n: corpus.passage(f"{entries[n][1]} {entries[n][2]}", "en") for n in numbers}
        for n in numbers:
            row = alike[name][place[n]]
            # The least similar wordings first, since they teach most.
            near = sorted(((row > PARAPHRASE_MIN).nonzero()[0]).tolist(), key=row.__getitem__)
            wordings = dict.fromkeys(bare[by_domain[name][at]] for at in near)
            wordings.pop(bare[n], None)
            hard = sorted((i for i in numbers if row[place[i]] < OTHER_TOPIC_MAX), key=lambda i: -row[place[i]])
            corpus.rows.append({
                "kind": "faq", "language": "en", "site": site, "question": bare[n], "wordings": list(wordings)[:10],
                "gold": passages[n], "bare": corpus.passage(entries[n][2], "en"), "hard": [passages[i] for i in hard[:6]],
            })  # fmt: skip


def add_intents(corpus: Corpus, rows: list[Json]) -> None:
    """Paraphrases as a question and the title of its answer."""
    chance = random.Random(5)
    groups: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        if row["set"] != "injongo":
            groups[f"{row['set']}:{row['intent']}"].append(row["text"])
    for site, texts in sorted(groups.items()):
        for text in texts:
            gold = corpus.passage(chance.choice(texts), "en")
            corpus.rows.append({"kind": "intent", "language": "en", "site": site, "question": text, "gold": gold, "hard": []})


def pairs() -> list[tuple[str, str, str]]:
    """Swahili, English and source; duplicates across files are dropped."""
    found: dict[tuple[str, str], str] = {}
    for path in [*sorted((TEXTS / "parallel").glob("*.tsv")), TABLES / "business-words.tsv"]:
        for line in path.read_text(encoding="utf-8").splitlines():
            swahili, _, english = line.partition("\t")
            if swahili.strip() and english.strip():
                found.setdefault((swahili.strip(), english.strip()), "bible" if path.name.startswith("bible") else path.stem)
    return [(swahili, english, source) for (swahili, english), source in found.items()]


def main() -> None:
    minilm = Path(sys.argv[1])
    CARRIED.mkdir(exist_ok=True)
    shutil.copyfile(minilm, CARRIED / "minilm.safetensors")
    network, tokenizer = plain_minilm(read_minilm(minilm), Tokenizer.read(CARRIED / "minilm-vocab.txt"))

    def teacher(texts: list[str]) -> torch.Tensor:
        with torch.inference_mode():
            parts = [network(*pad([tokenizer.single(text, 64) for text in texts[i : i + 256]])) for i in range(0, len(texts), 256)]
        return torch.cat(parts)

    corpus, lexicon = Corpus(), Lexicon(TABLES)
    qa = TEXTS / "qa"
    add_reading(corpus, "tydi-sw", "sw", read_rows(qa / "tydi-sw-train.jsonl"))
    add_reading(corpus, "tydi-en", "en", read_rows(qa / "tydi-en-train.jsonl") + read_rows(qa / "tydi-en-dev.jsonl"))
    add_reading(corpus, "squad", "en", read_rows(qa / "squad2-train-10articles.jsonl"))
    businesses = [row for path in sorted(BUSINESSES.glob("part-*.jsonl")) for row in read_rows(path)]
    add_businesses(corpus, [business for business in businesses if not held_out(business)], lexicon)
    add_faqs(corpus, read_rows(qa / "dstc9-faq.jsonl"), teacher)
    add_intents(corpus, read_rows(qa / "intents.jsonl"))
    mono = gzip.decompress((TEXTS / "mono" / "common-voice-sw.txt.gz").read_bytes()).decode().splitlines()
    write("corpus", {"pairs": pairs(), "mono": mono, "passages": corpus.passages, "rows": corpus.rows, "misses": corpus.misses})
    flores = [read_flores("swh"), read_flores("eng")]
    asked = {name: read_rows(EVALS / "ask" / f"{name}.dev.jsonl") for name in ("sites", "questions")}
    write("evals", {**asked, "businesses": [business for business in businesses if held_out(business)], "flores": flores})
    print({name: len(getattr(corpus, name)) for name in ("passages", "rows", "misses")})


def read_flores(language: str) -> list[str]:
    lines = (EVALS / "swahili" / f"{language}_Latn_train.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return [line.split("\t")[-1] for line in lines]


def write(name: str, content: Json) -> None:
    with lzma.open(CARRIED / f"{name}.json.xz", "wt", encoding="utf-8", preset=3) as file:
        json.dump(content, file, ensure_ascii=False)


if __name__ == "__main__":
    main()
