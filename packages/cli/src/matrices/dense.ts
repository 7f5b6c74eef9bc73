import { createHash } from 'node:crypto';
import type { ComplexCoo } from '@spmv/core';
import { pairsOf } from '@spmv/core';
import type { LoadedDense } from '@spmv/engine';
import { requireMemory } from '../host/require-memory.ts';
import type { GeneratorSpec } from './generator-spec.ts';
import type { LoadOptions } from './load-matrix.ts';
import { ofFile, readFile } from './load-matrix.ts';
import type { MatrixSource } from './matrix-source.ts';
import type { CommandReading } from './reading.ts';

const BYTES = 8;

/** Refuses a dense matrix that would not fit, before it is made. Errors: failed. */
function requireRoom(source: string, rows: number, cols: number): void {
  requireMemory(`The ${rows} × ${cols} elements of ${source}`, BYTES * rows * cols);
}

function hashOf(rows: number, cols: number, values: Float64Array): string {
  const hash = createHash('sha256').update(JSON.stringify({ rows, cols }));
  return hash
    .update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
    .digest('hex')
    .slice(0, 16);
}

async function generated(text: string, spec: GeneratorSpec): Promise<Omit<LoadedDense, 'hash' | 'source'>> {
  const { rows, cols = rows } = spec.params;
  if (rows !== undefined) requireRoom(text, Number(rows), Number(cols));
  const { generate } = await import('./generators.ts');
  const { shape, rowIndex, colIndex, values } = generate(spec);
  requireRoom(text, shape.rows, shape.cols);
  const dense = new Float64Array(shape.rows * shape.cols);
  for (let k = 0; k < values.length; k++)
    dense[(rowIndex[k] as number) * shape.cols + (colIndex[k] as number)] = values[k] as number;
  return { ...shape, values: dense };
}

/** Whether a generator was asked for without a shape: then it makes the one that is needed. */
export function isShapeless(source: MatrixSource): boolean {
  return source.kind === 'generated' && !['rows', 'n'].some((name) => source.spec.params[name] !== undefined);
}

/** The same source with a shape. */
export function withShape(source: MatrixSource, rows: number, cols: number): MatrixSource {
  if (source.kind !== 'generated') return source;
  const params = { ...source.spec.params, rows: String(rows), cols: String(cols) };
  return { ...source, spec: { ...source.spec, params } };
}

/** A complex matrix as a dense one of pairs, row by row. */
function pairsOfCoo({ shape: { rows, cols }, rowIndex, colIndex, values }: ComplexCoo): Float64Array {
  const dense = new Float64Array(2 * rows * cols);
  for (let k = 0; k < colIndex.length; k++)
    dense.set(values.subarray(2 * k, 2 * k + 2), 2 * ((rowIndex[k] as number) * cols + (colIndex[k] as number)));
  return dense;
}

/** Reads or makes a dense matrix, of complex numbers where `components` is 2, of which `own` says how it is read where no other matrix is meant by that; what a file or a generator leaves out is 0. Errors: as of `loadMatrix`; failed where it would not fit. */
export async function loadDense(
  source: MatrixSource,
  options: LoadOptions,
  own?: CommandReading['matrix'],
  components: 1 | 2 = 1,
): Promise<LoadedDense> {
  const { text } = source;
  const kind = (values: Float64Array): Float64Array => (components === 2 ? pairsOf(values) : values);
  if (source.kind === 'generated') {
    const made = await generated(text, source.spec);
    return { source: text, hash: hashOf(made.rows, made.cols, made.values), ...made, values: kind(made.values) };
  }
  const file = await readFile(source, options, own);
  const { toComplexCoo, toDense } = await import('@spmv/mmio');
  const { rows, cols, field } = file.header;
  requireRoom(text, rows, components * cols);
  const integers = { inexactIntegers: options.reading?.inexactIntegers ?? 'refuse' } as const;
  const isPairs = components === 2 && field === 'complex';
  const values = ofFile(text, () => (isPairs ? pairsOfCoo(toComplexCoo(file)) : toDense(file, integers).values));
  return { source: text, hash: hashOf(rows, cols, values), rows, cols, values: isPairs ? values : kind(values) };
}
