#!/bin/sh
# Trains, exports and evaluates several seeds in parallel on the accelerator; results go to $OUT.
#   sh training/encoder/device.sh STEPS "SEEDS" [options of train.py]
set -e
steps=$1 seeds=$2
shift 2
cd "$(dirname "$0")"
export PYTHONUNBUFFERED=1 OMP_NUM_THREADS=4
out=${OUT:-/tmp/encoder}
mkdir -p "$out" /tmp/weights
nvidia-smi --query-gpu=name --format=csv,noheader || true
one() {
  seed=$1
  shift
  python3 train.py --seed "$seed" --steps "$steps" --out "/tmp/weights/$seed" "$@"
  python3 export.py "/tmp/weights/$seed/network.pt" "/tmp/weights/$seed"
  # Returned files have at most 16 MiB.
  split -b 15M "/tmp/weights/$seed/encoder.onnx" "$out/encoder-$seed.onnx."
  python3 evaluate.py "seed$seed=/tmp/weights/$seed/network.pt" --out "$out/figures-$seed.json"
}
for seed in $seeds; do
  one "$seed" "$@" >"$out/log-$seed" 2>&1 &
done
wait
for seed in $seeds; do
  echo "==== seed $seed"
  grep -v Warn "$out/log-$seed" | awk 'NR < 4 || NR % 5 == 0 || /==|hit|cosine|MB|correl|Error|error|File|seconds": [0-9]+, /'
done
