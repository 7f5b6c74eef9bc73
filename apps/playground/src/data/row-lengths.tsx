import type { HistogramBin } from '@spmv/core';
import type { JSX } from 'preact';
import { grouped } from '../ui/format-number.ts';
import { Bar } from '../ui/bar.tsx';

/** How many rows have how many entries: a table whose bars only repeat its numbers. */
export function RowLengths({ bins }: { readonly bins: readonly HistogramBin[] }): JSX.Element {
  const most = Math.max(1, ...bins.map(({ rows }) => rows));
  if (bins.length === 0) return <p>The matrix has no rows.</p>;
  return (
    <table class="bars">
      <thead>
        <tr>
          <th scope="col" class="number">
            entries
          </th>
          <th scope="col" class="number">
            rows
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        {bins.map(({ from, to, rows }) => (
          <tr key={from}>
            <th scope="row" class="number">
              {from === to ? grouped(from) : `${grouped(from)}–${grouped(to)}`}
            </th>
            <td class="number">{grouped(rows)}</td>
            <td class="bar-cell">
              <Bar share={rows / most} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
