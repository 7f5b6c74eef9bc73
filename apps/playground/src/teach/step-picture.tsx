import type { CooMatrix } from '@spmv/core';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { FormatPicture } from './format-picture.tsx';
import { SHOWN_FORMATS } from './formats.ts';
import type { KernelPicture, PicturedArray } from './picture.ts';
import { pictureOf, writtenNumber } from './picture.ts';
import type { FormatParams, Taught } from './taught.ts';
import { storedBy } from './step-why.ts';
import { touchedBy } from './touched.ts';
import type { ShownTrace } from './trace-window.ts';

interface StepPictureProps {
  readonly coo: CooMatrix;
  readonly params: FormatParams;
  readonly taught: Taught;
  readonly trace: ShownTrace;
  readonly at: number;
}

/** Elements that are not there yet have no number. */
function vectorPicture(name: string, values: ArrayLike<number>, there?: ReadonlySet<number>): PicturedArray {
  const cells = Array.from(values, (value, k) => ({
    text: there?.has(k) === false ? '·' : writtenNumber(value),
    entry: -1,
    row: there ? k : -1,
  }));
  return { name, cells, padded: 0 };
}

/** The arrays of the kernel's format as it reads them, with x and y. */
function arraysOf(coo: CooMatrix, taught: Taught, params: FormatParams): KernelPicture | undefined {
  const format = SHOWN_FORMATS.find(({ id }) => id === taught.format);
  return format && pictureOf(format, coo, params[format.id], 'cuda');
}

/** The same with x, and y as far as steps have stored it. */
function withVectors(
  picture: KernelPicture | undefined,
  { x, y, steps }: ShownTrace,
  at: number,
): KernelPicture | undefined {
  if (!picture || 'refused' in picture) return picture;
  const vectors = [vectorPicture('x', x), vectorPicture('y', y, storedBy(steps, at, 'y'))];
  return { ...picture, arrays: [...picture.arrays, ...vectors] };
}

/** What a step touches, in the arrays of the format. */
export function StepPicture({ coo, params, taught, trace, at }: StepPictureProps): JSX.Element {
  const stored = useMemo(() => arraysOf(coo, taught, params), [coo, taught, params]);
  const picture = withVectors(stored, trace, at);
  const touched = touchedBy(trace.steps[at]);
  if (!picture) return <></>;
  const known = 'arrays' in picture && picture.arrays.some(({ name }) => name === touched?.array);
  return (
    <div class="step-picture">
      <p class="quiet">
        Outlined: what the lanes of this step read or write; underlined: what else its sectors hold. Here a colour is a
        row. y fills as steps store it.
        {touched && !known ? ` ${touched.array} is an array of the kernel's own, which no format has.` : ''}
      </p>
      <FormatPicture
        picture={picture}
        label={`${picture.title}, and what this step touches`}
        {...(touched ? { touched } : {})}
      />
    </div>
  );
}
