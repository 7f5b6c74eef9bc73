// Which tests only `npm run test:full` runs. One of each kind is in `npm test`, and so is what any mutant of tools/mutants needs.
import process from 'node:process';

/** Whether every case runs in full. Else each takes a sample that meets every pair of values somewhere. */
export const FULL: boolean = process.env['SPMV_TESTS'] === 'full';

/** Files that the full lane alone runs: they wait for processes and devices, repeat much, or read what is recorded. */
export const FULL_FILES: readonly string[] = [
  'apps/docs/test/site.test.ts',
  'apps/playground/test/page/address.test.ts',
  'apps/playground/test/page/offline.test.ts',
  'apps/playground/test/page/reading.test.ts',
  'apps/playground/test/page/teach.test.ts',
  'examples/plugin-guide/test/guide.test.ts',
  'packages/backend-cuda/test/leaks.test.ts',
  'packages/backend-cuda/test/several-overlap.test.ts',
  'packages/backend-petsc/test/faults.test.ts',
  'packages/backend-petsc/test/rows-of-ranks.test.ts',
  'packages/backend-petsc/test/time-left.test.ts',
  'packages/backend-threads/test/transposed.test.ts',
  'packages/backend-webgpu/test/process.test.ts',
  'packages/backend-webgpu/test/stripes.test.ts',
  'packages/cli/test/completion.test.ts',
  'packages/cli/test/exchange.test.ts',
  'packages/cli/test/full-output.test.ts',
  'packages/cli/test/hostile-sizes.test.ts',
  'packages/cli/test/interrupt-solvers.test.ts',
  'packages/cli/test/lost-process.test.ts',
  'packages/format-packed/test/split-rows.test.ts',
  'packages/formats/test/divided.test.ts',
  'packages/gemm/test/webgpu-matrix.test.ts',
  'packages/interchange/test/binsparse-suite.test.ts',
  'packages/kernels-native/test/gemm-blocks.test.ts',
  'packages/solvers/test/memory.test.ts',
  'packages/solvers/test/read-backs.test.ts',
  'packages/spmm/test/long-rows.test.ts',
  'packages/studies/test/matrices.test.ts',
  'packages/testkit/test/standin.test.ts',
  'packages/trace/test/ncu.test.ts',
  'packages/trace/test/recorded.test.ts',
  'packages/trace/test/spmm.test.ts',
  'packages/trace/test/sums.test.ts',
  'packages/vectors/test/racing.test.ts',
  'tools/several-devices/test/solvers.test.ts',
  'tools/test/api-docs.test.ts',
  'tools/test/check-tarball.test.ts',
  'tools/test/lying-backend.test.ts',
  'tools/test/nodes.test.ts',
];
