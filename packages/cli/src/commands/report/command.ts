import type { CommandDefinition } from '../command.ts';
import type { WriteReportFlags } from './run.ts';

export const report: CommandDefinition = {
  name: 'report',
  examples: [
    ['spmv report before.json after.json --out report.html', 'two runs of spmv bench --json side by side'],
    ['spmv report after.json --ginkgo ginkgo.json', "for the explorer of Ginkgo's benchmarks"],
  ],
  obeys: ['json', 'csv'],
  writes: ['out', 'ginkgo'],
  declare(command, dispatch) {
    command
      .argument('<files...>', "what spmv bench, sweep or solve wrote with --json, reports made of it, or Ginkgo's")
      .description('charts and tables of runs, as one HTML file')
      .option('--out <file.html>', 'where the report goes')
      .option('--ginkgo <file.json>', "also, or only, write the products of SpMV as Ginkgo's benchmark does")
      .action((files: string[], flags: WriteReportFlags) =>
        dispatch(async (context) => (await import('./run.ts')).run(context, files, flags)),
      );
  },
};
