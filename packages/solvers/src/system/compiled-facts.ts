import type { CooMatrix } from '@spmv/core';
import { isKnownCanonical } from '@spmv/core';
import type { InstalledFunctions } from '@spmv/direct';
import { callsOf, installedFunctions } from '@spmv/direct';
import type { PassOver } from './facts.ts';
import { entryPass } from './facts.ts';

const PARAMETERS = ['state', 'rowStart', 'colIndex', 'values', 'diagonal', 'sums', 'rows', 'cols', 'threads'] as const;
/** Entries from which on compiled code saves more than its loading takes, and for which another thread is worth its start. */
const [MANY, PER_THREAD] = [2 ** 14, 2 ** 17];

/** By code compiled for this processor. Errors: as of `nativeFronts`. */
export function compiledPass({ functions, threads }: InstalledFunctions): PassOver {
  const run = callsOf(functions)('entryPass', PARAMETERS);
  return ({ shape: { rows, cols }, colIndex, values }, rowStart) => {
    const [diagonal, sums] = [new Float64Array(Math.min(rows, cols)), new Float64Array(rows)];
    const found = new Float64Array(7);
    const most = Math.min(threads, Math.ceil(values.length / PER_THREAD));
    run([found, rowStart, colIndex, values, diagonal, sums], rows, cols, most);
    const [largest, least, squares, mostOfRow, longestRow, notFinite, isSame] = found;
    return { diagonal, sums, largest, least, squares, mostOfRow, longestRow, notFinite, isSame: isSame === 1 };
  };
}

/** What looks at a matrix: compiled code where it is installed and pays, and entries are known to be in order and inside the shape. */
export async function passFor(coo: CooMatrix): Promise<PassOver> {
  const isWorthIt = coo.values.length >= MANY && isKnownCanonical(coo);
  const installed = isWorthIt ? await installedFunctions() : undefined;
  return installed ? compiledPass(installed) : entryPass;
}
