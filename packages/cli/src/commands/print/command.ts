import type { CommandDefinition } from '../command.ts';
import { MATRIX_WORDS, withReading } from '../flags/reading.ts';
import { collectRaw, parseBytes, parseInteger } from '../flags/values.ts';
import type { PrintFlags } from './run.ts';

export const print: CommandDefinition = {
  name: 'print',
  examples: [['spmv print cage4 --format ellpack', 'how ELLPACK stores a matrix of nine rows']],
  obeys: ['json', 'plugin'],
  declare(command, dispatch) {
    withReading(command.argument('<matrix>', MATRIX_WORDS))
      .description('the arrays of a small matrix as a format stores them')
      .requiredOption('-f, --format <id>', 'which format')
      .option('-p, --precision <name>', 'f64 or f32', 'f64')
      .option('--param <name=value>', 'a parameter of the format (repeatable)', collectRaw)
      .option('--max-bytes <size>', 'most memory for the stored matrix; default 4 GiB', parseBytes)
      .option('--limit <n>', 'most array elements to print', parseInteger, 10_000)
      .action((matrix: string, flags: PrintFlags) =>
        dispatch(async (context) => (await import('./run.ts')).run(context, matrix, flags)),
      );
  },
};
