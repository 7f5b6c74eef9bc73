import type { CommandDefinition } from '../command.ts';
import { withReading } from '../flags/reading.ts';
import { parseCount } from '../flags/values.ts';
import type { ReorderFlags } from './run.ts';

export const reorder: CommandDefinition = {
  name: 'reorder',
  examples: [
    ['spmv reorder 494_bus', 'bandwidth and profile before and after'],
    ['spmv reorder 494_bus --out near.mtx --order order.mtx', 'the matrix in that order, and which row came where'],
    ['spmv reorder 494_bus --parts 8', 'and what eight parts of the rows would exchange'],
    ['spmv reorder 494_bus --parts 8 --out near.mtx --bounds parts.json', 'for spmv plan --bounds and backend petsc'],
  ],
  obeys: ['json', 'plugin'],
  writes: ['out', 'order', 'bounds'],
  needs: { bounds: 'parts' },
  declare(command, dispatch) {
    withReading(command.argument('<matrix>', 'square; its pattern need not be symmetric'))
      .description(
        'rows and columns in an order that brings entries near the diagonal, or in parts that share few columns',
      )
      .option('--method <name>', 'rcm: reverse Cuthill-McKee; metis, scotch: parts by these programs; on A + Aᵀ', 'rcm')
      .option('--parts <n>', 'parts of the rows, and what they exchange; of rcm parts of equal work', parseCount)
      .option('--within <order>', 'rows inside parts of metis and scotch: rcm, or keep the order they had; default rcm')
      .option('--out <file>', 'write the matrix there: .mtx, .mtx.gz, .npz or what plugins write')
      .option('--order <file>', 'write the order there: element k is the row, from 1 on, that came to place k')
      .option('--bounds <file.json>', 'write there where parts begin and end: rows in the new order, from 0 on')
      .action((matrix: string, flags: ReorderFlags) =>
        dispatch(async (context) => (await import('./run.ts')).run(context, matrix, flags)),
      );
  },
};
