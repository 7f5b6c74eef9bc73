import { formatBytes } from '@spmv/core';
import type { BackendRow, ValidateResult } from '@spmv/engine';
import { runList } from '@spmv/engine';
import { counted, grouped } from '@spmv/engine/basics';
import { printable } from '../output/printable.ts';
import type { Terminal } from '../output/terminal.ts';
import { wrap } from '../output/wrap.ts';
import type { Context } from './context.ts';

/** `12`, or `12 to 40` of several. */
function between(values: readonly number[], text: (value: number) => string): string {
  const [least, most] = [text(Math.min(...values)), text(Math.max(...values))];
  return least === most ? least : `${least} to ${most}`;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

/** The backends of a run that goes on. */
export function backendsOf({ keeper: { kept } }: Pick<Context, 'keeper'>): readonly BackendRow[] {
  return kept ? runList(kept, 'backends') : [];
}

/** Where several devices compute: which ones, what they copy between each other for one product, and what was counted. */
export function exchangeLines(
  terminal: Terminal,
  rows: readonly ValidateResult[],
  backends: readonly Pick<BackendRow, 'id' | 'device'>[],
): readonly string[] {
  const shared = rows.flatMap(({ backend, precision, exchange }) =>
    exchange ? [{ backend, precision: precision ?? '', exchange }] : [],
  );
  return [...new Set(shared.map(({ backend, precision }) => `${precision} on ${backend}`))].map((where) => {
    const those = shared.filter(({ backend, precision }) => `${precision} on ${backend}` === where);
    const all = those.map(({ exchange }) => exchange);
    const name = backends.find(({ id }) => id === those[0]?.backend)?.device;
    const computing = between(
      all.map(({ devices }) => devices),
      grouped,
    );
    const bytes = between(
      all.map((one) => one.bytes),
      formatBytes,
    );
    const copies = between(
      all.map((one) => one.copies),
      grouped,
    );
    const interior = all.map(({ interiorRows = 0 }) => interiorRows);
    const meanwhile = interior.some((rows) => rows > 0)
      ? `, while ${between(interior, grouped)} rows that need nothing of that are multiplied`
      : '';
    const products = sum(all.map((one) => one.products));
    const moved = formatBytes(sum(all.map((one) => one.movedBytes)));
    const text = `${where}${name ? `, ${name}` : ''}: computed by ${computing} ${computing === '1' ? 'device' : 'devices'}, which copy ${bytes} between each other for a product, in ${copies} ${copies === '1' ? 'copy' : 'copies'}${meanwhile}; ${moved} were counted in ${counted(products, 'product', 'products')} of the checks.`;
    return wrap(printable(text, { line: true }), terminal.width, 2);
  });
}
