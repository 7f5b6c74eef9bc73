import type { CooMatrix } from '@spmv/core';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { significant } from '../ui/format-number.ts';
import type { TaughtPart } from './small-matrix.ts';

/** A small matrix, and which of its entries is looked at. */
export interface MatrixPictureProps {
  readonly coo: CooMatrix;
  readonly part: TaughtPart;
  readonly marked: number;
  mark(entry: number): void;
  /** Puts an entry into a place of the whole matrix, or takes it away. Absent while entries are only looked at. */
  edit?(row: number, col: number): void;
}

/** The entry that a key leads to from another: the next of its row or column, or the first or last of all. */
function neighbour({ rowIndex, colIndex, values }: CooMatrix, from: number, key: string): number | undefined {
  const all = Array.from(values, (_, k) => k);
  const [row, col] = [rowIndex[from] as number, colIndex[from] as number];
  const below = all.find((k) => colIndex[k] === col && (rowIndex[k] as number) > row);
  const above = all.findLast((k) => colIndex[k] === col && (rowIndex[k] as number) < row);
  const found: Readonly<Record<string, number | undefined>> = {
    ArrowRight: rowIndex[from + 1] === row ? from + 1 : undefined,
    ArrowLeft: rowIndex[from - 1] === row ? from - 1 : undefined,
    ArrowDown: below,
    ArrowUp: above,
    Home: 0,
    End: values.length - 1,
  };
  return Object.hasOwn(found, key) ? (found[key] ?? from) : undefined;
}

/** The matrix as a table in which each entry is a button. */
export function MatrixPicture({ coo, part, marked, mark, edit }: MatrixPictureProps): JSX.Element {
  const { rows, cols } = coo.shape;
  const entryAt = new Map(Array.from(coo.values, (_, k) => [`${coo.rowIndex[k]} ${coo.colIndex[k]}`, k] as const));
  const table = useRef<HTMLTableElement>(null);
  // One stop of the Tab key for all of them; arrows lead on.
  const current = marked >= 0 && marked < coo.values.length ? marked : 0;
  function onKeyDown(event: KeyboardEvent): void {
    const next = neighbour(coo, current, event.key);
    if (next === undefined) return;
    event.preventDefault();
    table.current?.querySelector<HTMLElement>(`[data-entry="${next}"]`)?.focus();
  }
  const cell = (i: number, j: number): JSX.Element => {
    const k = entryAt.get(`${i} ${j}`);
    if (k === undefined)
      return (
        <td key={j} class="none">
          {edit && (
            <button
              type="button"
              aria-label={`row ${part.row + i}, column ${part.col + j}: no entry`}
              onClick={() => edit(part.row + i, part.col + j)}
            />
          )}
        </td>
      );
    const value = significant(coo.values[k] as number);
    return (
      <td key={j}>
        <button
          type="button"
          class={`entry paper-${i % 6}`}
          aria-label={`row ${part.row + i}, column ${part.col + j}: ${value}`}
          aria-pressed={marked === k}
          tabIndex={k === current ? 0 : -1}
          data-entry={k}
          onFocus={() => mark(k)}
          onMouseEnter={() => mark(k)}
          onClick={() => (edit ? edit(part.row + i, part.col + j) : mark(k))}
        >
          {value}
        </button>
      </td>
    );
  };
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="The matrix">
      <table class="small-matrix" ref={table} onKeyDown={onKeyDown}>
        <caption>
          {rows === 0 || cols === 0
            ? `${rows} rows, ${cols} columns: no place for an entry`
            : `Rows ${part.row} to ${part.row + rows - 1}, columns ${part.col} to ${part.col + cols - 1}`}
        </caption>
        <thead>
          <tr>
            <td />
            {Array.from({ length: cols }, (_, j) => (
              <th key={j} scope="col">
                {part.col + j}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, i) => (
            <tr key={i}>
              <th scope="row">{part.row + i}</th>
              {Array.from({ length: cols }, (__, j) => cell(i, j))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
