import type { Context } from '../../documents/context.ts';
import type { BackendRow } from '../../documents/backend-rows.ts';
import { backendRows } from '../../documents/backend-rows.ts';
import { bringing } from '../../discovery/needed.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { sentences } from '../../output/numbers.ts';
import { statusStyle } from '../../documents/status-style.ts';
import { publish } from '../../output/publish.ts';
import type { Column } from '../../output/table.ts';
import { renderTable } from '../../output/table.ts';
import type { Terminal } from '../../output/terminal.ts';

function columns(terminal: Terminal): readonly Column<BackendRow>[] {
  return [
    { header: 'backend', cell: ({ id }) => id },
    { header: 'status', cell: ({ status }) => statusStyle(terminal, status) },
    { header: 'package', cell: (row) => (row.version === null ? row.package : `${row.package} ${row.version}`) },
    { header: 'runs', cell: ({ targets }) => targets.join(', ') },
    {
      header: 'device, or reason and fix',
      cell: ({ devices, device, reason, fix, status }) =>
        device === null ? (status === 'not installed' ? (fix ?? '') : sentences(reason, fix)) : devices.join(', '),
    },
  ];
}

/** `spmv backends`: what is installed, available or why not and how to fix it. */
export async function run(context: Context): Promise<ExitCode> {
  const installation = await (await context.discover()).load(bringing('backends'));
  const rows = await backendRows(installation);
  await publish(context, {
    document: rows,
    rows,
    text: () => renderTable(columns(context.terminal), rows, (text) => context.terminal.style('bold', text)),
  });
  if (!rows.some(({ status }) => status === 'available')) {
    context.terminal.note('No backend can be used. The one that runs everywhere: npm install @spmv/backend-serial');
  }
  return EXIT.ok;
}
