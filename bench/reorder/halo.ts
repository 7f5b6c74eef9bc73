// What parts of the rows of matrices exchange for a product, as they come and after reordering. Prints Markdown.
// Usage: node bench/reorder/halo.ts [--parts 2,4,16,64,1024] MATRIX…      gen:…, a Matrix Market file; with a ~ before it in an order that says nothing
import process from 'node:process';
import { parseArgs } from 'node:util';
import { haloOf } from '@spmv/reorder';
import { loadMatrix } from '../cg/matrix.ts';
import { ordersOf, shuffled } from './orders.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { parts: { type: 'string', default: '2,4,16,64,1024' } },
});
const counts = values.parts.split(',').map(Number);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
print(`| matrix | method | ${counts.map((parts) => `${parts} parts`).join(' | ')} |`);
print(`|---|---|${counts.map(() => '--:').join('|')}|`);
for (const source of positionals) {
  const loaded = await loadMatrix(source.replace(/^~/, ''));
  const coo = source.startsWith('~') ? shuffled(loaded) : loaded;
  const cells = new Map<string, string[]>();
  for (const parts of counts) {
    if (parts > coo.shape.rows) continue;
    for (const { method, coo: ordered, bounds } of await ordersOf(coo, parts, (words) =>
      process.stderr.write(`${words}\n`),
    )) {
      const { near, entries } = haloOf(ordered, bounds, bounds);
      const kilobytes = near.received.reduce((sum, count) => sum + count, 0) / 125;
      const neighbours = near.sources.reduce((most, count) => Math.max(most, count), 0);
      const mean = ordered.values.length / parts;
      const imbalance = entries.reduce((most, count) => Math.max(most, count), 0) / mean;
      const cell = `${kilobytes.toPrecision(3)} · ${neighbours} · ${imbalance.toFixed(2)}`;
      cells.set(method, [...(cells.get(method) ?? []), cell]);
    }
  }
  const name = source.split('/').at(-1);
  for (const [method, list] of cells) print(`| \`${name}\` | ${method} | ${list.join(' | ')} |`);
}
print(
  '\nEach: kB of x that all parts receive · most parts that one receives from · most entries of a part over their mean.',
);
