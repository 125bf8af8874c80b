#!/bin/sh
# Runs the training on the accelerator in a copy of the tree, so that it continues after the call that started it:
#   sh training/reader/device.sh start all 620 1100 [1200]
#                                                  seconds for the second teacher, seconds for the student, steps of the
#                                                  encoder at the same time (none by default); returns at once
#   sh training/reader/device.sh start threads 540 two readers from the shipped one at the same time: one reads the visitor's
#                                                  last turn, the other the last two turns with the answer; and the figures
#   sh training/reader/device.sh try               runs every program of `forms` on a few sites, in a minute or two
#   sh training/reader/device.sh start forms 540   two readers from the shipped one at the same time, both with threads: one
#                                                  also learns forms and polarities; the figures of both and of the shipped one
#   sh training/reader/device.sh start held 760    one reader with threads and forms, which the shipped one teaches beside
#                                                  the labels, so that it keeps what it knew
#   sh training/reader/device.sh wait 590          shows the progress after that many seconds, or at the end
#   sh training/reader/device.sh fetch reader/reader.onnx
#                                                  writes the file to $OUT, in parts of 15 MB, with all logs; also
#                                                  fetch finder/encoder.onnx, e5-12/reader.onnx and forms/reader.onnx
set -e
what=$1
work=/tmp/reader-work
weights=/tmp/weights
logs=/tmp/reader-logs
export PYTHONUNBUFFERED=1 OMP_NUM_THREADS=2 PYTHONPATH=../encoder PYTHONWARNINGS=ignore

train() {
  name=$1
  shift
  python3 train_reader.py "$name" --steps 20000 --compile --workers 12 "$@" >"$logs/$name.log" 2>&1
}

# With zero steps, it only writes the passages that the shipped encoder finds.
find_passages() {
  python3 train_finder.py --steps "$2" --seconds "$1" --workers 4 --out "$weights/finder" >"$logs/finder.log" 2>&1
  cp ../../packages/answer-model/vocab.txt ../../.device-data/
  python3 ../encoder/export.py "$weights/finder/network.pt" "$weights/finder" >"$logs/export-finder.log" 2>&1
}

export_now() {
  python3 export_reader.py "$weights/$1.pt" "$weights/$1" --only >"$logs/export-$1.log" 2>&1
}

# Everything that a run with or without forms does, on a few sites.
try_forms() {
  name=$1
  shift
  python3 train_reader.py "$name" --start reader --rate 1.5e-4 --steps 12 --workers 4 --threads --try --out /tmp/try "$@"
  python3 export_reader.py "/tmp/try/$name.pt" "/tmp/try/$name" --only
  python3 -c '
import sys, numpy, onnxruntime
session = onnxruntime.InferenceSession(sys.argv[1], providers=["CPUExecutionProvider"])
row = numpy.array([[2, 500, 600, 3, 700, 800, 900, 3]])
side = numpy.array([[0, 0, 0, 0, 1, 1, 1, 1]])
found = session.run(None, {"input_ids": row, "attention_mask": row * 0 + 1, "side": side})
print("outputs", {each.name: scores.round(2).tolist() for each, scores in zip(session.get_outputs(), found)})' "/tmp/try/$name/reader.onnx"
}

case $what in
start)
  mkdir -p "$work/packages" "$work/training" "$weights" "$logs"
  cp -r .device-data "$work/"
  cp -r packages/answer-model "$work/packages/"
  cp -r training/reader training/encoder training/chat "$work/training/"
  cd "$work/training/reader"
  setsid sh device.sh "$2" "$3" "${4:-0}" "${5:-0}" >"$logs/all.log" 2>&1 </dev/null &
  ;;
all)
  # The learning rate of the first step is zero, so this writes the weights of the shipped reader, the first teacher.
  python3 train_reader.py shipped --start reader --steps 1 --workers 1 --no-report >"$logs/shipped.log" 2>&1 &
  find_passages $(($2 - 70)) "$4" &
  train e5-12 --start e5 --rate 2.5e-4 --seed 6 --no-report --seconds "$2" &
  wait
  train reader --start reader --teachers "$weights/shipped.pt" "$weights/e5-12.pt" --rate 2e-4 --seed 8 --no-report --seconds "$3"
  export_now reader
  touch "$logs/finished"
  export_now e5-12 &
  python3 train_reader.py figures --start reader --go-on "$weights/reader.pt" --steps 1 --workers 1 >"$logs/figures.log" 2>&1
  ;;
threads)
  rm -f ../../.device-data/nearest.npy
  train turns --start reader --rate 1.5e-4 --seed 21 --workers 7 --seconds "$2" &
  train threads --start reader --rate 1.5e-4 --seed 21 --workers 7 --seconds "$2" --threads &
  wait
  python3 train_reader.py shipped --start reader --steps 1 --workers 1 >"$logs/shipped.log" 2>&1
  touch "$logs/finished"
  ;;
forms)
  rm -f ../../.device-data/nearest.npy
  train threads --start reader --rate 1.5e-4 --seed 21 --workers 7 --seconds "$2" --threads &
  train forms --start reader --rate 1.5e-4 --seed 21 --workers 7 --seconds "$2" --threads --forms &
  # The export does not wait for the figures.
  (
    left=$(($2 + 300))
    until [ -f "$weights/forms.pt" ] || [ "$left" -le 0 ]; do
      sleep 1
      left=$((left - 1))
    done
    sleep 3
    export_now forms
  ) &
  # Not earlier, since it would slow down the training.
  (sleep "$2" && python3 train_reader.py shipped --start reader --steps 1 --workers 1 >"$logs/shipped.log" 2>&1) &
  wait
  touch "$logs/finished"
  ;;
held)
  rm -f ../../.device-data/nearest.npy
  # The learning rate of the first step is zero, so this writes the weights of the shipped reader, the teacher.
  python3 train_reader.py shipped --start reader --steps 1 --workers 1 --no-report >"$logs/shipped.log" 2>&1
  train held --start reader --teachers "$weights/shipped.pt" --rate 1.5e-4 --seed 21 --seconds "$2" --threads --forms
  export_now held
  touch "$logs/finished"
  ;;
try)
  cd training/reader
  rm -f ../../.device-data/nearest.npy
  try_forms without & without=$!
  try_forms with --forms
  wait $without
  rm -rf /tmp/try
  echo "try: all programs ran"
  ;;
wait)
  [ -d "$work" ] || { echo "no training was started on this machine"; exit 1; }
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
  for cases in "$weights"/*-cases.jsonl; do [ ! -f "$cases" ] || cp "$cases" "$OUT/"; done
  split -b 15M "$weights/$2" "$OUT/$(basename "$2")."
  ;;
esac
