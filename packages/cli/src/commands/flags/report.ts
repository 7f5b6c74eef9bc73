import type { Command } from 'commander';

/** Options of commands that write a report of what they found. */
export interface ReportFlags {
  readonly report?: string;
}

/** The flag that says where a report goes. */
export function withReport(command: Command): Command {
  return command.option('--report <file.html>', 'also write charts and tables as one HTML file');
}

/** What a run keeps of it. */
export function reportOf({ report }: ReportFlags): { readonly report?: string } {
  return report === undefined ? {} : { report };
}
