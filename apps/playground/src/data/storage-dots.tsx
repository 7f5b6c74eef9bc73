import type { JSX } from 'preact';
import type { PageStorageRow } from '../matrix/storage-rows.ts';
import { significant } from '../ui/format-number.ts';

/** A logarithmic axis of bytes, in units of those of CSR. */
export interface DotAxis {
  readonly csr: number;
  readonly low: number;
  readonly high: number;
}

/** Room on each side, as a factor. */
const ROOM = 1.3;

function withoutPadding({ bytes, paddingBytes }: PageStorageRow): number {
  return (bytes ?? 0) - Math.max(0, paddingBytes ?? 0);
}

/** The axis on which all rows have their place; undefined where CSR stores nothing to compare with. */
export function dotAxis(rows: readonly PageStorageRow[]): DotAxis | undefined {
  const csr = rows.find(({ format }) => format === 'csr')?.bytes ?? 0;
  const all = rows.flatMap((row) => [row.bytes ?? 0, withoutPadding(row)]).filter((bytes) => bytes > 0);
  if (!(csr > 0)) return undefined;
  return { csr, low: Math.min(csr, ...all) / csr / ROOM, high: (Math.max(csr, ...all) / csr) * ROOM };
}

function percent(times: number, { low, high }: DotAxis): string {
  const share = Math.log(Math.max(times, low) / low) / Math.log(high / low);
  return `${(100 * share).toFixed(2)}%`;
}

/** Times of CSR that are named above the dots: 1, and as many powers of two or ten as have room. */
export function dotTicks({ low, high }: DotAxis): readonly number[] {
  const base = high / low > 40 ? 10 : 2;
  const first = Math.ceil(Math.log(low) / Math.log(base));
  const last = Math.floor(Math.log(high) / Math.log(base));
  const every = Math.ceil((last - first + 1) / 5);
  return Array.from({ length: last - first + 1 }, (_, k) => first + k)
    .filter((power) => power % every === 0)
    .map((power) => base ** power);
}

/** The numbers of the axis. */
export function DotTicks({ axis }: { readonly axis: DotAxis }): JSX.Element {
  return (
    <span class="dots" aria-hidden="true">
      {dotTicks(axis).map((times) => (
        <span key={times} class="tick" style={{ left: percent(times, axis) }}>
          {significant(times)} ×
        </span>
      ))}
    </span>
  );
}

/** What a format stores: a full dot, and where there is padding a hollow one for what would be left without it. */
export function StorageDots({ row, axis }: { readonly row: PageStorageRow; readonly axis: DotAxis }): JSX.Element {
  const all = percent((row.bytes ?? 0) / axis.csr, axis);
  const kept = percent(withoutPadding(row) / axis.csr, axis);
  return (
    <span class="dots" aria-hidden="true">
      <span class="one" style={{ left: percent(1, axis) }} />
      {kept !== all && (
        <>
          <span class="lost" style={{ left: kept, width: `calc(${all} - ${kept})` }} />
          <span class="dot" style={{ left: kept }} />
        </>
      )}
      <span class="dot all" style={{ left: all }} />
    </span>
  );
}
