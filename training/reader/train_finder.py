"""Fine-tunes the encoder for retrieval: questions of the businesses near their passages, other texts unchanged.

    PYTHONPATH=../encoder python train_finder.py --steps 2500 --out FOLDER
        starts from packages/answer-model/encoder.onnx, writes FOLDER/network.pt, and the nearest other views of each question
        for `train_reader.py`; prints how often the first passages contain the answer
"""

import argparse
import multiprocessing
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

import noise
from corpus import read_corpus
from lexicon import Lexicon
from network import WIDTH, Network
from packing import packed
from paths import TABLES
from reader_batches import NEAREST, OWN, Asked, ReaderCorpus
from starts import start
from tokens import CLS, SEP
from train import rate

QUESTIONS, LIST, KEPT = 192, 12, 256
TEMPERATURE, KEEP_WEIGHT, LEARNING_RATE, AVERAGE_DECAY = 0.05, 6.0, 1e-4, 0.998
PIECES_MAX = 190
OWN_SHARE = 0.7
NEAREST_COUNT, ROWS = 8, 2048
# At this step, the last step of a run with a time limit is computed from its speed.
PACE_AT = 100
Json = dict[str, Any]
batches: "FinderBatches"


class FinderBatches:
    """One step: questions with an answering passage and negatives of the same site; and texts that must not change."""

    def __init__(self, corpus: ReaderCorpus, lexicon: Lexicon, seed: int) -> None:
        self.corpus, self.lexicon, self.seed = corpus, lexicon, seed
        answered = [asked for asked in corpus.questions if asked.gold and not corpus.held[asked.site]]
        self.own = [asked for asked in answered if corpus.sets[asked.site] in OWN]
        self.others = [asked for asked in answered if corpus.sets[asked.site] not in (*OWN, "intent")]
        self.kept = [claim["claim"] for claim in corpus.claims]

    def step(self, number: int) -> tuple[list[Json], np.ndarray]:
        """Rows of all texts: questions, then the passages of each question with the answer first, then unchanged texts."""
        chance = random.Random(self.seed * 1_000_003 + number)
        questions, passages, counts = [], [], []
        for _ in range(QUESTIONS):
            asked = chance.choice(self.own if chance.random() < OWN_SHARE else self.others)
            chosen = [chance.choice(asked.gold), *chance.sample(asked.others, min(LIST - 1, len(asked.others)))]
            questions.append(self._question(asked, chance))
            passages += [single(self.corpus.views[asked.site][place].pieces) for place in chosen]
            counts.append(len(chosen))
        kept = [single(self.corpus.tokenizer.pieces(text)) for text in chance.sample(self.kept, KEPT)]
        rows = [*questions, *passages, *kept]
        return packed(rows, [0] * len(rows), [None] * len(rows)), np.array(counts)

    def _question(self, asked: Asked, chance: random.Random) -> list[int]:
        language = "sw" if asked.language == "sw" else "en"
        text = f"{asked.before} {asked.text}".strip()
        if chance.random() < 0.1:
            text = self.lexicon.translated(text, "en" if language == "sw" else "sw", chance, 0.5)
        return single(self.corpus.tokenizer.pieces(noise.noisy(text, language, chance) if chance.random() < 0.3 else text))


def single(pieces: list[int]) -> list[int]:
    return [CLS, *pieces[: PIECES_MAX - 2], SEP]


def make_step(number: int) -> tuple[list[Json], np.ndarray]:
    return batches.step(number)


def vectors_of(network: Network, blocks: list[Json], device: str) -> Tensor:
    order = torch.from_numpy(np.concatenate([block["places"] for block in blocks])).to(device).argsort()
    return torch.cat([network(*(torch.from_numpy(block[key]).to(device).long() for key in ("ids", "mask"))).float() for block in blocks])[order]


def loss_of(vectors: Tensor, before: Tensor, counts: np.ndarray) -> Tensor:
    device = vectors.device
    questions, passages, kept = vectors[:QUESTIONS], vectors[QUESTIONS:-KEPT], vectors[-KEPT:]
    owner = torch.from_numpy(np.repeat(np.arange(QUESTIONS), counts)).to(device)
    place = torch.from_numpy(np.concatenate([np.arange(count) for count in counts])).to(device)
    grid = torch.full((QUESTIONS, LIST), -1e4, device=device)
    grid[owner, place] = (questions[owner] * passages).sum(1) / TEMPERATURE
    found = functional.cross_entropy(grid, torch.zeros(QUESTIONS, dtype=torch.long, device=device))
    # Vectors of general sentences must not change, so that other uses still work.
    return found + KEEP_WEIGHT * (1 - (kept * before[-KEPT:]).sum(1)).mean()


def embedded(network: Network, rows: list[list[int]], device: str) -> np.ndarray:
    vectors = np.zeros((len(rows), WIDTH), np.float32)
    order = np.argsort([len(row) for row in rows], kind="stable")
    with torch.no_grad(), torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
        for start in range(0, len(rows), ROWS):
            places = order[start : start + ROWS]
            chosen = [rows[place] for place in places]
            vectors[places] = vectors_of(network, packed(chosen, [0] * len(chosen), [None] * len(chosen), 1), device).cpu().numpy()
    return vectors


def cosines_of(network: Network, corpus: ReaderCorpus, questions: list[Asked], device: str) -> Iterator[tuple[Asked, np.ndarray]]:
    """Each question with the cosines of all views of its site."""
    sites = sorted({each.site for each in questions})
    texts = embedded(network, [single(corpus.tokenizer.pieces(f"{each.before} {each.text}".strip())) for each in questions], device)
    passages = embedded(network, [single(view.pieces) for site in sites for view in corpus.views[site]], device)
    first = dict(zip(sites, np.cumsum([0, *(len(corpus.views[site]) for site in sites)]), strict=False))
    for each, text in zip(questions, texts, strict=True):
        yield each, passages[first[each.site] : first[each.site] + len(corpus.views[each.site])] @ text


def report(name: str, network: Network, corpus: ReaderCorpus, device: str) -> None:
    """How often an answering view is among the first by cosine, on the held-out businesses."""
    questions = [each for each in corpus.questions if corpus.held[each.site] and each.gold and corpus.sets[each.site] == "business"]
    ranks = np.array([int((cosines > cosines[each.gold].max()).sum()) for each, cosines in cosines_of(network, corpus, questions, device)])
    print(f"== {name} {len(questions)} questions, among the first", {count: round(float((ranks < count).mean()), 3) for count in (1, 2, 4, 6, 8, 12)}, flush=True)


def write_nearest(network: Network, corpus: ReaderCorpus, device: str) -> None:
    nearest = np.full((len(corpus.questions), NEAREST_COUNT), -1, np.int32)
    for each, cosines in cosines_of(network, corpus, [each for each in corpus.questions if each.others], device):
        others = np.array(each.others)
        chosen = others[np.argsort(-cosines[others])][:NEAREST_COUNT]
        nearest[each.number, : len(chosen)] = chosen
    # The rename is atomic, so a reader that starts in the meantime finds the complete file or none.
    np.save(NEAREST.with_suffix(".part.npy"), nearest)
    NEAREST.with_suffix(".part.npy").rename(NEAREST)


def main() -> None:
    parser = argparse.ArgumentParser()
    for name, default in (("steps", 2500), ("seed", 1), ("workers", 3)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--seconds", type=float, default=3600, help="limits the time of the run; it makes fewer steps then")
    parser.add_argument("--out", type=Path, default=Path("/tmp/weights/finder"))
    options = parser.parse_args()
    begin = time.time()
    torch.manual_seed(options.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    tokenizer, weights = start("minilm", 6)
    state = {key: torch.from_numpy(np.array(value)) for key, value in weights.items()}
    network, before = Network(len(tokenizer.vocabulary)), Network(len(tokenizer.vocabulary))
    for each in (network, before):
        assert not each.load_state_dict(state, strict=False).unexpected_keys
    corpus = ReaderCorpus(read_corpus(), tokenizer)
    global batches
    batches = FinderBatches(corpus, Lexicon(TABLES), options.seed)
    pool = multiprocessing.get_context("fork").Pool(options.workers)
    network, before = network.to(device).train(), before.to(device).eval()
    report("before", before, corpus, device)
    average = {key: value.detach().clone() for key, value in network.state_dict().items()}
    optimizer = torch.optim.AdamW(network.parameters(), lr=LEARNING_RATE, weight_decay=0.01)
    last = options.steps
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: rate(step, last))
    started = time.time()
    for number, (blocks, counts) in enumerate(pool.imap(make_step, range(options.steps), chunksize=4)):
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            vectors = vectors_of(network, blocks, device)
            with torch.no_grad():
                original = vectors_of(before, blocks, device)
        loss = loss_of(vectors, original, counts)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        keep = min(AVERAGE_DECAY, (1 + number) / (10 + number))
        with torch.no_grad():
            torch._foreach_lerp_(list(average.values()), list(network.state_dict().values()), 1 - keep)
        if number == PACE_AT:
            pace = (time.time() - started) / number
            last = min(last, int(number + (begin + options.seconds - time.time()) / pace))
        if number >= last:
            break
        if number % 100 == 0:
            print(f"finder: step {number} of {last}, loss {loss.item():.4f}, {time.time() - begin:.0f} s", flush=True)
    pool.terminate()
    network.load_state_dict(average)
    report("after", network.eval(), corpus, device)
    options.out.mkdir(parents=True, exist_ok=True)
    torch.save({key: value.cpu() for key, value in average.items()}, options.out / "network.pt")
    print(f"finder: saved after {time.time() - begin:.0f} s", flush=True)
    write_nearest(network, corpus, device)
    print(f"finder: done after {time.time() - begin:.0f} s", flush=True)


if __name__ == "__main__":
    main()
