import type { CooMatrix } from '@spmv/core';
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
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

/** A place of the part. */
type CellPosition = readonly [row: number, col: number];

/** The place that a key leads to from another, within the part; undefined for keys that mean something else. */
export function placeAfter(
  key: string,
  [row, col]: CellPosition,
  { rows, cols }: CooMatrix['shape'],
): CellPosition | undefined {
  const moves: Readonly<Record<string, CellPosition>> = {
    ArrowRight: [row, col + 1],
    ArrowLeft: [row, col - 1],
    ArrowDown: [row + 1, col],
    ArrowUp: [row - 1, col],
    Home: [row, 0],
    End: [row, cols - 1],
    PageUp: [0, col],
    PageDown: [rows - 1, col],
  };
  const [i, j] = (Object.hasOwn(moves, key) && moves[key]) || [];
  if (i === undefined || j === undefined) return undefined;
  return [Math.min(Math.max(i, 0), rows - 1), Math.min(Math.max(j, 0), cols - 1)];
}

/** The matrix as a table in which the arrow keys lead from place to place; entries are buttons, and while it is edited all places are. */
export function MatrixPicture({ coo, part, marked, mark, edit }: MatrixPictureProps): JSX.Element {
  const { rows, cols } = coo.shape;
  const entryAt = new Map(Array.from(coo.values, (_, k) => [`${coo.rowIndex[k]}.${coo.colIndex[k]}`, k] as const));
  const table = useRef<HTMLTableElement>(null);
  const [held, setHeld] = useState<CellPosition>();
  // One stop of the Tab key for all of them.
  const first: CellPosition = [coo.rowIndex[0] ?? 0, coo.colIndex[0] ?? 0];
  const current = held && held[0] < rows && held[1] < cols ? held : first;
  function onKeyDown(event: KeyboardEvent): void {
    const next = placeAfter(event.key, current, coo.shape);
    if (next === undefined) return;
    event.preventDefault();
    table.current?.querySelector<HTMLElement>(`[data-place="${next.join('.')}"]`)?.focus();
  }
  const cell = (i: number, j: number): JSX.Element => {
    const k = entryAt.get(`${i}.${j}`);
    const value = k === undefined ? '' : significant(coo.values[k] as number);
    const place = {
      'aria-label': `row ${part.row + i}, column ${part.col + j}: ${k === undefined ? 'no entry' : value}`,
      tabIndex: i === current[0] && j === current[1] ? 0 : -1,
      'data-place': `${i}.${j}`,
      onFocus: () => {
        setHeld([i, j]);
        mark(k ?? -1);
      },
    };
    const onEdit = edit && (() => edit(part.row + i, part.col + j));
    if (k === undefined)
      return (
        <td key={j} class="none" {...(onEdit ? {} : place)}>
          {onEdit && <button type="button" {...place} onClick={onEdit} />}
        </td>
      );
    return (
      <td key={j}>
        <button
          type="button"
          class={`entry paper-${i % 6}`}
          {...place}
          aria-pressed={marked === k}
          onMouseEnter={() => mark(k)}
          onClick={onEdit ?? (() => mark(k))}
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
