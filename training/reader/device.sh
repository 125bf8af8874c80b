#!/bin/sh
# What one call on the accelerator does; weights stay in /tmp/weights between the calls.
#   sh training/reader/device.sh teachers 2400 [options of train_reader.py]
#   sh training/reader/device.sh student 1900 [options]    both teachers' scores, then one student of them
#   sh training/reader/device.sh reader 1500 [options]     the student goes on, and comes back in $OUT in parts of 15 MB
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
student() {
  name=$1 seed=$2 from=$3
  shift 3
  python3 train_reader.py "$name" --start minilm --layers 12 --steps "$steps" --seed "$seed" --workers 13 --rate 1.5e-4 \
    --go-on "$weights/$from.pt" --soft "$weights/soft.npz" "$@" >"$out/$name.log" 2>&1
  show "$name"
}
case $what in
teachers)
  python3 train_reader.py minilm12 --start minilm --layers 12 --steps "$steps" --workers 6 "$@" >"$out/minilm12.log" 2>&1 &
  python3 train_reader.py e5-12 --start e5 --layers 12 --steps "$steps" --workers 6 --rate 1.5e-4 "$@" >"$out/e5-12.log" 2>&1 &
  wait
  show minilm12 e5-12
  ;;
student)
  python3 soft_scores.py "$weights/soft.npz" "$weights/minilm12.pt" "$weights/e5-12.pt" >"$out/soft.log" 2>&1
  show soft
  student student 2 minilm12 "$@"
  ;;
reader)
  student reader 3 student "$@"
  python3 export_reader.py "$weights/reader.pt" "$weights/reader" >"$out/export.log" 2>&1
  show export
  split -b 15M "$weights/reader/reader.onnx" "$out/reader.onnx."
  ;;
esac
