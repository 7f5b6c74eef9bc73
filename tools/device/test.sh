#!/usr/bin/env bash
# Runs the tests that need a GPU. Usage: test.sh OUT [--again] [STEP...]
set -uo pipefail
source "$(dirname "$0")/begin.sh" "$1"
exec node tools/device/main.ts --out "$out" "${@:2}"
