#!/usr/bin/env bash
# Hardware counters of products. Usage: profile.sh MATRIX PRECISION KERNEL... (as profile.mjs takes them)
set -uo pipefail
metrics=gpu__time_duration.sum,dram__bytes_read.sum,dram__bytes_write.sum,lts__t_sectors_op_read.sum,lts__t_sectors_op_write.sum,lts__t_sectors_op_red.sum,lts__t_sectors_op_atom.sum,lts__t_sector_hit_rate.pct,lts__t_requests_srcunit_tex.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum,l1tex__t_sector_hit_rate.pct,lts__throughput.avg.pct_of_peak_sustained_elapsed,l1tex__throughput.avg.pct_of_peak_sustained_elapsed,dram__throughput.avg.pct_of_peak_sustained_elapsed,sm__warps_active.avg.pct_of_peak_sustained_active,smsp__inst_executed.sum,launch__registers_per_thread,lts__t_sectors_srcnode_gpc.sum,lts__t_sectors_srcunit_ltcfabric.sum
ncu --clock-control none --metrics "$metrics" --csv --print-units base node "$(dirname "$0")/profile.mjs" "$@" 2> /dev/null | python3 -c '
import csv, sys
rows = [row for row in csv.reader(sys.stdin) if len(row) > 10]
head = rows[0]
name, metric, value = head.index("Kernel Name"), head.index("Metric Name"), head.index("Metric Value")
seen = {}
for row in rows[1:]:
    seen.setdefault((row[0], row[name][:40]), {})[row[metric]] = row[value]
for (_, kernel), found in seen.items():
    if kernel.startswith("scale"): continue
    print(kernel)
    for key, number in sorted(found.items()): print("    %-64s %s" % (key, number))
'
