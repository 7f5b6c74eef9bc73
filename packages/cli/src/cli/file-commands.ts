import type { Command } from 'commander';
import { collectRaw, parseBytes, parseInteger, parseNumber } from '../commands/selection-options.ts';
import type { ConvertFlags } from '../commands/convert.ts';
import type { GenerateFlags } from '../commands/generate.ts';
import type { PrintFlags } from '../commands/print.ts';
import type { InfoFlags } from '../commands/info.ts';
import type { MultiplyFlags } from '../commands/multiply.ts';
import type { Dispatch } from './dispatch.ts';

/** Commands that read one matrix, or write one. */
export function addFileCommands(program: Command, dispatch: Dispatch): void {
  program
    .command('info')
    .argument('<matrix>')
    .description('statistics, storage in every format, row lengths, advice')
    .option('--spy <file.png>', 'draw where the entries are')
    .option('--max-bytes <size>', 'what counts as too large for a format', parseBytes)
    .action((matrix: string, flags: InfoFlags) =>
      dispatch(async (context) => (await import('../commands/info.ts')).run(context, matrix, flags)),
    );
  program
    .command('multiply')
    .argument('<matrix>')
    .description('one product y = alpha·A·x + beta·y')
    .option('--x <file>', 'x; default all ones')
    .option('--y <file>', 'y before the product; needed when beta is not 0')
    .option('--alpha <number>', 'default 1', parseNumber, 1)
    .option('--beta <number>', 'default 0', parseNumber, 0)
    .option('--out <file>', 'write y there, .mtx or .mtx.gz; default standard output')
    .option('-b, --backend <id>', 'default serial', 'serial')
    .option('--device <name>', 'its device, as spmv backends lists them; default its best', collectRaw)
    .option('-f, --format <id>', "default csr, or the kernel's")
    .option('-k, --kernel <id>', 'default the first of the format that the backend runs')
    .option('-p, --precision <name>', 'f64 or f32', 'f64')
    .option('--param <name=value>', 'a parameter of the format, kernel or backend (repeatable)', collectRaw)
    .option('--max-bytes <size>', 'refuse to store a matrix in more, default 4 GiB', parseBytes)
    .action((matrix: string, flags: MultiplyFlags) =>
      dispatch(async (context) => (await import('../commands/multiply.ts')).run(context, matrix, flags)),
    );
  program
    .command('print')
    .argument('<matrix>')
    .description('the arrays of a small matrix as a format stores them')
    .requiredOption('-f, --format <id>', 'which format')
    .option('-p, --precision <name>', 'f64 or f32', 'f64')
    .option('--param <name=value>', 'a parameter of the format (repeatable)', collectRaw)
    .option('--max-bytes <size>', 'refuse to store a matrix in more, default 4 GiB', parseBytes)
    .option('--limit <n>', 'most array elements to print', parseInteger, 10_000)
    .action((matrix: string, flags: PrintFlags) =>
      dispatch(async (context) => (await import('../commands/print.ts')).run(context, matrix, flags)),
    );
  program
    .command('convert')
    .argument('<matrix>')
    .argument('<out>', '.mtx, .mtx.gz, .json or -')
    .description('write a matrix as Matrix Market, or the arrays of a format as JSON')
    .option('-f, --format <id>', 'for .json: which format, default coo')
    .option('-p, --precision <name>', 'for .json: f64 or f32', 'f64')
    .option('--param <name=value>', 'for .json: a parameter of the format (repeatable)', collectRaw)
    .option('--max-bytes <size>', 'for .json: refuse to store a matrix in more, default 4 GiB', parseBytes)
    .option('--symmetry <kind>', 'auto writes one triangle of a symmetric matrix', 'general')
    .action((matrix: string, out: string, flags: ConvertFlags) =>
      dispatch(async (context) => (await import('../commands/convert.ts')).run(context, matrix, out, flags)),
    );
  program
    .command('generate')
    .argument('<name>', 'a generator of spmv matrices, or vector')
    .argument('[key=value...]', 'its options')
    .description('a seeded matrix or vector as Matrix Market')
    .option('-o, --out <file>', '.mtx, .mtx.gz or -', '-')
    .action((name: string, options: string[], flags: GenerateFlags) =>
      dispatch(async (context) => (await import('../commands/generate.ts')).run(context, name, options, flags)),
    );
}
