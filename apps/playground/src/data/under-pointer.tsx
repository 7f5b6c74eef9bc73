import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { HeldMatrix } from '../matrix/client.ts';
import { grouped } from '../ui/format-number.ts';

interface Props {
  readonly matrix: HeldMatrix;
  readonly at: readonly [row: number, col: number];
}

/** Milliseconds that a pointer rests before the entry below it is looked up. */
const REST = 60;

/** The place below the pointer, and what is stored there. */
export function UnderPointer({ matrix, at: [row, col] }: Props): JSX.Element {
  const [value, setValue] = useState('');
  useEffect(() => {
    let current = true;
    setValue('');
    const timer = setTimeout(() => {
      matrix.ask('window', { rows: [row, row + 1], cols: [col, col + 1], most: 1 }).then(
        ({ values: [found] }) => current && setValue(found === undefined ? 'no entry' : String(found)),
        // The matrix was closed meanwhile: nothing is to be said of it.
        () => undefined,
      );
    }, REST);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [matrix, row, col]);
  return (
    <>
      row {grouped(row)}, column {grouped(col)}
      {value === '' ? '' : `: ${value}`}
    </>
  );
}
