import { elementTypeOf } from '../data/element.ts';
import type { StoredMatrix } from '../format/stored-matrix.ts';
import type { DriverArray } from './backend-driver.ts';
import type { StepHost } from './run-steps.ts';
import { makeArray } from './run-steps.ts';

/** Frees all that a matrix operator holds. */
export function disposeMemory({ memory }: Pick<StepHost, 'memory'>): void {
  for (const array of memory.values()) array.dispose();
  memory.clear();
}

/** Arrays of an operand, by their names in its format. */
export function arraysNamed(memory: StepHost['memory'], operand: string): Map<string, DriverArray> {
  const own = [...memory].filter(([name]) => name.startsWith(`${operand}.`));
  return new Map(own.map(([name, array]) => [name.slice(operand.length + 1), array]));
}

/** Uploads a matrix under the name of its operand. Errors: those of `createArray`. Its bytes there. */
export async function uploadMatrix(
  host: Pick<StepHost, 'driver' | 'request' | 'memory' | 'costs'>,
  name: string,
  { arrays }: StoredMatrix,
): Promise<number> {
  let bytes = 0;
  for (const [array, data] of Object.entries(arrays)) {
    const element = elementTypeOf(data);
    if (element === undefined) continue;
    const made = await makeArray(host, `${name}.${array}`, element, data.length);
    if (data.length > 0) await made.write(data);
    bytes += data.byteLength;
  }
  return bytes;
}
