import { buildMatrix, planStorage, structureOf } from '@spmv/core';
import { generateMatrix } from '@spmv/testkit';
import { cpuRegistry } from './plugins.ts';
import type { Suite } from './suite.ts';
import { suiteOf } from './suite.ts';

/** From coordinates to each format that takes the matrix. */
export async function conversion(): Promise<Suite> {
  const registry = cpuRegistry();
  const coo = generateMatrix('fem-band', { rows: 30_000, block: 3, perRow: 30 });
  const structure = structureOf(coo);
  return suiteOf([
    { name: 'structure of the rows', run: () => structureOf(coo) },
    ...registry.formats
      .filter((format) => planStorage(format, structure, {}, 'f64').refusal === undefined)
      .map((format) => ({ name: `to ${format.id}`, run: () => buildMatrix(format, coo) })),
  ]);
}
