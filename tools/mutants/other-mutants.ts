// Of the kernels of devices, of what checks and judges products, and of what is around them.
import type { Mutant } from './mutant.ts';
import { conformance } from './mutant.ts';

export const otherMutants: readonly Mutant[] = [
  // Kernels of devices, on what stands for them here.
  {
    id: 'wgsl-balanced-share',
    file: 'packages/backend-webgpu/src/kernels/csr-balanced.wgsl',
    find: 'if (k >= begin) { sum = addProduct(sum, value[0], x[column.x]); }',
    replace: 'sum = addProduct(sum, value[0], x[column.x]);',
    breaks: 'entries of other rows are left out, where a long row begins at the second, third or fourth of four',
    killers: [conformance('backend-webgpu')],
  },
  {
    id: 'wgsl-spmm-tail',
    file: 'packages/spmm/src/kernels/columns-any.wgsl',
    find: 'if (column >= launch.vectors) {',
    replace: 'if (column > launch.vectors) {',
    breaks: 'nothing is written past the last vector, where threads have several',
    killers: ['packages/spmm/test/webgpu.test.ts'],
  },
  {
    id: 'cuda-sell-last-place',
    file: 'packages/format-sell/src/kernels/sell-t.cu',
    find: 'j1 = slot + step < end ?',
    replace: 'j1 = slot + step + C < end ?',
    breaks: 'the last place of a slice counts, for threads that look at it second',
    killers: ['packages/trace/test/kernels.test.ts'],
  },
  // What checks and judges.
  {
    id: 'core-loose-bound',
    file: 'packages/core/src/oracle/error-bound.ts',
    find: 'timesPowerOfTwo(relative * (magnitude[row] as number)',
    replace: 'timesPowerOfTwo(1e6 * relative * (magnitude[row] as number)',
    breaks: 'the bound of an error is what rounding can cost',
    killers: ['packages/core/test/oracle.test.ts'],
  },
  {
    id: 'core-nan-passes',
    file: 'packages/core/src/oracle/error-bound.ts',
    find: 'if (!(error < Number.POSITIVE_INFINITY)) {',
    replace: 'if (error === Number.POSITIVE_INFINITY) {',
    breaks: 'a result that is NaN is wrong where a number is right',
    killers: ['packages/core/test/oracle.test.ts'],
  },
  {
    id: 'core-aliased',
    file: 'packages/core/src/backend/given-operands.ts',
    find: '        (mustDiffer && foundX.driver === foundY.driver) ||\n',
    replace: '',
    breaks: 'x and y are two vectors',
    killers: ['packages/core/test/checked-entry.test.ts'],
  },
  {
    id: 'core-disposed',
    file: 'packages/core/src/backend/given-operands.ts',
    find: '      foundY.lifetime.assertAlive();\n',
    replace: '',
    breaks: 'y that was disposed of is refused, in the usual product',
    killers: ['packages/core/test/checked-entry.test.ts'],
  },
  {
    id: 'testkit-all-pass',
    file: 'packages/testkit/src/kernel/trial.ts',
    find: 'report.errorRatio <= 1,',
    replace: 'report.errorRatio <= Number.POSITIVE_INFINITY,',
    breaks: 'a result outside its bound fails a case',
    killers: ['packages/testkit/test/kernel-mutants.test.ts'],
  },
  {
    id: 'testkit-operation-passes',
    file: 'packages/testkit/src/operation/operation-trial.ts',
    find: 'ensure(report.errorRatio <= 1, promise,',
    replace: 'ensure(report.errorRatio <= Number.POSITIVE_INFINITY, promise,',
    breaks: 'a result of any operation outside its bound fails a case',
    killers: ['packages/testkit/test/operation-trial.test.ts'],
  },
  {
    id: 'testkit-no-poison',
    file: 'packages/testkit/src/kernel/poison-cases.ts',
    find: "betaZeroCase(subject, 'nan', ['nonfinite'], [Number.NaN, Number.POSITIVE_INFINITY])",
    replace: "betaZeroCase(subject, 'nan', ['nonfinite'], [0, 1])",
    breaks: 'y that must not be read is NaN and infinite',
    killers: ['packages/testkit/test/kernel-mutants.test.ts'],
  },
  // Around products.
  {
    id: 'vectors-js-unseen-direction',
    file: 'packages/vectors/src/js/direction.ts',
    find: 'p[i] = share === 0 ? residual : residual + share * along;',
    replace: 'p[i] = residual + share * along;',
    breaks: 'a direction is not seen where its factor is 0',
    killers: ['packages/vectors/test/products.test.ts', conformance('vectors')],
  },
  {
    id: 'mmio-hermitian',
    file: 'packages/mmio/src/convert/expand-symmetry.ts',
    find: "skew || file.symmetry === 'hermitian' ? -1 : 1",
    replace: 'skew ? -1 : 1',
    breaks: 'the other triangle of a hermitian file is conjugate',
    killers: ['packages/mmio/test/options.test.ts'],
  },
  {
    id: 'solvers-cg-share',
    file: 'packages/solvers/src/methods/cg.ts',
    find: 'conjugate(p, [rho, curvature, next], x, z, d)',
    replace: 'conjugate(p, [rho, curvature, rho], x, z, d)',
    breaks: 'a new direction is conjugate to those before',
    killers: ['packages/solvers/test/methods/methods.test.ts'],
  },
];
