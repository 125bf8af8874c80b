"""Trains the network: both languages in one space, questions close to the passages that answer them, near misses far.

    python train.py --seed 1 --steps 2000 --out FOLDER    reads .device-data, writes FOLDER/network.pt and FOLDER/train.json
"""

import argparse
import copy
import json
import lzma
import math
import time
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional
from torch.utils.data import DataLoader

from batches import HARD, KEPT, MONO, PAIRS, Steps
from lexicon import Lexicon
from network import Network, from_minilm, pad, plain_minilm, read_minilm
from paths import CARRIED, TABLES
from tokens import Tokenizer

TEMPERATURE = 0.05
LEARNING_RATE, WORDS_FACTOR, WARM_UP = 3e-4, 3.0, 0.06
AVERAGE_DECAY = 0.995
SAME_QUESTION_MIN = 0.62
Json = dict[str, Any]


def contrast(queries: Tensor, keys: Tensor, allowed: Tensor | None = None) -> Tensor:
    """InfoNCE: row i of `queries` belongs to row i of `keys`; keys that are not allowed are not negatives."""
    scores = queries @ keys.T / TEMPERATURE
    if allowed is not None:
        scores = scores.masked_fill(~allowed, -1e4)
    return functional.cross_entropy(scores, torch.arange(len(queries), device=queries.device))


def away(vectors: Tensor, teacher: Tensor) -> Tensor:
    return 1 - (vectors * teacher).sum(1)


def pair_loss(vectors: Tensor, batch: Json, teacher: Tensor) -> Tensor:
    """Pulls both languages to MiniLM's vector of the English sentence, and noisy Swahili to its clean vector."""
    swahili, english, plain, noisy, kept = vectors.split([PAIRS, PAIRS, MONO, MONO, KEPT])
    target, kept_target = teacher[batch["teacher"]].split([PAIRS, KEPT])
    loss = (contrast(swahili, english) + contrast(english, swahili) + contrast(swahili, target)) / 3
    loss = loss + 8 * (away(swahili, target).mean() + away(english, target).mean()) / 2
    return loss + 0.3 * contrast(noisy, plain) + 4 * away(kept, kept_target).mean()


def ask_loss(vectors: Tensor, scale: Tensor, batch: Json, teacher: Tensor) -> tuple[Tensor, Tensor]:
    """Pulls a question to its passage, and calibrates the cosine across questions."""
    count = batch["count"]
    questions, near_questions, passages, hard, near = vectors.split([count, batch["near"], count, count * HARD, batch["near"]])
    numbers = batch["teacher"]
    known = numbers >= 0
    targets = [teacher[numbers[:, side].clamp(min=0)] for side in (0, 1)]
    # Questions that MiniLM considers equal, or that two businesses share, are not negatives of each other.
    own = torch.eye(count, dtype=torch.bool, device=questions.device)
    same_kind = batch["kind"][:, None] == batch["kind"]
    same_site = batch["site"][:, None] == batch["site"]
    alike = (targets[0] @ targets[0].T > SAME_QUESTION_MIN) & known[:, :1] & known[None, :, 0]
    generic = same_kind & (batch["kind"] == 0)[:, None] & ~same_site
    chatter = same_kind & (batch["kind"] == 5)[:, None] & same_site
    allowed = own | ~(alike | generic | chatter | (batch["gold"][:, None] == batch["gold"]))
    wide = torch.cat([allowed, allowed.repeat_interleave(HARD, dim=1)], dim=1)
    loss = contrast(questions, torch.cat([passages, hard]), wide) + 0.3 * contrast(passages, questions, allowed.T)
    for side, given in ((0, questions), (1, passages)):
        kept = known[:, side] & batch["english"]
        loss = loss + 3 * (away(given, targets[side]) * kept).sum() / count
    hard_questions = questions.repeat_interleave(HARD, dim=0)
    real = (batch["kind"] != 5).repeat_interleave(HARD)
    cosines = torch.cat([(questions * passages).sum(1), (hard_questions * hard).sum(1)[real], (near_questions * near).sum(1)])
    labels = torch.cat([torch.ones(count, device=cosines.device), torch.zeros(len(cosines) - count, device=cosines.device)])
    odds = functional.binary_cross_entropy_with_logits(scale[0] * cosines + scale[1], labels * 0.96 + 0.02)
    return loss, odds


def embed(network: Network, parts: list[Any]) -> Tensor:
    found = [network(*texts).float() for texts, _ in parts]
    places = torch.cat([places for _, places in parts])
    return torch.cat(found)[places.argsort()]


def teach(corpus: Json, device: str) -> tuple[dict[str, int], Tensor]:
    """MiniLM's vectors of all English texts."""
    texts = [english for _, english, _ in corpus["pairs"]]
    texts += [text for row in corpus["rows"] if row["language"] == "en" for text in (row["question"], *row.get("wordings", ()))]
    texts += [passage["text"] for passage in corpus["passages"] if passage["language"] == "en"]
    texts = sorted(set(texts), key=lambda text: (len(text), text))
    network, tokenizer = plain_minilm(read_minilm(CARRIED / "minilm.safetensors"), Tokenizer.read(CARRIED / "minilm-vocab.txt"))
    network = network.to(device)
    parts = []
    with torch.inference_mode(), torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
        for start in range(0, len(texts), 1024):
            rows = pad([tokenizer.single(text, 192) for text in texts[start : start + 1024]])
            parts.append(network(*(each.to(device) for each in rows)).float())
    return {text: number for number, text in enumerate(texts)}, torch.cat(parts).clone()


def to_device(value: Any, device: str) -> Any:
    if isinstance(value, Tensor):
        return value.to(device, non_blocking=True)
    if isinstance(value, dict):
        return {key: to_device(each, device) for key, each in value.items()}
    return [to_device(each, device) for each in value] if isinstance(value, list | tuple) else value


def rate(step: int, steps: int) -> float:
    warm = max(1, int(WARM_UP * steps))
    return min(1.0, (step + 1) / warm) * 0.5 * (1 + math.cos(math.pi * max(0, step - warm) / max(1, steps - warm)))


def main() -> None:
    parser = argparse.ArgumentParser()
    for name, default in (("seed", 1), ("steps", 2000), ("workers", 7)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--odds", type=float, default=0.5)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    begin = time.time()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(options.seed)
    with lzma.open(CARRIED / "corpus.json.xz", "rt", encoding="utf-8") as file:
        corpus = json.load(file)
    english, teacher = teach(corpus, device)
    tokenizer = Tokenizer.read(CARRIED / "vocab.txt")
    minilm = read_minilm(CARRIED / "minilm.safetensors")
    network = from_minilm(minilm, Tokenizer.read(CARRIED / "minilm-vocab.txt"), tokenizer).to(device).train()
    average = copy.deepcopy(network).eval()
    words = list(network.words.parameters())
    others = [weight for name, weight in network.named_parameters() if not name.startswith("words.")]
    groups = [{"params": words, "lr": LEARNING_RATE * WORDS_FACTOR}, {"params": others, "lr": LEARNING_RATE}]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01, fused=device == "cuda")
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: rate(step, options.steps))
    steps = Steps(corpus, english, tokenizer, Lexicon(TABLES), options.seed, options.steps)
    loader = DataLoader(steps, batch_size=None, num_workers=options.workers, prefetch_factor=4 if options.workers else None)
    print(f"ready after {time.time() - begin:.0f} s, {len(english)} English texts", flush=True)
    history = []
    for step, cpu_batch in enumerate(loader):
        batch = to_device(cpu_batch, device)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            vectors = embed(network, batch["texts"])
            size = 2 * (PAIRS + MONO) + KEPT
            pairs = pair_loss(vectors[:size], batch["pairs"], teacher)
            asked, odds = ask_loss(vectors[size:], network.scale, batch["asked"], teacher)
        optimizer.zero_grad(set_to_none=True)
        (pairs + asked + options.odds * odds).backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        keep = min(AVERAGE_DECAY, (step + 1) / (step + 10))
        with torch.no_grad():
            torch._foreach_lerp_(list(average.parameters()), list(network.parameters()), 1 - keep)
        if step % 50 == 0 or step == options.steps - 1:
            losses = [round(loss.item(), 3) for loss in (pairs, asked, odds)]
            history.append({"step": step, "seconds": round(time.time() - begin), "pairs, asked, odds": losses})
            print(json.dumps(history[-1]), flush=True)
    torch.save({name: value.cpu() for name, value in average.state_dict().items()}, options.out / "network.pt")
    settings = {key: str(value) for key, value in vars(options).items()}
    (options.out / "train.json").write_text(json.dumps({"settings": settings, "seconds": time.time() - begin, "history": history}, indent=1))


if __name__ == "__main__":
    main()
