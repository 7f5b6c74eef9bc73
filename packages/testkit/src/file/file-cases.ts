import type { CooMatrix, FileBytes, FileMatrix, FileType } from '@spmv/core';
import { isRefusal, isSpmvError, resolveParams } from '@spmv/core';
import type { ConformanceCase } from '../case/conformance-case.ts';
import { ensure, messageOf } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import { defineCase } from '../case/define-case.ts';
import { matricesById } from '../matrices/conformance-matrices.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';

const DECLARED = 'A type of files has endings with a dot, in lower case, and recognises without throwing';
const READS_BACK = 'What a type of files writes it recognises, and reads as the same matrix';
const DAMAGE = 'A file that is cut or changed is read, or refused by an error that says what to do';
const LIMITS = 'A file with more entries than the limit is refused';

/** Small ones of different kinds: with empty rows, stored zeros, values that fill their bits. */
const MATRICES: readonly string[] = ['stored-zeros', 'integers', 'subnormals', 'huge-values'];
/** What no type may take for its own without looking at the name. */
const FOREIGN: readonly Uint8Array[] = [
  new Uint8Array(0),
  Uint8Array.of(0),
  new TextEncoder().encode('%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1\n'),
  Uint8Array.of(0x1f, 0x8b, 8, 0),
];
/** Cuts and changes that are tried. */
const DAMAGES = 64;

function inMemory(bytes: Uint8Array): FileBytes {
  return { size: bytes.length, read: (at, length) => Promise.resolve(bytes.subarray(at, at + length)) };
}

function asFile({ shape, rowIndex, colIndex, values }: CooMatrix): FileMatrix {
  return { shape, positions: { rowIndex, colIndex }, values, field: 'real', symmetry: 'general', about: '' };
}

/** The bytes of a file of a matrix; `undefined` where the type is only read, or says that it cannot hold this one. */
async function written(type: FileType, matrix: CooMatrix, recorder: Recorder): Promise<Uint8Array | undefined> {
  if (!type.write) return undefined;
  const parts: Uint8Array[] = [];
  try {
    const params = resolveParams(type.write.params, {}, undefined, type.id);
    for await (const chunk of type.write.chunks(asFile(matrix), params)) parts.push(new Uint8Array(chunk));
  } catch (error) {
    if (!isRefusal(error) && !isSpmvError(error, 'FILE.WRITE')) throw error;
    recorder.refuse(messageOf(error));
    return undefined;
  }
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Every element by rows; a number in place of −0. */
function elements({ shape, positions, values, symmetry }: FileMatrix): Float64Array {
  const all = new Float64Array(shape.rows * shape.cols);
  values.forEach((value, k) => {
    const row = positions ? positions.rowIndex[k] : Math.floor(k / shape.cols);
    const col = positions ? positions.colIndex[k] : k % shape.cols;
    const add = (at: number, some: number): void => void (all[at] = all[at] + some);
    add(row * shape.cols + col, value);
    if (symmetry !== 'general' && row !== col)
      add(col * shape.cols + row, symmetry === 'skew-symmetric' ? -value : value);
  });
  return all;
}

function declared({ id, endings, recognises }: FileType, recorder: Recorder): void {
  ensure(
    endings.length > 0 && endings.every((ending) => /^\.[^\sA-Z]+$/.test(ending)),
    DECLARED,
    `${id} has endings ${endings.join(' ')}`,
  );
  for (const head of FOREIGN) {
    const answer: unknown = recognises(head, 'matrix');
    ensure(answer === false, DECLARED, `${id} takes for its own: ${JSON.stringify([...head.subarray(0, 16)])}`);
    recorder.compare();
  }
}

async function readsBack(type: FileType, { id, make }: TestMatrix, recorder: Recorder): Promise<void> {
  const matrix = make('f64');
  const bytes = await written(type, matrix, recorder);
  if (bytes === undefined) return;
  const name = `matrix${type.endings[0]}`;
  ensure(type.recognises(bytes.subarray(0, 512), name), READS_BACK, `${type.id} does not recognise what it wrote`, {
    matrix: id,
  });
  const read = await type.read(inMemory(bytes), { limits: {} });
  const { rows, cols } = matrix.shape;
  ensure(
    read.shape.rows === rows && read.shape.cols === cols,
    READS_BACK,
    `${read.shape.rows} × ${read.shape.cols} in place of ${rows} × ${cols}`,
    { matrix: id },
  );
  const [own, found] = [elements(asFile(matrix)), elements(read)];
  const at = own.findIndex((value, k) => value !== found[k]);
  ensure(at === -1, READS_BACK, () => `element ${at} is ${found[at]} in place of ${own[at]}`, { matrix: id });
  recorder.product();
}

async function survives(type: FileType, bytes: Uint8Array): Promise<void> {
  try {
    await type.read(inMemory(bytes), { limits: { entries: 2 ** 20, bytes: 2 ** 24 } });
  } catch (error) {
    ensure(isSpmvError(error) && error.fix !== '', DAMAGE, () => `${type.id} throws ${messageOf(error)}`);
  }
}

async function damage(type: FileType, { make }: TestMatrix, recorder: Recorder): Promise<void> {
  for (const bytes of FOREIGN) {
    await survives(type, bytes);
    recorder.compare();
  }
  const whole = await written(type, make('f64'), recorder);
  if (whole === undefined) return;
  for (let k = 0; k < DAMAGES; k++) {
    const at = Math.floor((k * whole.length) / DAMAGES);
    await survives(type, whole.subarray(0, at));
    await survives(
      type,
      whole.map((byte, place) => (place === at ? byte ^ 0xff : byte)),
    );
    recorder.compare();
  }
}

async function limits(type: FileType, { make }: TestMatrix, recorder: Recorder): Promise<void> {
  const matrix = make('f64');
  const bytes = await written(type, matrix, recorder);
  if (bytes === undefined) return;
  let refused = false;
  try {
    await type.read(inMemory(bytes), { limits: { entries: matrix.values.length - 1 } });
  } catch (error) {
    refused = isSpmvError(error);
  }
  ensure(
    refused,
    LIMITS,
    `${type.id} reads ${matrix.values.length} entries where ${matrix.values.length - 1} are allowed`,
  );
  recorder.compare();
}

/**
 * Everything a type of files promises: its endings, that what it writes is recognised and read back, that damage and limits are refused and
 * never crash. A type that is only read is tried on foreign and damaged bytes alone. Ids are `file/promise/matrix`.
 */
export function fileCases(type: FileType): readonly ConformanceCase[] {
  const make = (id: string, run: (recorder: Recorder) => Promise<void> | void): ConformanceCase =>
    defineCase({ id: `${type.id}/file/${id}`, run });
  const matrices = matricesById(...MATRICES);
  const first = matrices[0];
  const back = type.write ? matrices : [];
  return [
    make('declared', (recorder) => declared(type, recorder)),
    ...back.map((matrix) => make(`reads-back/${matrix.id}`, (recorder) => readsBack(type, matrix, recorder))),
    make('damage', (recorder) => damage(type, first, recorder)),
    ...(type.write ? [make('limits', (recorder) => limits(type, first, recorder))] : []),
  ];
}
