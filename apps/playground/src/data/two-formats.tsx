import { formatBytes } from '@spmv/core';
import type { JSX } from 'preact';
import type { PageStorageRow } from '../matrix/storage-rows.ts';
import type { Choices } from '../state/place.ts';
import { significant } from '../ui/format-number.ts';
import { paddingText } from './storage-table.tsx';

interface Props {
  readonly name: string;
  readonly rows: readonly PageStorageRow[];
  readonly nnz: number;
  readonly choices: Choices;
  choose(changed: Choices): void;
}

const SIDES = ['format', 'versus'] as const;

function verdict([a, b]: readonly [PageStorageRow, PageStorageRow]): string {
  if (a.bytes === null || b.bytes === null || a.refusal !== null || b.refusal !== null)
    return 'Only formats that take the matrix can be compared by size.';
  if (a.bytes === b.bytes) return `${a.format} and ${b.format} store the same number of bytes.`;
  const [small, large] = a.bytes < b.bytes ? [a, b] : [b, a];
  const share = (large.bytes ?? 0) / (small.bytes ?? 1);
  return `${small.format} stores ${formatBytes((large.bytes ?? 0) - (small.bytes ?? 0))} less than ${large.format} in f64, which needs ${significant(share)} times as much.`;
}

/** Two formats side by side; which, is in the address. */
export function TwoFormats({ name, rows, nnz, choices, choose }: Props): JSX.Element {
  const chosen = SIDES.map((side, s) => rows.find(({ format }) => format === choices[side]) ?? rows[s]);
  const [a, b] = chosen;
  if (!a || !b) return <></>;
  const lines: readonly (readonly [string, (row: PageStorageRow) => string])[] = [
    ['f64', ({ bytes }) => (bytes === null ? '?' : formatBytes(bytes))],
    ['f32', ({ bytesF32 }) => (bytesF32 === null ? '?' : formatBytes(bytesF32))],
    ['bytes an entry', ({ bytes }) => (bytes === null || nnz === 0 ? '?' : significant(bytes / nnz))],
    ['padding costs', (row) => paddingText(row, nnz)],
    ['takes this matrix', ({ refusal }) => (refusal === null ? 'yes' : `no: ${refusal}`)],
  ];
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={`Two formats for ${name} side by side`}>
      <table class="versus">
        <thead>
          <tr>
            <td />
            {SIDES.map((side, s) => (
              <th scope="col" key={side}>
                <select
                  aria-label={s === 0 ? 'First format' : 'Second format'}
                  value={chosen[s]?.format ?? ''}
                  onChange={({ currentTarget }) => choose({ [side]: currentTarget.value })}
                >
                  {rows.map(({ format }) => (
                    <option key={format} value={format}>
                      {format}
                    </option>
                  ))}
                </select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(([line, text]) => (
            <tr key={line}>
              <th scope="row">{line}</th>
              <td>{text(a)}</td>
              <td>{text(b)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status">{verdict([a, b])}</p>
    </div>
  );
}
