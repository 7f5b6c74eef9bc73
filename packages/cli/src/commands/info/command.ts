import type { CommandDefinition } from '../command.ts';
import { MATRIX_WORDS, withReading } from '../flags/reading.ts';
import { collectList, parseBytes } from '../flags/values.ts';
import type { InfoFlags } from './run.ts';

export const info: CommandDefinition = {
  name: 'info',
  examples: [
    ['spmv info adder_dcop_32', 'what a matrix looks like, what each format would need'],
    ['spmv info gen:stencil27?n=16 --spy spy.png', 'a generated one, and a picture of where its entries are'],
  ],
  obeys: ['json', 'csv', 'plugin'],
  writes: ['spy'],
  declare(command, dispatch) {
    withReading(command.argument('<matrix>', MATRIX_WORDS))
      .description('statistics, storage in every format, row lengths, advice')
      .option('--spy <file.png>', 'draw where the entries are')
      .option(
        '-b, --backend <ids>',
        'open these backends to say what is expected on them (default: those of the processor)',
        collectList,
      )
      .option('--max-bytes <size>', 'refuse formats that need more than this', parseBytes)
      .action((matrix: string, flags: InfoFlags) =>
        dispatch(async (context) => (await import('./run.ts')).run(context, matrix, flags)),
      );
  },
};
