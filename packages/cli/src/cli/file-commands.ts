import type { Command } from 'commander';
import { collectRaw, parseBytes, parseNumber } from '../commands/selection-options.ts';
import type { InfoFlags } from '../commands/info.ts';
import type { MultiplyFlags } from '../commands/multiply.ts';
import type { Dispatch } from './dispatch.ts';

/** Commands that read one matrix, or write one. */
export function addFileCommands(program: Command, dispatch: Dispatch): void {
  program.command('info').argument('<matrix>').description('statistics, storage in every format, row lengths, advice')
    .option('--spy <file.png>', 'draw where the entries are')
    .option('--max-bytes <size>', 'what counts as too large for a format', parseBytes)
    .action((matrix: string, flags: InfoFlags) => dispatch(async (context) => (await import('../commands/info.ts')).run(context, matrix, flags)));
  program.command('multiply').argument('<matrix>').description('one product y = alpha·A·x + beta·y')
    .option('--x <file>', 'x; default all ones')
    .option('--y <file>', 'y before the product; needed when beta is not 0')
    .option('--alpha <number>', 'default 1', parseNumber, 1)
    .option('--beta <number>', 'default 0', parseNumber, 0)
    .option('--out <file>', 'write y there, .mtx or .mtx.gz; default standard output')
    .option('-b, --backend <id>', 'default serial', 'serial')
    .option('-f, --format <id>', 'default csr, or the kernel\'s')
    .option('-k, --kernel <id>', 'default the first of the format that the backend runs')
    .option('-p, --precision <name>', 'f64 or f32', 'f64')
    .option('--param <name=value>', 'a parameter of the format, kernel or backend (repeatable)', collectRaw)
    .action((matrix: string, flags: MultiplyFlags) => dispatch(async (context) => (await import('../commands/multiply.ts')).run(context, matrix, flags)));
}
