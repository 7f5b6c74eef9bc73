#!/usr/bin/env bash
# One look at chosen kernels on a host with a GPU: bench/cuda/experiment.sh OUT
exec bash "$(dirname "$0")/device.sh" "$1" experiment
