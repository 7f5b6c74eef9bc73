import type { CooMatrix } from '@spmv/core';
import type { JSX } from 'preact';
import type { Choices } from '../state/place.ts';
import type { TaughtPart } from './small-matrix.ts';
import { SIZES } from './small-matrix.ts';

interface PartChooserProps {
  readonly part: TaughtPart;
  readonly shape: CooMatrix['shape'];
  choose(changed: Choices): void;
}

/** Which part of the matrix is shown. */
export function PartChooser({ part, shape, choose }: PartChooserProps): JSX.Element {
  const place = (key: 'row' | 'col', title: string, most: number): JSX.Element => (
    <label>
      <span>{title}</span>
      <input
        type="number"
        min={0}
        max={most}
        value={part[key]}
        onChange={(event) => choose({ [key]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <div class="part">
      {place('row', 'First row', Math.max(0, shape.rows - 1))}
      {place('col', 'First column', Math.max(0, shape.cols - 1))}
      <label>
        <span>Rows and columns</span>
        <select value={String(part.size)} onChange={(event) => choose({ size: event.currentTarget.value })}>
          {SIZES.map((size) => (
            <option key={size} value={String(size)}>
              {size}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
