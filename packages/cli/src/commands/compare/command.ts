import type { CommandDefinition } from '../command.ts';
import { parseNotNegative } from '../flags/values.ts';
import { withReport } from '../flags/report.ts';
import type { CompareFlags } from './run.ts';

export const compare: CommandDefinition = {
  name: 'compare',
  examples: [['spmv compare before.json after.json --threshold 10', 'two documents of spmv bench --json']],
  obeys: ['json', 'csv'],
  writes: ['report'],
  declare(command, dispatch) {
    withReport(
      command.argument('<a.json>', 'what spmv bench wrote with --json before').argument('<b.json>', 'and after'),
    )
      .description('what became faster, slower or broken from A to B, by more than chance')
      .option('--threshold <percent>', 'smallest change that counts', parseNotNegative, 5)
      .option('--significance <p>', 'largest p that counts', parseNotNegative, 0.001)
      .action((a: string, b: string, flags: CompareFlags) =>
        dispatch(async (context) => (await import('./run.ts')).run(context, a, b, flags)),
      );
  },
};
