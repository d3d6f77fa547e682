#!/usr/bin/env bash
# Checks and measures a text engine with ia-bench. ENGINE is its command; IA_SUITE the folder of the intensity suite.
set -euo pipefail
: "${ENGINE:?the command of the engine}"
if [ -z "${IA_BENCH:-}" ]; then
  : "${IA_SUITE:?the folder of the intensity suite}"
  swift build -c release --package-path "$IA_SUITE/Benchmarks" --product ia-bench
  IA_BENCH="$(swift build -c release --package-path "$IA_SUITE/Benchmarks" --show-bin-path)/ia-bench"
fi
# The words of ENGINE are the program and its arguments.
# shellcheck disable=SC2086
"$IA_BENCH" engine check --seconds 60 $ENGINE
"$IA_BENCH" engine run --quick --json results.json "$ENGINE"
if [ -f benchmarks/baseline.json ]; then
  "$IA_BENCH" compare results.json benchmarks/baseline.json
else
  echo "no benchmarks/baseline.json: nothing to compare with"
fi
"$IA_BENCH" report results.json -o benchmarks.html --junit junit.xml --markdown comment.md --metrics metrics.txt
