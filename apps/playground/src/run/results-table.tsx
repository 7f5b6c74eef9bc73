import type { BenchResult } from '@spmv/engine';
import { inOrderOfTime } from '@spmv/engine';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Copies } from './copies.tsx';
import type { ResultColumn } from './result-columns.tsx';
import { COLUMNS, firstOfEach, paramsOf, sortedBy } from './result-columns.tsx';

/** Rows of each precision that are shown before all are asked for. */
const FIRST = 5;

/** By which column a table is sorted, and whether the largest come first. */
interface Order {
  readonly by: ResultColumn;
  readonly descending: boolean;
}

function Heading({
  column,
  order,
  sort,
}: {
  readonly column: ResultColumn;
  readonly order: Order | undefined;
  sort(order: Order): void;
}): JSX.Element {
  const isBy = order?.by === column;
  const descending = isBy && order.descending;
  return (
    <th
      scope="col"
      class={column.number ? 'number' : ''}
      aria-sort={isBy ? (descending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        onClick={() => sort({ by: column, descending: isBy ? !descending : column.largestFirst === true })}
      >
        {column.title}
        <span aria-hidden="true">{isBy ? (descending ? ' ▾' : ' ▴') : ''}</span>
      </button>
    </th>
  );
}

function Row({ row }: { readonly row: BenchResult }): JSX.Element {
  return (
    <tr class={row.status}>
      {COLUMNS.map(({ title, of, shown = of, number }, c) =>
        c === 0 ? (
          <th key={title} scope="row">
            {shown(row)}
          </th>
        ) : (
          <td key={title} class={number ? 'number' : ''}>
            {shown(row)}
          </td>
        ),
      )}
    </tr>
  );
}

/** What ran, in the order in which the command prints it: by precision, the fastest first, what is wrong before all; or as a person sorts it. The first few, until all are asked for. */
export function ResultsTable({ rows }: { readonly rows: readonly BenchResult[] }): JSX.Element {
  const ran = rows.filter(({ status }) => status === 'ok' || status === 'failed');
  const wrong = ran.filter(({ status, code }) => status === 'failed' && code !== 'BACKEND.DEVICE_LOST');
  const [filter, setFilter] = useState('');
  const [order, sort] = useState<Order>();
  const [isWhole, setWhole] = useState(false);
  const words = filter.toLowerCase().split(/\s+/u);
  const found = [...wrong, ...inOrderOfTime(ran.filter(({ status }) => status === 'ok'))].filter((row) =>
    words.every((word) => `${row.kernel} ${row.format} ${row.precision} ${row.backend}`.toLowerCase().includes(word)),
  );
  const ordered = order ? sortedBy(found, order.by, order.descending) : found;
  const shown = isWhole ? ordered : firstOfEach(ordered, FIRST);
  return (
    <>
      <Copies rows={ordered} filter={filter} onFilter={setFilter} />
      <div class="scroll" tabIndex={0} role="region" aria-label="Results, scrolls sideways">
        <table class="results">
          <caption>
            {shown.length} of {ordered.length} combinations
            {order ? `, by ${order.by.title}` : ', by precision and time'}. Beside the serial CSR in JavaScript, which
            is 1 ×, larger is faster. The error is that of the worst element over its bound: above 1 is wrong. Stored is
            what the format takes, moved what a product has to read of it, with x and y: padding behind a row is not,
            and GB/s does not count it.
          </caption>
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <Heading key={column.title} column={column} order={order} sort={sort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row key={keyOf(row)} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {(isWhole || shown.length < ordered.length) && (
        <button type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? `The first ${FIRST} of each precision` : `All ${ordered.length} combinations`}
        </button>
      )}
    </>
  );
}

/** What tells rows of one matrix apart. */
function keyOf(row: BenchResult): string {
  const { backend, format, kernel, precision } = row;
  return [backend, format, kernel, precision, paramsOf(row)].join(' ');
}

/** What did not run, one line for each reason. */
export function LeftOutList({ rows }: { readonly rows: readonly BenchResult[] }): JSX.Element {
  const left = rows.filter(
    ({ status, code }) => status === 'refused' || status === 'unavailable' || code === 'BACKEND.DEVICE_LOST',
  );
  const reasons = new Map<string, BenchResult[]>();
  for (const row of left) {
    const key = [row.status, row.backend, row.reason, row.fix].join('\n');
    reasons.set(key, [...(reasons.get(key) ?? []), row]);
  }
  if (left.length === 0) return <></>;
  return (
    <details class="left-out">
      <summary>{left.length} combinations did not run, and why</summary>
      <ul>
        {[...reasons].map(([key, all]) => {
          const [first] = all as [BenchResult];
          const names = [...new Set(all.map(({ kernel, format }) => kernel ?? format))];
          return (
            <li key={key}>
              <strong>{first.status}</strong> on {first.backend}: {names.join(', ')}. {first.reason}
              {first.reason?.endsWith('.') ? '' : '.'} <span class="quiet">{first.fix}</span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
