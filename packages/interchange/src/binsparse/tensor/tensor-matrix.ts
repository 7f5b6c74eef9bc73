import type { FileLimits, FileMatrix } from '@spmv/core';
import { valuesOf } from '../../npy/values.ts';
import type { Archive } from '../../zip/archive.ts';
import { type BinsparseHeader, commonOf, structureOf, unsupported } from '../descriptor.ts';
import { requireTriangle, requireZeroFill } from '../entries.ts';
import { tensorIn } from './read-tensor.ts';

/** The matrix, vector or number in an archive with a custom format. Errors: as `readBinsparse`. */
export async function tensorMatrix(archive: Archive, header: BinsparseHeader, limits: FileLimits): Promise<FileMatrix> {
  const common = commonOf(header);
  await requireZeroFill({ descriptor: { ...common, format: 'custom' }, archive, limits });
  const tensor = await tensorIn(archive, header, limits);
  const [rows = 1, cols = 1, ...more] = tensor.shape;
  if (more.length > 0) throw unsupported(`a tensor of ${tensor.shape.length} dimensions is no matrix`);
  const shape = { rows, cols };
  const none = new Int32Array(common.count);
  const [rowIndex = none, colIndex = none] = tensor.indices;
  const positions = { rowIndex, colIndex };
  const structure = structureOf(header['structure'], shape);
  requireTriangle(structure, positions);
  return {
    shape,
    positions,
    ...valuesOf(tensor.values, common.count, 'values'),
    symmetry: structure.symmetry,
    about: `Binsparse custom, ${common.types['values']}`,
  };
}
