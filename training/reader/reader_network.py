"""The reader: from a question and a passage to three kinds of scores.

`answer`: does the passage answer the question? `said`: does the passage state the sentence? `evidence`, a number for each
piece: is it in the sentence that answers?
"""

import torch
from torch import Tensor, nn
from torch.nn import functional

from network import HEADS, INNER, WIDTH, Layer

POSITIONS = 256
__all__ = ["HEADS", "INNER", "WIDTH", "Reader"]


class Reader(nn.Module):
    """BERT blocks with a trained embedding for each side of the pair."""

    def __init__(self, vocabulary_size: int, layers: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.words = nn.Embedding(vocabulary_size, WIDTH, padding_idx=0)
        self.positions = nn.Embedding(POSITIONS, WIDTH)
        self.sides = nn.Parameter(torch.zeros(2, WIDTH))
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer(dropout) for _ in range(layers))
        self.pooled = nn.Linear(2 * WIDTH, WIDTH)
        self.heads = nn.Linear(WIDTH, 2)
        self.evidence = nn.Linear(WIDTH, 1)
        self.dropout = dropout

    def forward(self, input_ids: Tensor, attention_mask: Tensor, side: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        places = torch.arange(input_ids.shape[1], device=input_ids.device)
        # A sum instead of an embedding lookup, whose gradient is slow with two rows.
        marks = self.sides[0] + side[:, :, None].to(self.sides.dtype) * (self.sides[1] - self.sides[0])
        hidden = self.words(input_ids) + self.positions(places) + marks
        hidden = functional.dropout(self.norm(hidden), self.dropout, self.training)
        mask = attention_mask.to(hidden.dtype)
        bias = ((1.0 - mask) * -10000.0)[:, None, None, :]
        for layer in self.layers:
            hidden = layer(hidden, bias)
        weights = mask[:, :, None]
        mean = (hidden * weights).sum(1) / weights.sum(1)
        pooled = torch.tanh(self.pooled(torch.cat([hidden[:, 0], mean], 1)))
        scores = self.heads(functional.dropout(pooled, self.dropout, self.training))
        return scores[:, 0], scores[:, 1], self.evidence(hidden)[:, :, 0]
