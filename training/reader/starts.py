"""Initial weights of the reader: our encoder, the shipped reader, or multilingual-e5-small reduced to the pieces of our texts.

    PYTHONPATH=../encoder python starts.py MODEL_ONNX TOKENIZER_JSON    writes .device-data/e5.npz and e5-pieces.tsv
"""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import numpy_helper

from corpus import read_corpus
from paths import CARRIED, TABLES, TEXTS
from tokens import SPECIAL, Tokenizer
from unigram import Unigram

WIDTH = 384
PIECES_MAX = 36_000
_PARTS = ("query", "key", "value", "out", "inner", "outer")
_NAMES = {
    "attention.self.query": "query", "attention.self.key": "key", "attention.self.value": "value", "attention.output.dense": "out",
    "attention.output.LayerNorm": "norm_attention", "intermediate.dense": "inner", "output.dense": "outer", "output.LayerNorm": "norm_output",
}  # fmt: skip


def start(name: str, layers: int) -> tuple[Any, dict[str, np.ndarray]]:
    """The tokenizer and the weights with the reader's names; for twelve layers, each layer of a six-layer model is used twice."""
    if name == "e5":
        with np.load(CARRIED / "e5.npz") as file:
            weights = {key: file[key] for key in file.files}
        return Unigram.read(CARRIED / "e5-pieces.tsv"), of_layers(_widened(weights), layers, 12)
    if name == "reader":
        return Tokenizer.read(TABLES / "vocab.txt"), of_layers(_exported("reader"), layers, 12)
    return Tokenizer.read(TABLES / "vocab.txt"), of_layers(_exported("encoder"), layers, 6)


def of_layers(weights: dict[str, np.ndarray], layers: int, given: int) -> dict[str, np.ndarray]:
    """Copies each layer from the corresponding position."""
    found = {key: value for key, value in weights.items() if not key.startswith("layers.")}
    for layer in range(layers):
        source = layer * given // layers if layers >= given else round((layer + 1) * given / layers) - 1
        for key, value in weights.items():
            if key.startswith(f"layers.{source}."):
                found[f"layers.{layer}.{key.split('.', 2)[2]}"] = value
    return found


def _exported(name: str) -> dict[str, np.ndarray]:
    """The weights of a shipped file, where the matrices of a layer are in order of use."""
    tensors = {each.name: numpy_helper.to_array(each) for each in onnx.load(str(TABLES / f"{name}.onnx")).graph.initializer}
    found = {key: value for key, value in tensors.items() if key.startswith(("positions", "norm", "layers", "sides")) or key.endswith(".bias")}
    found["words.weight"] = tensors["words.values"].astype(np.float32) * tensors["words.scale"]
    places = {key[:-10]: tensors[key].astype(np.float32) * tensors[f"{key[:-10]}_scale"] for key in tensors if key.endswith("_quantized")}
    unnamed = sorted((key for key in places if "MatMul_" in key), key=lambda key: int(key.split("_")[-1]))
    for number, key in enumerate(unnamed):
        layer, part = divmod(number, len(_PARTS))
        is_head = len(unnamed) % len(_PARTS) == 1 and key == unnamed[-1]
        found["evidence.weight" if is_head else f"layers.{layer}.{_PARTS[part]}.weight"] = places[key].T.copy()
    if "form_look" in tensors:
        found["form_look"] = tensors["form_look"]
    for key in ("pooled.weight", "heads.weight", "form_hidden.weight", "form.weight", "polarity_hidden.weight", "polarity.weight"):
        if key in places:
            found[key] = places[key].T.copy()
    # The export replaces the embeddings of both sides by the first one and their difference, without a name.
    first, difference = (next((tensors[key] for key in tensors if key.startswith(f"onnx::{kind}_") and tensors[key].shape == (WIDTH,)), None) for kind in ("Add", "Mul"))
    if first is not None and difference is not None:
        found["sides"] = np.stack([first, first + difference])
    return found


def _widened(stored: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Dequantises int8 values with scale and zero point."""
    found = {}
    for key, value in stored.items():
        if key.endswith((":scale", ":zero")):
            continue
        found[key] = value.astype(np.float32)
        if f"{key}:scale" in stored:
            found[key] = (found[key] - stored[f"{key}:zero"]) * stored[f"{key}:scale"]
    # All texts have the first token type, so its row is added to every position.
    found["positions.weight"] += found.pop("types")[0]
    return found


def _used_pieces(tokenizer: Unigram) -> Counter[int]:
    used: Counter[int] = Counter()
    corpus = read_corpus()
    for site in corpus["sites"]:
        for entry in site["entries"]:
            for text in (entry["title"], *entry["sentences"]):
                used.update(tokenizer.pieces(text))
        for question in site["questions"]:
            used.update(tokenizer.pieces(f"{question['h']} {question['q']}"))
            used.update(tokenizer.pieces(question["q"].lower()))
    for claim in corpus["claims"]:
        used.update(tokenizer.pieces(claim["claim"]))
    for path in (TABLES / "swahili-english.tsv", TABLES / "english-swahili.tsv"):
        for line in path.read_text(encoding="utf-8").splitlines():
            used.update(tokenizer.pieces(line.split("\t")[0]))
    for path in sorted((TEXTS / "parallel").glob("*.tsv")):
        used.update(tokenizer.pieces(path.read_text(encoding="utf-8")))
    return used


def _write_e5(model: Path, tokenizer_file: Path) -> None:
    given = [tuple(each) for each in json.loads(tokenizer_file.read_text(encoding="utf-8"))["model"]["vocab"]]
    special = {"<pad>": "[PAD]", "<unk>": "[UNK]", "<s>": "[CLS]", "</s>": "[SEP]"}
    whole = Unigram([(special.get(piece, piece), cost) for piece, cost in given])
    used = _used_pieces(whole)
    # Single characters, so that no Latin text is unknown.
    letters = [place for place, (piece, _) in enumerate(given) if len(piece) == 1 and ord(piece) < 0x250]
    chosen = sorted({place for place, _ in used.most_common(PIECES_MAX - len(letters))} | set(letters))
    chosen = [place for place in chosen if given[place][0] not in special]
    places = [next(at for at, (piece, _) in enumerate(given) if special.get(piece) == name) for name in SPECIAL] + chosen
    lines = [f"{special.get(given[place][0], given[place][0])}\t{given[place][1]}" for place in places]
    (CARRIED / "e5-pieces.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    graph = onnx.load(str(model)).graph
    tensors = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    np.savez_compressed(CARRIED / "e5.npz", **_e5_weights(graph, tensors, places))
    print(f"{len(places)} pieces of {len(given)}; {sum(used.values())} used, {1 - sum(used[p] for p in chosen) / sum(used.values()):.5f} of them lost")


def _e5_weights(graph: Any, tensors: dict[str, np.ndarray], places: list[int]) -> dict[str, np.ndarray]:
    """With the reader's names; matrices and embeddings stay int8 with a scale."""
    found: dict[str, np.ndarray] = {}

    def store(name: str, key: str, rows: list[int] | None = None, turned: bool = False) -> None:
        if f"{key}_quantized" not in tensors:
            found[name] = (tensors[key][rows] if rows else tensors[key]).astype(np.float32)
            return
        values = tensors[f"{key}_quantized"]
        values = values[rows] if rows else values
        found[name] = values.T.copy() if turned else values
        found[f"{name}:scale"] = tensors[f"{key}_scale"].astype(np.float32)
        found[f"{name}:zero"] = tensors[f"{key}_zero_point"].astype(np.float32)

    store("words.weight", "embeddings.word_embeddings.weight", rows=places)
    store("positions.weight", "embeddings.position_embeddings.weight", rows=list(range(256)))
    store("types", "embeddings.token_type_embeddings.weight")
    store("norm.weight", "embeddings.LayerNorm.weight")
    store("norm.bias", "embeddings.LayerNorm.bias")
    matrices = _matrices(graph)
    for layer in range(12):
        for original, own in _NAMES.items():
            base = f"encoder.layer.{layer}.{original}"
            store(f"layers.{layer}.{own}.bias", f"{base}.bias")
            if own.startswith("norm"):
                store(f"layers.{layer}.{own}.weight", f"{base}.weight")
            else:
                store(f"layers.{layer}.{own}.weight", matrices[f"{base}.bias"], turned=True)
    return found


def _matrices(graph: Any) -> dict[str, str]:
    """The matrix of each bias, found through the product, scales and cast before the addition."""
    makers = {name: node for node in graph.node for name in node.output}
    found = {}
    for node in graph.node:
        if node.op_type == "Add":
            for bias, other in (node.input, reversed(node.input)):
                if bias.endswith(".bias") and "LayerNorm" not in bias:
                    found[bias] = _product_before(other, makers)
    return found


def _product_before(name: str, makers: dict[str, Any]) -> str:
    """Follows casts and scales only, since the inputs of the product belong to another layer."""
    node = makers[name]
    if node.op_type in ("MatMulInteger", "MatMul"):
        return node.input[1].removesuffix("_quantized")
    if node.op_type not in ("Cast", "Mul"):
        return ""
    return next((found for each in node.input if each in makers and (found := _product_before(each, makers))), "")


if __name__ == "__main__":
    _write_e5(Path(sys.argv[1]), Path(sys.argv[2]))
