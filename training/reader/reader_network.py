"""The reader: from a question and a passage to three kinds of scores, and with forms to five.

`answer`: does the passage answer the question? `said`: does the passage state the sentence? `evidence`, a number for each
piece: is it in the sentence that answers? `form`: what does the question ask for? `polarity`: which word does the sentence
that answers say to it (forms.py has the order of both)?
"""

import torch
from torch import Tensor, nn
from torch.nn import functional

from forms import FORMS, POLARITIES
from network import HEADS, INNER, WIDTH, Layer

POSITIONS = 256
# The names of all weights that only a reader with forms has begin so.
FORM_WEIGHTS = ("form", "polarity")
__all__ = ["HEADS", "INNER", "WIDTH", "Reader"]


class Reader(nn.Module):
    """BERT blocks with a trained embedding for each side of the pair."""

    def __init__(self, vocabulary_size: int, layers: int, forms: bool = False, dropout: float = 0.1) -> None:
        super().__init__()
        self.words = nn.Embedding(vocabulary_size, WIDTH, padding_idx=0)
        self.positions = nn.Embedding(POSITIONS, WIDTH)
        self.sides = nn.Parameter(torch.zeros(2, WIDTH))
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer(dropout) for _ in range(layers))
        self.pooled = nn.Linear(2 * WIDTH, WIDTH)
        self.heads = nn.Linear(WIDTH, 2)
        self.evidence = nn.Linear(WIDTH, 1)
        self.dropout, self.forms = dropout, forms
        if forms:
            # A score for each piece of the question; zeros begin with the mean of them.
            self.form_look = nn.Parameter(torch.zeros(WIDTH))
            self.form_hidden, self.form = nn.Linear(2 * WIDTH, WIDTH), nn.Linear(WIDTH, len(FORMS))
            self.polarity_hidden, self.polarity = nn.Linear(3 * WIDTH, WIDTH), nn.Linear(WIDTH, len(POLARITIES))

    def forward(self, input_ids: Tensor, attention_mask: Tensor, side: Tensor) -> tuple[Tensor, ...]:
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
        evidence = self.evidence(hidden)[:, :, 0]
        if not self.forms:
            return scores[:, 0], scores[:, 1], evidence
        return scores[:, 0], scores[:, 1], evidence, *self._form_scores(hidden, pooled, evidence, mask, side.to(mask.dtype))

    def _form_scores(self, hidden: Tensor, pooled: Tensor, evidence: Tensor, mask: Tensor, side: Tensor) -> tuple[Tensor, Tensor]:
        """Side 0 is the question with the turns before it, side 1 the passage."""
        # A product and a sum, since the export names only the matrices of linear layers.
        looks = (hidden * self.form_look).sum(2) - 10000.0 * (1.0 - mask * (1.0 - side))
        asked = (hidden * torch.softmax(looks, 1)[:, :, None]).sum(1)
        form = torch.tanh(self.form_hidden(torch.cat([hidden[:, 0], asked], 1)))
        # The evidence learns from its own labels alone.
        found = (torch.sigmoid(evidence.detach()) + 1e-6) * mask * side
        told = (hidden * (found / found.sum(1, keepdim=True).clamp(min=1e-9))[:, :, None]).sum(1)
        polarity = torch.tanh(self.polarity_hidden(torch.cat([pooled, told, asked], 1)))
        form, polarity = (functional.dropout(each, self.dropout, self.training) for each in (form, polarity))
        return self.form(form), self.polarity(polarity)
