#!/bin/sh
# What the accelerator does, in two calls: the teachers, then the students.
#   sh training/reader/device.sh teachers STEPS [options of train_reader.py]
#   sh training/reader/device.sh students STEPS [options of train_reader.py]
# Weights stay in /tmp/weights between the calls; what ships comes back in $OUT, in parts of 15 MB.
set -e
what=$1 steps=$2
shift 2
cd "$(dirname "$0")"
export PYTHONUNBUFFERED=1 OMP_NUM_THREADS=4 PYTHONPATH=../encoder PYTHONWARNINGS=ignore
out=${OUT:-/tmp/reader}
weights=/tmp/weights
mkdir -p "$out" "$weights"
show() {
  for name in "$@"; do
    echo "==== $name"
    grep -E '==|Error|error|File|ready|done|MB|pairs' "$out/$name.log" || true
    grep -E 'step' "$out/$name.log" | awk 'NR % 5 == 1' | tail -8
  done
}
if [ "$what" = teachers ]; then
  python3 train_reader.py minilm12 --start minilm --layers 12 --steps "$steps" "$@" >"$out/minilm12.log" 2>&1 &
  python3 train_reader.py e5-12 --start e5 --layers 12 --steps "$steps" --rate 1.5e-4 "$@" >"$out/e5-12.log" 2>&1 &
  wait
  show minilm12 e5-12
else
  python3 soft_scores.py "$weights/soft.npz" "$weights/minilm12.pt" "$weights/e5-12.pt" >"$out/soft.log" 2>&1
  show soft
  python3 train_reader.py student-minilm --start minilm --layers "${LAYERS:-12}" --steps "$steps" --seed 2 --soft "$weights/soft.npz" "$@" >"$out/student-minilm.log" 2>&1 &
  python3 train_reader.py student-e5 --start e5 --layers "${LAYERS:-12}" --steps "$steps" --rate 1.5e-4 --seed 2 --soft "$weights/soft.npz" "$@" >"$out/student-e5.log" 2>&1 &
  wait
  for name in student-minilm student-e5; do
    python3 export_reader.py "$weights/$name.pt" "$weights/$name" >>"$out/$name.log" 2>&1 &
  done
  wait
  for name in student-minilm student-e5; do
    split -b 15M "$weights/$name/reader.onnx" "$out/$name.onnx."
  done
  show student-minilm student-e5
fi
