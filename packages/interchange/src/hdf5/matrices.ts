import type { FileLimits, FileMatrix, Shape } from '@spmv/core';
import { shown } from '@spmv/core';
import { fileError } from '../errors/file-error.ts';
import { denseOf } from '../npy/dense.ts';
import { npyArray } from '../npy/npy-array.ts';
import { contradiction, requireCountable } from '../scipy/check.ts';
import { compressedEntries } from '../scipy/to-entries.ts';
import type { NamedPart } from '../source/choose-part.ts';
import { arrayOf, npyTypeOf } from './array.ts';
import type { Hdf5Dataset, Hdf5Group } from './library.ts';

/** Groups in groups beyond this hold no matrix of anybody. */
const DEPTH = 4;
/** Links may lead back: what is looked at is counted. */
const MOST_OBJECTS = 2 ** 16;

/** A matrix of a file, not read yet. */
export interface Hdf5Matrix extends NamedPart {
  /** One column, which is only meant where it is asked for. */
  readonly isVector: boolean;
  read(limits: FileLimits): FileMatrix;
}

type Entity = Hdf5Dataset | Hdf5Group;

const isDataset = (entity: Entity | null): entity is Hdf5Dataset => entity?.type === 'Dataset';
const isGroup = (entity: Entity | null): entity is Hdf5Group => entity?.type === 'Group';
const within = (group: Hdf5Group, name: string): Entity | null => group.get(name) as Entity | null;

/** An array that a group has to have. Errors: `FILE.FORMAT`. */
function member(group: Hdf5Group, name: string, of: string): Hdf5Dataset {
  const entity = within(group, name);
  if (isDataset(entity)) return entity;
  throw contradiction(`the group ${of} has no array ${name}`);
}

function shapeOf(lengths: unknown, of: string): Shape {
  const [rows = -1, cols = -1, ...more] = Array.from(lengths as ArrayLike<number>, Number);
  if (more.length > 0 || !(Number.isInteger(rows) && Number.isInteger(cols) && rows >= 0 && cols >= 0))
    throw contradiction(`the shape of ${of} is (${[rows, cols, ...more].slice(0, 4).join(', ')})`);
  requireCountable(Math.max(rows, cols), 'rows or columns');
  return { rows, cols };
}

/** CSR or CSC as AnnData writes it, with attributes, or CSC as 10x does, with a shape among the arrays. */
function compressed(group: Hdf5Group, name: string, limits: FileLimits): FileMatrix {
  const { attrs } = group;
  // 10x says nothing, and has columns.
  const said = attrs['encoding-type']?.value ?? attrs['h5sparse_format']?.value ?? 'csc';
  const order = /^(cs[rc])(?:_matrix)?$/.exec(typeof said === 'string' ? said : '')?.[1];
  if (order !== 'csr' && order !== 'csc')
    throw fileError('FILE.UNSUPPORTED', {
      member: name,
      what: `its encoding-type is ${shown(said)}, not csr_matrix or csc_matrix`,
      fix: 'Save it as one of these.',
    });
  const attribute = attrs['shape'] ?? attrs['h5sparse_shape'];
  const shape = shapeOf(
    attribute ? attribute.value : arrayOf(member(group, 'shape', name), `${name}/shape`, limits).data,
    name,
  );
  const named = (array: string) =>
    [arrayOf(member(group, array, name), `${name}/${array}`, limits), `${name}/${array}`] as const;
  const arrays = { data: named('data'), indices: named('indices'), indptr: named('indptr') };
  return { ...compressedEntries(shape, order, arrays), about: `HDF5 ${name}, ${order}, ${arrays.data[0].type}` };
}

/** CSC as MATLAB 7.3 writes it: without entries there are neither `data` nor `ir`. */
function matlabSparse(group: Hdf5Group, name: string, limits: FileLimits): FileMatrix {
  const starts = arrayOf(member(group, 'jc', name), `${name}/jc`, limits);
  const shape = shapeOf([group.attrs['MATLAB_sparse']?.value, starts.data.length - 1], name);
  const named = (array: string) => {
    const dataset = within(group, array);
    const read = isDataset(dataset)
      ? arrayOf(dataset, `${name}/${array}`, limits)
      : npyArray('i4', [0], new Int32Array(0));
    return [read, `${name}/${array}`] as const;
  };
  const matrix = compressedEntries(shape, 'csc', {
    data: named('data'),
    indices: named('ir'),
    indptr: [starts, `${name}/jc`],
  });
  const isPattern = group.attrs['MATLAB_class']?.value === 'logical' && matrix.values.every((value) => value === 1);
  return { ...matrix, ...(isPattern ? { field: 'pattern' } : {}), about: `MATLAB ${name}, sparse, HDF5` };
}

/** A dense matrix; MATLAB's lie by columns, and HDF5 says their dimensions in the other order. */
function dense(dataset: Hdf5Dataset, name: string, limits: FileLimits): FileMatrix {
  const array = arrayOf(dataset, name, limits);
  const matlab = 'MATLAB_class' in dataset.attrs;
  const turned = matlab ? { ...array, shape: array.shape.toReversed(), fortran: true } : array;
  const matrix = denseOf(turned, name);
  requireCountable(Math.max(matrix.shape.rows, matrix.shape.cols), 'rows or columns');
  return { ...matrix, about: `${matlab ? 'MATLAB' : 'HDF5'} ${name}, dense` };
}

/** A group or dataset as a matrix, where it is one. */
function matrixOf(entity: Entity, name: string): Hdf5Matrix | undefined {
  if (isDataset(entity)) {
    const dimensions = entity.metadata.shape?.length ?? 0;
    if (dimensions < 1 || dimensions > 2 || npyTypeOf(entity.metadata) === undefined) return undefined;
    const { MATLAB_class: kind, MATLAB_empty: empty } = entity.attrs;
    if (kind?.value === 'char' || empty) return undefined;
    return { name, kind: 'dense', isVector: dimensions === 1, read: (limits) => dense(entity, name, limits) };
  }
  const keys = entity.keys();
  const sparse = 'MATLAB_sparse' in entity.attrs ? matlabSparse : keys.includes('indptr') ? compressed : undefined;
  return sparse && { name, kind: 'sparse', isVector: false, read: (limits) => sparse(entity, name, limits) };
}

/** The matrices of a file, in the order of its names. Errors: `FILE.LIMIT`; those of the library. */
export function matricesIn(file: Hdf5Group): readonly Hdf5Matrix[] {
  const found: Hdf5Matrix[] = [];
  let looked = 0;
  const visit = (group: Hdf5Group, path: string, depth: number): void => {
    // Names with # are MATLAB's own: what references lead to.
    for (const key of group.keys().filter((one) => !one.startsWith('#'))) {
      if (++looked > MOST_OBJECTS)
        throw fileError('FILE.LIMIT', {
          what: `the file has more than ${MOST_OBJECTS} groups and arrays`,
          fix: 'Save the matrix in a file of its own.',
        });
      const entity = within(group, key);
      if (!isDataset(entity) && !isGroup(entity)) continue;
      const name = `${path}${key}`;
      const matrix = matrixOf(entity, name);
      if (matrix) found.push(matrix);
      else if (isGroup(entity) && depth > 1) visit(entity, `${name}/`, depth - 1);
    }
  };
  visit(file, '', DEPTH);
  return found;
}
