"""The vocabulary: the usable pieces of MiniLM, followed by pieces for Swahili.

    python vocabulary.py TOKENIZER_JSON     writes .device-data/vocab.txt and .device-data/minilm-vocab.txt
"""

import gzip
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from tokenizers import Tokenizer as Learner
from tokenizers import models, pre_tokenizers, trainers

from paths import BUSINESSES, CARRIED, TEXTS
from tokens import SPECIAL, english_vocabulary, words_of

SIZE, FREQUENCY_MIN = 16_000, 8


def swahili_texts() -> Iterator[str]:
    """All Swahili texts; scripture only once, so that it does not dominate the pieces."""
    for path in sorted((TEXTS / "parallel").glob("*.tsv")):
        if path.name != "bible-onen-bbe.tsv":
            yield from (line.split("\t")[0] for line in path.read_text(encoding="utf-8").splitlines())
    yield from gzip.decompress((TEXTS / "mono" / "common-voice-sw.txt.gz").read_bytes()).decode().splitlines()
    for line in (TEXTS / "qa" / "tydi-sw-train.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield from (row["q"], row["ctx"])
    for path in sorted(BUSINESSES.glob("part-*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            business = json.loads(line)
            # Business texts are the target domain, so they count four times.
            yield from 4 * [each["text"] for each in business["info"] if each["language"] == "sw"]
            yield from 4 * [each["question"] for each in business["questions"] if each["language"] != "en"]


def learn() -> list[str]:
    """Trains WordPiece on words from our own normalisation."""
    learner = Learner(models.WordPiece(unk_token="[UNK]"))
    learner.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.WordPieceTrainer(vocab_size=SIZE, min_frequency=FREQUENCY_MIN, special_tokens=["[UNK]"], show_progress=False)
    learner.train_from_iterator((" ".join(words_of(text)) for text in swahili_texts()), trainer)
    # Pieces of equal frequency have a random order in each run, so they are sorted alphabetically.
    return sorted(learner.get_vocab())


def main() -> None:
    old: dict[str, int] = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))["model"]["vocab"]
    old_pieces = sorted(old, key=old.__getitem__)
    kept = english_vocabulary(old_pieces)
    known = set(kept)
    added = [piece for piece in learn() if piece not in known and not any(map(str.isdigit, piece)) and english_vocabulary([piece])]
    CARRIED.mkdir(exist_ok=True)
    (CARRIED / "minilm-vocab.txt").write_text("\n".join(old_pieces) + "\n", encoding="utf-8")
    (CARRIED / "vocab.txt").write_text("\n".join([*SPECIAL, *kept, *added]) + "\n", encoding="utf-8")
    print(f"kept {len(kept)} of {len(old_pieces)}, added {len(added)}, in all {len(SPECIAL) + len(kept) + len(added)}")


if __name__ == "__main__":
    main()
