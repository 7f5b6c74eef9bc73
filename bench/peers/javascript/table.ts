/** A median, or why there is none. */
export type Cell = { readonly ms: number } | { readonly failure: string };

/** What one package came to. */
export interface Row {
  readonly name: string;
  readonly version: string;
  /** Bytes of a page that multiplies, compressed. */
  readonly gzip: number;
  readonly stores: string;
  readonly does: string;
  readonly cells: readonly Cell[];
}

/** All of a run. */
export interface PeerRun {
  readonly machine: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

function time(cell: Cell | undefined): string {
  if (cell === undefined || 'failure' in cell) return 'fails';
  const { ms } = cell;
  const [number, unit] = ms < 1 ? [ms * 1000, 'µs'] : ms < 1000 ? [ms, 'ms'] : [ms / 1000, 's'];
  return `${Number(number.toPrecision(3))} ${unit}`;
}

/** The table for people, with what failed below it. Pure. */
export function peerTable({ machine, columns, rows }: PeerRun): string {
  const head = ['package', 'gzip', ...columns, 'stores', 'does'];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const failures = rows.flatMap(({ cells }) => cells.flatMap((cell) => ('failure' in cell ? [cell.failure] : [])));
  return [
    line(head),
    line(head.map((_, column) => (column > 0 && column < 2 + columns.length ? '--:' : '---'))),
    ...rows.map(({ name, version, gzip, stores, does, cells }) =>
      line([
        `${name} (${version})`,
        `${(gzip / 1000).toFixed(0)} kB`,
        ...columns.map((_, column) => time(cells[column])),
        stores,
        does,
      ]),
    ),
    '',
    [machine, ...new Set(failures)].map((each) => each.replace(/\.?$/u, '.')).join(' '),
  ].join('\n');
}

/** A document with the table in its place. Pure. */
export function withPeers(document: string, table: string): string {
  return document.replace(
    /<!-- peers:begin -->\n[\s\S]*?<!-- peers:end -->/u,
    () => `<!-- peers:begin -->\n${table}\n<!-- peers:end -->`,
  );
}
