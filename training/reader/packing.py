"""Packs rows of different lengths into a few padded blocks, to avoid padding short rows to the longest."""

from typing import Any

import numpy as np

BLOCKS = 4
Json = dict[str, Any]


def packed(ids: list[list[int]], begin: list[int], evidence: list[list[int] | None], blocks: int = BLOCKS) -> list[Json]:
    """Blocks of token ids, mask, side and evidence labels (-1: none), each with the indexes of its rows."""
    order = np.argsort([len(row) for row in ids], kind="stable")
    return [_block(places, ids, begin, evidence) for places in np.array_split(order, min(blocks, len(ids)))]


def _block(places: np.ndarray, ids: list[list[int]], begin: list[int], evidence: list[list[int] | None]) -> Json:
    width = -(-max(len(ids[place]) for place in places) // 8) * 8
    shape = (len(places), width)
    numbers, side, mask = np.zeros(shape, np.int32), np.zeros(shape, np.int8), np.zeros(shape, np.int8)
    labels = np.full(shape, -1, np.int8)
    for at, place in enumerate(places):
        row = ids[place]
        numbers[at, : len(row)] = row
        mask[at, : len(row)] = 1
        side[at, begin[place] : len(row)] = 1
        found = evidence[place]
        if found is not None:
            labels[at, begin[place] : begin[place] + len(found)] = found
    return {"places": places, "ids": numbers, "side": side, "mask": mask, "evidence": labels}
