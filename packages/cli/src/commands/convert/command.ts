import { Option } from 'commander';
import type { CommandDefinition } from '../command.ts';
import { MATRIX_WORDS, withReading } from '../flags/reading.ts';
import { collectRaw, parseBytes } from '../flags/values.ts';
import type { ConvertFlags } from './run.ts';

const PARTS = ['real', 'imaginary', 'abs'] as const;
const SYMMETRIES = ['auto', 'general', 'symmetric', 'skew-symmetric'] as const;

export const convert: CommandDefinition = {
  name: 'convert',
  examples: [
    ['spmv convert LF10 lf10.mtx.gz', 'packed Matrix Market'],
    ['spmv convert LF10 lf10.npz --param layout=csc', 'for scipy.sparse.load_npz'],
    ['spmv convert LF10 real.mtx --part real', 'the real part of a complex matrix'],
    ['spmv convert LF10 lf10.json --format csr', 'the arrays of CSR as JSON'],
  ],
  obeys: ['plugin'],
  writes: ['out'],
  declare(command, dispatch) {
    withReading(
      command
        .argument('<matrix>', MATRIX_WORDS)
        .argument('<out>', '.mtx, .mtx.gz, .npz, .bsp.npz, .npy, what plugins write, .json or -'),
    )
      .description('write a matrix in another type of file, or the arrays of a format as JSON')
      .option('-f, --format <id>', 'for .json: which format, default coo')
      .option('-p, --precision <name>', 'for .json: f64 or f32; default f64')
      .option(
        '--param <name=value>',
        'a parameter of the type of file, for .json of the format (repeatable)',
        collectRaw,
      )
      .option('--max-bytes <size>', 'for .json: most memory for the stored matrix; default 4 GiB', parseBytes)
      .addOption(
        new Option(
          '--symmetry <kind>',
          'for .mtx: auto writes only one triangle of a symmetric matrix; default general',
        ).choices(SYMMETRIES),
      )
      .addOption(new Option('--part <part>', 'of a complex matrix: this part as a real one').choices(PARTS))
      .action((matrix: string, out: string, flags: ConvertFlags) =>
        dispatch(async (context) => (await import('./run.ts')).run(context, matrix, out, flags)),
      );
  },
};
