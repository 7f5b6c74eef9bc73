import type { BenchResult } from '@spmv/engine';
import { inOrderOfTime } from '@spmv/engine';
import { formatMs, paramsText, significant, times } from '@spmv/engine/basics';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Copies } from './copies.tsx';

function spreadText({ madMs, medianMs }: BenchResult): string {
  if (madMs === null || medianMs === null) return '';
  const percent = (100 * madMs) / medianMs;
  return percent < 0.1 ? '< 0.1 %' : `± ${significant(percent)} %`;
}

/** What became of a row, in words. */
function statusText({ status, medianMs, samplesMs }: BenchResult): string {
  if (status !== 'ok') return status;
  return medianMs === null ? 'right' : `right, ${samplesMs?.length ?? 0} samples`;
}

function Row({ row }: { readonly row: BenchResult }): JSX.Element {
  const params = paramsText(row.formatParams, row.kernelParams, row.launchParams);
  return (
    <tr class={row.status}>
      <th scope="row">
        <code>{row.kernel}</code>
      </th>
      <td class="number">{formatMs(row.medianMs)}</td>
      <td class="number">{times(row.speedup)}</td>
      <td class="number">{spreadText(row)}</td>
      <td>{row.format}</td>
      <td>{row.precision}</td>
      <td>{row.backend}</td>
      <td class="number">{significant(row.gflops)}</td>
      <td class="number">{significant(row.gbPerSecond)}</td>
      <td class="number">{significant(row.errorRatio)}</td>
      <td>
        {statusText(row)}
        {row.reason !== null && <span class="reason">{row.reason}</span>}
      </td>
      <td class="params quiet">{params}</td>
    </tr>
  );
}

/** What ran, in the order in which the command prints it: by precision, the fastest first; what is wrong before all. */
export function ResultsTable({ rows }: { readonly rows: readonly BenchResult[] }): JSX.Element {
  const ran = rows.filter(({ status }) => status === 'ok' || status === 'failed');
  const wrong = ran.filter(({ status, code }) => status === 'failed' && code !== 'BACKEND.DEVICE_LOST');
  const [filter, setFilter] = useState('');
  const words = filter.toLowerCase().split(/\s+/u);
  const ordered = [...wrong, ...inOrderOfTime(ran.filter(({ status }) => status === 'ok'))].filter((row) =>
    words.every((word) => `${row.kernel} ${row.format} ${row.precision} ${row.backend}`.toLowerCase().includes(word)),
  );
  return (
    <>
      <Copies rows={ordered} filter={filter} onFilter={setFilter} />
      <div class="scroll" tabIndex={0} role="region" aria-label="Results, scrolls sideways">
        <table class="results">
          <caption>
            {ordered.length} combinations, by precision and time. Beside the serial CSR in JavaScript, which is 1 ×,
            larger is faster. The error is that of the worst element over its bound: above 1 is wrong.
          </caption>
          <thead>
            <tr>
              <th scope="col">kernel</th>
              <th scope="col" class="number">
                median
              </th>
              <th scope="col" class="number">
                CSR = 1 ×
              </th>
              <th scope="col" class="number">
                spread
              </th>
              <th scope="col">format</th>
              <th scope="col">precision</th>
              <th scope="col">backend</th>
              <th scope="col" class="number">
                GFLOP/s
              </th>
              <th scope="col" class="number">
                GB/s
              </th>
              <th scope="col" class="number">
                error
              </th>
              <th scope="col">status</th>
              <th scope="col">parameters</th>
            </tr>
          </thead>
          <tbody>
            {ordered.map((row) => (
              <Row key={keyOf(row)} row={row} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** What tells rows of one matrix apart. */
function keyOf(row: BenchResult): string {
  const { backend, format, kernel, precision, formatParams, kernelParams, launchParams } = row;
  return [backend, format, kernel, precision, paramsText(formatParams, kernelParams, launchParams)].join(' ');
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
              <strong>{first.status}</strong> on {first.backend}: {names.join(', ')}. {first.reason}{' '}
              <span class="quiet">{first.fix}</span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
