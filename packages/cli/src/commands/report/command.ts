import type { CommandDefinition } from '../command.ts';
import type { WriteReportFlags } from './run.ts';

export const report: CommandDefinition = {
  name: 'report',
  examples: [['spmv report before.json after.json --out report.html', 'two runs of spmv bench --json side by side']],
  declare(command, dispatch) {
    command
      .argument('<files...>', 'what spmv bench --json or spmv sweep --json wrote, or reports made of it')
      .description('charts and tables of runs, as one HTML file')
      .requiredOption('--out <file.html>', 'where the report goes')
      .action((files: string[], flags: WriteReportFlags) =>
        dispatch(async (context) => (await import('./run.ts')).run(context, files, flags)),
      );
  },
};
