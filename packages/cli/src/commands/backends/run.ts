import type { BackendRow } from '@spmv/engine';
import { sentences } from '@spmv/engine/basics';
import type { Context } from '../../documents/context.ts';
import { backendRows } from '../../documents/backend-rows.ts';
import { bringing } from '../../discovery/needed.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { tableText } from '../../documents/layout.ts';
import { statusStyle } from '../../documents/status-style.ts';
import { printable } from '../../output/printable.ts';
import { publish } from '../../output/publish.ts';
import type { Column } from '../../output/table.ts';
import type { Terminal } from '../../output/terminal.ts';
import { wrap } from '../../output/wrap.ts';

function columns(terminal: Terminal): readonly Column<BackendRow>[] {
  return [
    { header: 'backend', cell: ({ id }) => id },
    { header: 'status', cell: ({ status }) => statusStyle(terminal, status) },
    {
      header: 'package',
      least: 12,
      rank: 1,
      cell: (row) => (row.version === null ? row.package : `${row.package} ${row.version}`),
    },
    { header: 'runs', cell: ({ targets }) => targets.join(', ') },
    { header: 'device', least: 16, cell: ({ devices }) => devices.join(', ') },
  ];
}

/** Why each backend that cannot be used cannot, and what to do. */
function whyNot(terminal: Terminal, rows: readonly BackendRow[]): readonly string[] {
  return rows.flatMap(({ id, status, reason, fix }) =>
    status === 'available'
      ? []
      : [
          wrap(
            `${id}: ${printable(status === 'not installed' ? (fix ?? '') : sentences(reason, fix), { line: true })}`,
            terminal.width,
            2,
          ),
        ],
  );
}

/** `spmv backends`: what is installed, available or why not and how to fix it. */
export async function run(context: Context): Promise<ExitCode> {
  const installation = await (await context.discover()).load(bringing('backends'));
  const rows = await backendRows(installation);
  await publish(context, {
    document: rows,
    rows,
    text: () =>
      [tableText(context.terminal, columns(context.terminal), rows), ...whyNot(context.terminal, rows)].join('\n'),
  });
  if (!rows.some(({ status }) => status === 'available')) {
    context.terminal.note('No backend can be used. The one that runs everywhere: npm install @spmv/backend-serial');
  }
  return EXIT.ok;
}
