#!/bin/sh
# Runs the training on the accelerator in a copy of the tree, so that it continues after the call that started it:
#   sh training/reader/device.sh start all 480 800 seconds for the teachers, seconds for the student; returns at once
#   sh training/reader/device.sh start more 650    continues the shipped reader with the scores in .device-data/soft.npz
#   sh training/reader/device.sh start claims 330  trains the shipped reader on claims
#   sh training/reader/device.sh start again 540 660   teachers from the shipped reader and from e5, then their student
#   sh training/reader/device.sh wait 590          shows the progress after so many seconds, or when it is done
#   sh training/reader/device.sh fetch             the reader in $OUT, in parts of 15 MB, with all logs
set -e
what=$1
work=/tmp/reader-work
weights=/tmp/weights
logs=/tmp/reader-logs
export PYTHONUNBUFFERED=1 OMP_NUM_THREADS=4 PYTHONPATH=../encoder PYTHONWARNINGS=ignore

layers=12
compile=--compile
train() {
  name=$1
  shift
  python3 train_reader.py "$name" --layers "$layers" --steps 20000 $compile "$@" >"$logs/$name.log" 2>&1
}

finish() {
  python3 export_reader.py "$weights/reader.pt" "$weights/reader" >"$logs/export.log" 2>&1
  touch "$logs/finished"
}

case $what in
start)
  mkdir -p "$work/packages" "$work/training" "$weights" "$logs"
  cp -r .device-data "$work/"
  cp -r packages/answer-model "$work/packages/"
  cp -r training/reader training/encoder "$work/training/"
  cd "$work/training/reader"
  setsid sh device.sh "$2" "$3" "$4" >"$logs/all.log" 2>&1 </dev/null &
  ;;
all)
  train minilm12 --start minilm --workers 6 --rate 3e-4 --seconds "$2" &
  train e5-12 --start e5 --workers 6 --rate 2e-4 --seconds "$2" &
  wait
  python3 soft_scores.py "$weights/soft.npz" "$weights/minilm12.pt" "$weights/e5-12.pt" >"$logs/soft.log" 2>&1
  train reader --start minilm --workers 12 --rate 2.5e-4 --seed 2 --go-on "$weights/minilm12.pt" --soft "$weights/soft.npz" --seconds "$3"
  finish
  ;;
more)
  train reader --start reader --workers 14 --rate 2.5e-4 --seed 4 --soft ../../.device-data/soft.npz --seconds "$2"
  finish
  ;;
again)
  train own-12 --start reader --workers 7 --rate 2.5e-4 --seed 5 --seconds "$2" &
  train e5-12 --start e5 --workers 7 --rate 2e-4 --seed 6 --seconds "$2" &
  wait
  python3 soft_scores.py "$weights/soft.npz" "$weights/own-12.pt" "$weights/e5-12.pt" >"$logs/soft.log" 2>&1
  train reader --start reader --go-on "$weights/own-12.pt" --soft "$weights/soft.npz" --workers 14 --seconds "$3" --rate 2e-4 --seed 7
  finish
  ;;
claims)
  # Too short to compile kernels.
  compile= train reader --start reader --workers 14 --rate 1e-4 --seed 9 --soft ../../.device-data/soft.npz --seconds "$2"
  finish
  ;;
wait)
  [ -d "$work" ] || { echo "this machine has no training: it was given back"; exit 1; }
  # Data that was added after the start, such as more claims.
  cp .device-data/*.xz "$work/.device-data/" 2>/dev/null || true
  end=$(($(date +%s) + $2))
  while [ ! -f "$logs/finished" ] && [ "$(date +%s)" -lt "$end" ]; do sleep 2; done
  for log in "$logs"/*.log; do
    echo "==== $log"
    grep -E '==|steps a|ended|Error|error|File|ready|done|MB|pairs' "$log" || true
    grep -E 'step' "$log" | tail -3
  done
  ;;
fetch)
  cp "$logs"/*.log "$OUT/"
  split -b 15M "$weights/reader/reader.onnx" "$OUT/reader.onnx."
  cp "$weights/soft.npz" "$OUT/" 2>/dev/null || true
  ;;
esac
