import { API_VERSION } from '@spmv/core';

/** What a plugin's author changes to come from one interface version to the next, by the older one; docs/migration.md says the same. */
export const MIGRATION: Readonly<Record<number, readonly string[]>> = {
  1: [
    'Set "apiVersion": 2 in the field "spmv" of package.json; what "provides" has to say, spmv conform shows.',
    "Formats: declare layout as const, each array's length a formula (rows + 1, 2 · nnz), with bits beside several elements and copyOf where an array is one of the entries; SparseFormat<P, typeof layout> and ArraysOf take the place of an interface. plan gives { scalars, slots } or { refusal, fix }; build(coo, matrix) and buildFromRows(source, matrix) fill matrix.arrays. share and checkSizes are gone.",
    "WGSL: name and type what a text works on where its kernel is described, and take its @binding, override and Launch out of the text: arrays: ['rowStart: u32', 'values: Value'], numbers: { rows }, constants: { blockSize }. Give every dispatch of wgslKernel its own texts.",
    "CUDA: a launch gives arguments by the names of the kernel's parameters, in their order: { rowStart: 'A.rowStart', x: 'x', rows: { i32: rows } }, and cudaKernel takes numbers: { rows }. Where the .cu file calls an array otherwise, write 'tiles = auxiliary.myTiles'.",
    "Native kernels: a pass gives its arguments by the names of the function's parameters, in their order; bind is given the names, and has to refuse others than the function's.",
    'Backends: createVector returns the vector, not a promise, with ready where its memory is not certain at once; write is in line before whatever is asked for after it.',
    'Import what judges results (Reference, judge, exactRow and others) from @spmv/core/oracle.',
    'planSpmv and planCandidates of @spmv/backend-cuda are gone: ask advise of @spmv/advice.',
  ],
};

/** What its author does to bring a plugin of an older version to this one; undefined of any other. */
export function migrationFrom(version: number = API_VERSION): string | undefined {
  const steps = Object.entries(MIGRATION).flatMap(([from, each]) => (Number(from) >= version ? each : []));
  if (version >= API_VERSION) return undefined;
  return ['Update it. Its author changes:', ...steps.map((step, place) => `${place + 1}. ${step}`)].join('\n  ');
}
