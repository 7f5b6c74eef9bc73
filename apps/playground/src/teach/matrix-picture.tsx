import type { CooMatrix } from '@spmv/core';
import type { JSX } from 'preact';
import { significant } from '../ui/format-number.ts';
import type { TaughtPart } from './small-matrix.ts';

/** A small matrix, and which of its entries is looked at. */
export interface MatrixPictureProps {
  readonly coo: CooMatrix;
  readonly part: TaughtPart;
  readonly marked: number;
  mark(entry: number): void;
}

/** The matrix as a table in which each entry is a button. */
export function MatrixPicture({ coo, part, marked, mark }: MatrixPictureProps): JSX.Element {
  const { rows, cols } = coo.shape;
  const entryAt = new Map(Array.from(coo.values, (_, k) => [`${coo.rowIndex[k]} ${coo.colIndex[k]}`, k] as const));
  const cell = (i: number, j: number): JSX.Element => {
    const k = entryAt.get(`${i} ${j}`);
    if (k === undefined) return <td key={j} class="none" />;
    const value = significant(coo.values[k] as number);
    return (
      <td key={j}>
        <button
          type="button"
          class={`entry paper-${i % 6}`}
          aria-label={`row ${part.row + i}, column ${part.col + j}: ${value}`}
          aria-pressed={marked === k}
          onFocus={() => mark(k)}
          onMouseEnter={() => mark(k)}
          onClick={() => mark(k)}
        >
          {value}
        </button>
      </td>
    );
  };
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="The matrix">
      <table class="small-matrix">
        <caption>
          Rows {part.row} to {part.row + rows - 1}, columns {part.col} to {part.col + cols - 1}
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
