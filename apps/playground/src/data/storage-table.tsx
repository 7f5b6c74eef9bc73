import type { Params } from '@spmv/core';
import { formatBytes } from '@spmv/core';
import type { JSX } from 'preact';
import type { PageStorageRow } from '../matrix/storage-rows.ts';
import { significant } from '../ui/format-number.ts';
import { dotAxis, DotTicks, StorageDots } from './storage-dots.tsx';

interface Props {
  /** Of the matrix, to tell one region of the page from another. */
  readonly name: string;
  readonly rows: readonly PageStorageRow[];
  readonly nnz: number;
}

function paramsText(params: Params): string {
  return Object.entries(params)
    .map(([name, value]) => `${name} ${typeof value === 'number' ? significant(value) : String(value)}`)
    .join(', ');
}

/** What padding costs: its bytes, and its places in per cent of the entries. */
export function paddingText({ padding, paddingBytes }: PageStorageRow, nnz: number): string {
  if (padding === null || paddingBytes === null || padding <= 0) return 'none';
  const share = nnz === 0 ? '' : `, ${significant((100 * padding) / nnz)} %`;
  return `${formatBytes(paddingBytes)}${share}`;
}

function Built({ name, rows, nnz }: Props): JSX.Element {
  const axis = dotAxis(rows);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={`Storage of ${name} in each format`}>
      <table class="bars">
        <caption>
          Before anything is built, at each format’s usual parameters. Dots have a logarithmic axis on which CSR is 1; a
          hollow one is what a format would store without its padding, which is in per cent of the entries.
        </caption>
        <thead>
          <tr>
            <th scope="col">format</th>
            <th scope="col" class="number">
              CSR = 1
            </th>
            <td>{axis && <DotTicks axis={axis} />}</td>
            <th scope="col" class="number">
              f64
            </th>
            <th scope="col" class="number">
              f32
            </th>
            <th scope="col" class="number">
              bytes an entry
            </th>
            <th scope="col">padding costs</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.format}>
              <th scope="row">
                <code>{row.format}</code> <span class="quiet">{paramsText(row.params)}</span>
              </th>
              <td class="number">{axis ? `${((row.bytes ?? 0) / axis.csr).toFixed(2)} ×` : ''}</td>
              <td class="bar-cell">{axis && <StorageDots row={row} axis={axis} />}</td>
              <td class="number">{formatBytes(row.bytes ?? 0)}</td>
              <td class="number">{formatBytes(row.bytesF32 ?? 0)}</td>
              <td class="number">{nnz === 0 ? '' : significant((row.bytes ?? 0) / nnz)}</td>
              <td class="padding">{paddingText(row, nnz)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What each format would store, the smallest first, and which refuse this matrix and why. */
export function StorageTable({ name, rows, nnz }: Props): JSX.Element {
  const refused = rows.filter(({ refusal }) => refusal !== null);
  return (
    <>
      <Built name={name} rows={rows.filter(({ refusal }) => refusal === null)} nnz={nnz} />
      {refused.length > 0 && (
        <>
          <h4>Refused</h4>
          <dl class="refusals">
            {refused.map(({ format, refusal, fix, bytes }) => (
              <div key={format}>
                <dt>
                  <code>{format}</code>
                  {!bytes ? '' : `, ${formatBytes(bytes)}`}
                </dt>
                <dd>
                  {refusal}. <span class="quiet">{fix}</span>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  );
}
