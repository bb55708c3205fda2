#!/bin/sh
# fuzz.sh PROGRAM CORPUS WORK: runs a fuzzer from a copy of its corpus for a fixed count from a fixed seed. What makes
# it crash stays in WORK/crash-*.
set -eu
program=$1 corpus=$2 work=$3
rm -rf "$work"
mkdir -p "$work/corpus"
if [ -d "$corpus" ]; then cp -r "$corpus/." "$work/corpus/"; fi
runs=100000 seconds=20
if [ -n "${MOTE_NIGHTLY:-}" ]; then runs=10000000 seconds=600; fi
exec "$program" -seed=1 -runs=$runs -max_total_time=$seconds -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$work/" "$work/corpus"
