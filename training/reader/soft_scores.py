"""Scores of the teachers for every question and every view of its site; the student learns their mean besides the labels.

    PYTHONPATH=../encoder python soft_scores.py OUT.npz TEACHER.pt…    also prints the figures of the mean on the businesses held out
"""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch

from corpus import read_corpus
from measure_reader import figures, scores_of, site_rows
from reader_batches import ReaderCorpus
from reader_network import Reader
from starts import start

TAUGHT = ("business", "older")


def read_soft(path: Path, corpus: ReaderCorpus) -> dict[int, np.ndarray]:
    """The scores of the views, by question index."""
    with np.load(path) as file:
        scores = file["scores"].astype(np.float32)
    asked = [each for each in corpus.questions if corpus.sets[each.site] in TAUGHT]
    ends = np.cumsum([len(corpus.views[each.site]) for each in asked])
    assert ends[-1] == len(scores), "the scores belong to another corpus"
    return {each.number: part for each, part in zip(asked, np.split(scores, ends[:-1]), strict=True)}


def load(path: Path, device: str) -> tuple[Any, Reader]:
    stored = torch.load(path, map_location="cpu")
    tokenizer, _ = start(stored["start"], stored["layers"])
    network = Reader(len(tokenizer.vocabulary), stored["layers"])
    network.load_state_dict({key: value.float() for key, value in stored["weights"].items()})
    return tokenizer, network.to(device).eval()


def main() -> None:
    out, *teachers = map(Path, sys.argv[1:])
    device = "cuda" if torch.cuda.is_available() else "cpu"
    content = read_corpus()
    content["sites"] = [site for site in content["sites"] if site["set"] in TAUGHT]
    total: Any = 0.0
    for teacher in teachers:
        tokenizer, network = load(teacher, device)
        corpus = ReaderCorpus(content, tokenizer)
        rows = [row for asked in corpus.questions for row in site_rows(corpus, asked)]
        total = total + scores_of(network, rows, device)[0]
        print(f"{teacher.stem}: {len(rows)} pairs", flush=True)
    mean = total / len(teachers)
    np.savez_compressed(out, scores=mean.astype(np.float16))
    ends = np.cumsum([len(corpus.views[asked.site]) for asked in corpus.questions])
    parts = np.split(mean, ends[:-1])
    held = [place for place, asked in enumerate(corpus.questions) if corpus.held[asked.site] and corpus.sets[asked.site] == "business"]
    print("== mean business", json.dumps(figures(corpus, [corpus.questions[place] for place in held], [parts[place] for place in held])))


if __name__ == "__main__":
    main()
