import type { CommandDefinition } from '../command.ts';
import { withReading } from '../flags/reading.ts';
import { withComputed } from '../flags/selection.ts';
import { collectRaw, parseBytes } from '../flags/values.ts';
import type { MultiplyFlags } from './flags.ts';
import { parseScalar } from './scalars.ts';

export const multiply: CommandDefinition = {
  name: 'multiply',
  examples: [
    ['spmv multiply cage4', 'A times a vector of ones, to standard output'],
    ['spmv multiply olm1000 --format ellpack --out y.mtx', 'with another format, into a file'],
    ['spmv multiply LF10 --with LF10 --out C.mtx', 'two matrices, with @spmv/spgemm'],
  ],
  obeys: ['json', 'plugin'],
  writes: ['out'],
  declare(command, dispatch) {
    withComputed(withReading(command.argument('[matrix]', 'not needed if the operation has no stored matrix')))
      .description('one product y = alpha·A·x + beta·y, or of another operation')
      .option('--x <file>', 'x, the same as --operand x=FILE; default all ones, as every vector that is read')
      .option('--y <file>', 'y before the product; needed when beta is not 0')
      .option(
        '--with <matrix>',
        'C = alpha·A·B for this matrix B, or another operation that makes a matrix of two: C is written',
      )
      .option('--alpha <number>', 'default 1; of complex matrices 1+2i, too', parseScalar, 1)
      .option('--beta <number>', 'default 0; of complex matrices 1+2i, too', parseScalar, 0)
      .option(
        '--out <file>',
        'write y, or what else is computed, there, .mtx, .mtx.gz, .npy or what plugins write; default standard output',
      )
      .option('-b, --backend <id>', 'default serial', 'serial')
      .option('--device <name>', 'device of that backend, as spmv backends lists them; default its best', collectRaw)
      .option('-f, --format <id>', "default csr, or the kernel's")
      .option('-k, --kernel <id>', 'default the first that the backend runs')
      .option('-p, --precision <name>', 'f64 or f32, of a complex matrix c128 or c64; default f64 or c128')
      .option('--tuned <file.json>', 'the fastest point that spmv tune --out wrote for the matrix, or kept: kept')
      .option('--param <name=value>', 'a parameter of the format, kernel or backend (repeatable)', collectRaw)
      .option(
        '--max-bytes <size>',
        'most memory for a stored matrix, also for one that is made; default 4 GiB',
        parseBytes,
      )
      .option('--max-work-bytes <size>', 'most memory that making a matrix may take besides', parseBytes)
      .action((matrix: string | undefined, flags: MultiplyFlags) =>
        dispatch(async (context) => (await import('./run.ts')).run(context, matrix, flags)),
      );
  },
};
