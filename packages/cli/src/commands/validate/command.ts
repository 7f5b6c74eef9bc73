import { Option } from 'commander';
import type { CommandDefinition } from '../command.ts';
import { withReading } from '../flags/reading.ts';
import { withSelection } from '../flags/selection.ts';
import { withTable } from '../flags/table.ts';
import type { ValidateFlags } from './run.ts';

export const validate: CommandDefinition = {
  name: 'validate',
  examples: [
    ['spmv validate LF10', 'is every combination right?'],
    ['spmv validate LF10 --operation spgemm', 'sparse products of it with itself'],
    ['spmv validate LF10 olm1000 --backend serial --format csr,coo', 'of one backend and two formats'],
  ],
  obeys: ['json', 'csv', 'plugin'],
  rulesOut: { defaultParams: ['allParams'] },
  declare(command, dispatch) {
    withTable(
      withReading(withSelection(command.argument('[matrices...]', 'not needed if the operation has no stored matrix'))),
    )
      .description('check every backend, format, kernel and parameter against the oracle and one another')
      .option(
        '--default-params',
        'only the default parameters; without it every point of small spaces and the corners of large ones',
      )
      .addOption(
        new Option('--between <whom>', 'whose results are compared with one another').choices(['backends', 'kernels']),
      )
      .action((matrices: string[], flags: ValidateFlags) =>
        dispatch(async (context) => (await import('./run.ts')).run(context, matrices, flags)),
      );
  },
  finisher: async () => (await import('./run.ts')).finish,
};
