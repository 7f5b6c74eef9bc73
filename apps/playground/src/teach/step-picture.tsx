import type { CooMatrix } from '@spmv/core';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { FORMATS } from '../matrix/formats.ts';
import { FormatPicture } from './format-picture.tsx';
import type { Picture, PicturedArray } from './picture.ts';
import { pictureOf, writtenNumber } from './picture.ts';
import type { Taught } from './taught.ts';
import { FORMAT_PARAMS } from './taught.ts';
import { touchedBy } from './touched.ts';
import type { ShownTrace } from './trace-window.ts';

interface StepPictureProps {
  readonly coo: CooMatrix;
  readonly taught: Taught;
  readonly trace: ShownTrace;
  readonly at: number;
}

function vectorPicture(name: string, values: ArrayLike<number>, isOfRows: boolean): PicturedArray {
  const cells = Array.from(values, (value, k) => ({ text: writtenNumber(value), entry: -1, row: isOfRows ? k : -1 }));
  return { name, cells, padded: 0 };
}

/** The arrays of the kernel's format as it reads them, with x and y. */
function arraysOf(coo: CooMatrix, taught: Taught, { x, y }: ShownTrace): Picture | undefined {
  const format = FORMATS.find(({ id }) => id === taught.format);
  const picture = format && pictureOf(format, coo, FORMAT_PARAMS[format.id], 'cuda');
  if (!picture || 'refused' in picture) return picture;
  return { ...picture, arrays: [...picture.arrays, vectorPicture('x', x, false), vectorPicture('y', y, true)] };
}

/** What a step touches, in the arrays of the format. */
export function StepPicture({ coo, taught, trace, at }: StepPictureProps): JSX.Element {
  const picture = useMemo(() => arraysOf(coo, taught, trace), [coo, taught, trace]);
  const touched = touchedBy(trace.steps[at]);
  if (!picture) return <></>;
  const known = 'arrays' in picture && picture.arrays.some(({ name }) => name === touched?.array);
  return (
    <div class="step-picture">
      <p class="quiet">
        Outlined: what the lanes of this step read or write; underlined: what else its sectors hold. y is shown as it is
        in the end.
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
