import { Option } from 'commander';
import { SYMMETRIES } from '../../collection/collection-index.ts';
import type { CommandDefinition } from '../command.ts';
import { collectList, parseCount } from '../flags/values.ts';
import { parseRange } from './range.ts';
import type { FetchFlags } from './run.ts';

/** What a search looks at. */
const SEARCH = ['search', 'rows', 'cols', 'nnz', 'kind', 'symmetry'];

export const fetch: CommandDefinition = {
  name: 'fetch',
  examples: [
    ['spmv fetch HB/bcsstk16', 'then spmv bench suitesparse:HB/bcsstk16'],
    ['spmv fetch --search structural --nnz 1e5..1e6', 'names by words and properties'],
    ['spmv fetch --rows ..5000 --symmetry symmetric --get', 'all that a search finds'],
  ],
  obeys: ['json', 'csv'],
  keeps: true,
  needs: { get: SEARCH, again: ['names', 'get'], parallel: ['names', 'get'] },
  declare(command, dispatch) {
    command
      .argument('[names...]', 'GROUP/NAME, or NAME where only one group has it')
      .description('get matrices of the SuiteSparse collection')
      .option('--search <text>', 'list matrices with these words in name or kind')
      .option('--rows <range>', 'with so many rows: A..B, A.. or ..B', parseRange)
      .option('--cols <range>', 'with so many columns', parseRange)
      .option('--nnz <range>', 'with so many entries that are not zero', parseRange)
      .option('--kind <text>', 'of this kind of problem')
      .addOption(new Option('--symmetry <what>', 'of this symmetry').choices(SYMMETRIES))
      .option('--get', 'also fetch what is found')
      .option('--again', 'fetch what is here, too')
      .option('--parallel <n>', 'downloads at a time', parseCount, 4)
      .option('--from <urls>', 'copies of the collection, in place of SPMV_SUITESPARSE', collectList)
      .option('--cache <folder>', 'where to keep matrices, in place of SPMV_CACHE')
      .action((names: string[], flags: FetchFlags) =>
        dispatch(async (context) => (await import('./run.ts')).run(context, names, flags)),
      );
  },
};
