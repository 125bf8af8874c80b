"""Interpolates the weights of two readers, one of which was trained further from the other:

    python blend.py EARLIER.onnx LATER.onnx SHARE OUT.onnx    SHARE of the later one, 0 to 1

The result keeps what the later one learnt, and more of what the earlier one knew about other kinds of texts.
"""

import re
import sys

import numpy as np
import onnx
from onnx import numpy_helper

TABLE = ("words.values", "words.scale")
_UNNAMED = re.compile(r"onnx::(MatMul|Add|Mul)_(\d+)(.*)")


def tables_of(model: onnx.ModelProto) -> dict[str, np.ndarray]:
    return {each.name: numpy_helper.to_array(each) for each in model.graph.initializer}


def named_alike(earlier: dict[str, np.ndarray], later: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The earlier tables with the later names: the export numbers matrices without a name, a reader with forms otherwise."""

    def groups(tables: dict[str, np.ndarray]) -> dict[tuple[str, str], list[str]]:
        found: dict[tuple[str, str], list[tuple[int, str]]] = {}
        for name in tables:
            if match := _UNNAMED.fullmatch(name):
                found.setdefault((match[1], match[3]), []).append((int(match[2]), name))
        return {key: [name for _, name in sorted(each)] for key, each in found.items()}

    own, other = groups(earlier), groups(later)
    names = {old: new for key in own for old, new in zip(own[key], other[key], strict=True)}
    return {names.get(name, name): values for name, values in earlier.items()}


def blended(earlier: dict[str, np.ndarray], later: dict[str, np.ndarray], share: float) -> dict[str, np.ndarray]:
    """Eight-bit weights are blended as numbers and rounded again, with a new scale for each row or column; heads of the later one stay."""
    out, earlier = dict(later), named_alike(earlier, later)
    for name, values in later.items():
        # Names with a slash are constants of the graph.
        if values.dtype == np.float32 and not name.endswith(("_scale", ".scale")) and not name.startswith("/") and name in earlier:
            out[name] = share * values + (1 - share) * earlier[name]
    pairs = [(name, name.replace("_quantized", "_scale"), 0) for name in later if name.endswith("_quantized") and name in earlier]
    for name, scale, axis in [*pairs, (*TABLE, 1)]:
        zero = later.get(name.replace("_quantized", "_zero_point"))
        assert axis == 1 or not zero.any(), f"{name} is not symmetric"
        mixed = share * later[name] * later[scale] + (1 - share) * earlier[name] * earlier[scale]
        largest = np.abs(later[name].astype(np.int32)).max()
        step = np.maximum(np.abs(mixed).max(axis, keepdims=axis == 1), 1e-12) / largest
        out[name] = np.clip(np.rint(mixed / step), -largest, largest).astype(np.int8)
        out[scale] = step.astype(np.float32)
    return {name: values.astype(later[name].dtype) for name, values in out.items()}


def main() -> None:
    earlier, later = onnx.load(sys.argv[1]), onnx.load(sys.argv[2])
    tables = blended(tables_of(earlier), tables_of(later), float(sys.argv[3]))
    for each in later.graph.initializer:
        each.CopyFrom(numpy_helper.from_array(tables[each.name], each.name))
    onnx.save(later, sys.argv[4])


if __name__ == "__main__":
    main()
