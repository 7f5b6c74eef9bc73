import type { Command } from 'commander';
import { collectList, collectRaw, parseInteger } from './values.ts';

/** Gives a command that solves the flags that say where, and with which products. */
export function withSolverPlace(command: Command, precisions: string = 'f64 or f32; default f64'): Command {
  return command
    .option('-b, --backend <id>', 'default serial', 'serial')
    .option('--device <name>', 'device of that backend, as spmv backends lists them; default its best', collectRaw)
    .option('-p, --precision <name>', precisions)
    .option('-f, --format <ids>', 'only these formats', collectList)
    .option('-k, --kernel <ids>', 'only these kernels', collectList)
    .option(
      '--trials <n>',
      'most products of trial that choose format and kernel; default 0: from statistics alone, on a device of csr alone',
      parseInteger,
    );
}
