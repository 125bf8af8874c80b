#!/bin/sh
# Runs the training on the accelerator in a copy of the tree, so that it continues after the call that started it:
#   sh training/reader/device.sh start all 540 840 seconds for the teachers, seconds for the student; returns at once
#   sh training/reader/device.sh wait 590          shows the progress after so many seconds, or when it is done
#   sh training/reader/device.sh fetch             the reader in $OUT, in parts of 15 MB, with all logs; call it as soon
#                                                  as it is done, and again for the figures: nothing outlasts the lease
set -e
what=$1
work=/tmp/reader-work
weights=/tmp/weights
logs=/tmp/reader-logs
export PYTHONUNBUFFERED=1 OMP_NUM_THREADS=2 PYTHONPATH=../encoder PYTHONWARNINGS=ignore

train() {
  name=$1
  shift
  python3 train_reader.py "$name" --steps 20000 --compile --workers 5 "$@" >"$logs/$name.log" 2>&1
}

export_now() {
  python3 export_reader.py "$weights/$1.pt" "$weights/$1" --only >"$logs/export-$1.log" 2>&1
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
  # The rate of the first step is zero: these are the figures of the shipped reader.
  python3 train_reader.py shipped --start reader --steps 1 --workers 1 >"$logs/shipped.log" 2>&1 &
  train own-12 --start reader --rate 2.5e-4 --seed 5 --no-report --seconds "$2" &
  train e5-12 --start e5 --rate 2e-4 --seed 6 --no-report --seconds "$2" &
  wait
  # A run that is cut off leaves the first teacher.
  export_now own-12 &
  train reader --start reader --go-on "$weights/own-12.pt" --teachers "$weights/own-12.pt" "$weights/e5-12.pt" \
    --rate 2e-4 --seed 7 --no-report --seconds "$3"
  export_now reader
  touch "$logs/finished"
  python3 train_reader.py figures --start reader --go-on "$weights/reader.pt" --steps 1 --workers 1 >"$logs/figures.log" 2>&1
  python3 export_reader.py "$weights/reader.pt" "$weights/compared" >"$logs/compared.log" 2>&1
  ;;
wait)
  [ -d "$work" ] || { echo "this machine has no training: it was given back"; exit 1; }
  end=$(($(date +%s) + $2))
  while [ ! -f "$logs/finished" ] && [ "$(date +%s)" -lt "$end" ]; do sleep 2; done
  for log in "$logs"/*.log; do
    echo "==== $log"
    grep -E '==|steps a|ended|Error|error|File|ready|done|MB' "$log" || true
    grep -E 'step' "$log" | tail -3
  done
  ;;
fetch)
  tail -n +1 "$logs"/*.log >"$OUT/logs.txt"
  for name in reader own-12; do
    [ -f "$weights/$name/reader.onnx" ] || continue
    split -b 15M "$weights/$name/reader.onnx" "$OUT/reader.onnx."
    break
  done
  ;;
esac
