"""The network: six layers of MiniLM, from token ids to a vector of unit length."""

import json
import struct
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from tokens import SPECIAL, UNK, Tokenizer

WIDTH, HEADS, LAYERS, INNER, POSITIONS = 384, 12, 6, 1536, 256


class Layer(nn.Module):
    """One block of BERT."""

    def __init__(self, dropout: float) -> None:
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.inner, self.outer = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.norm_attention, self.norm_output = nn.LayerNorm(WIDTH, eps=1e-12), nn.LayerNorm(WIDTH, eps=1e-12)
        self.dropout = dropout

    def forward(self, hidden: Tensor, bias: Tensor) -> Tensor:
        rows, length, _ = hidden.shape
        query, key, value = (
            part(hidden).view(rows, length, HEADS, WIDTH // HEADS).transpose(1, 2) for part in (self.query, self.key, self.value)
        )
        rate = self.dropout if self.training else 0.0
        if torch.onnx.is_in_onnx_export():
            weights = torch.softmax(query @ key.transpose(2, 3) * (WIDTH // HEADS) ** -0.5 + bias, dim=-1)
            mixed = weights @ value
        else:
            mixed = functional.scaled_dot_product_attention(query, key, value, attn_mask=bias.to(query.dtype), dropout_p=rate)
        mixed = self.out(mixed.transpose(1, 2).reshape(rows, length, WIDTH))
        hidden = self.norm_attention(hidden + functional.dropout(mixed, self.dropout, self.training))
        changed = self.outer(functional.gelu(self.inner(hidden)))
        return self.norm_output(hidden + functional.dropout(changed, self.dropout, self.training))


class Network(nn.Module):
    """Maps token ids to `embedding`, of unit length."""

    def __init__(self, vocabulary_size: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.words = nn.Embedding(vocabulary_size, WIDTH)
        self.positions = nn.Embedding(POSITIONS, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer(dropout) for _ in range(LAYERS))
        # Scale and bias from cosine to logit in training, so that one threshold fits all questions.
        self.scale = nn.Parameter(torch.tensor([12.0, -5.0]))
        self.dropout = dropout

    def word_vectors(self, input_ids: Tensor) -> Tensor:
        return self.words(input_ids)

    def forward(self, input_ids: Tensor, attention_mask: Tensor) -> Tensor:
        places = torch.arange(input_ids.shape[1], device=input_ids.device)
        hidden = self.word_vectors(input_ids) + self.positions(places)
        hidden = functional.dropout(self.norm(hidden), self.dropout, self.training)
        mask = attention_mask.to(hidden.dtype)
        bias = ((1.0 - mask) * -10000.0)[:, None, None, :]
        for layer in self.layers:
            hidden = layer(hidden, bias)
        weights = mask[:, :, None]
        mean = (hidden.float() * weights).sum(1) / weights.sum(1).clamp(min=1.0)
        # Written explicitly, so that the exported normalisation does not depend on how a runtime clamps.
        return mean / mean.pow(2).sum(1, keepdim=True).clamp(min=1e-12).sqrt()


def read_minilm(path: Path) -> dict[str, Tensor]:
    """The tensors of a safetensors file as float32."""
    content = path.read_bytes()
    length = struct.unpack("<Q", content[:8])[0]
    tensors = {}
    for name, about in json.loads(content[8 : 8 + length]).items():
        if about.get("dtype") == "F16":
            begin, end = (8 + length + offset for offset in about["data_offsets"])
            values = np.frombuffer(content[begin:end], dtype=np.float16).astype(np.float32)
            tensors[name] = torch.from_numpy(values.reshape(about["shape"]).copy())
    return tensors


_NAMES = {
    "query": "attention.self.query", "key": "attention.self.key", "value": "attention.self.value",
    "out": "attention.output.dense", "norm_attention": "attention.output.LayerNorm",
    "inner": "intermediate.dense", "outer": "output.dense", "norm_output": "output.LayerNorm",
}  # fmt: skip


def from_minilm(tensors: dict[str, Tensor], old: Tokenizer, new: Tokenizer) -> Network:
    """MiniLM with another vocabulary: known pieces keep their row, new ones start as the mean of their old pieces."""
    network = Network(len(new.vocabulary))
    rows = tensors["embeddings.word_embeddings.weight"]
    words = torch.empty(len(new.vocabulary), WIDTH)
    for index, piece in enumerate(new.vocabulary):
        known = old.number.get(piece)
        cut = (known,) if known is not None else old.cut(piece.removeprefix("##"), inside=piece.startswith("##"))
        # MiniLM's special pieces have other positions, so [UNK] is looked up by name.
        words[index] = rows[[old.number["[UNK]"]] if cut == (UNK,) and known is None else list(cut)].mean(0)
    state = {
        "words.weight": words,
        # All texts have MiniLM's first token type, so its row is added to every position.
        "positions.weight": tensors["embeddings.position_embeddings.weight"][:POSITIONS] + tensors["embeddings.token_type_embeddings.weight"][0],
        "norm.weight": tensors["embeddings.LayerNorm.weight"],
        "norm.bias": tensors["embeddings.LayerNorm.bias"],
    }
    for layer in range(LAYERS):
        for own, original in _NAMES.items():
            for part in ("weight", "bias"):
                state[f"layers.{layer}.{own}.{part}"] = tensors[f"encoder.layer.{layer}.{original}.{part}"]
    missing = network.load_state_dict(state, strict=False)
    assert not missing.unexpected_keys
    return network


def plain_minilm(tensors: dict[str, Tensor], old: Tokenizer) -> tuple[Network, Tokenizer]:
    """The teacher: unchanged MiniLM, with its special pieces moved to our positions."""
    ordered = Tokenizer([*SPECIAL, *(piece for piece in old.vocabulary if piece not in SPECIAL)])
    return from_minilm(tensors, old, ordered).eval(), ordered


def pad(rows: list[list[int]]) -> tuple[Tensor, Tensor]:
    """Token ids and mask of rows of different lengths."""
    width = -(-max(map(len, rows)) // 8) * 8
    ids = torch.zeros(len(rows), width, dtype=torch.long)
    mask = torch.zeros_like(ids)
    for index, row in enumerate(rows):
        ids[index, : len(row)] = torch.tensor(row)
        mask[index, : len(row)] = 1
    return ids, mask
