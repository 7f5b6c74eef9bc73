import type { Citation, DenseLayout, Kernel, KernelContext, NativeArgument } from '@spmv/core';
import { gapsOf, SpmvError } from '@spmv/core';
import { EIGEN, MKL_SPARSE, OPENMP, RSB } from './sources.ts';
import { vendorKernel } from './vendor-kernel.ts';

const CSR: readonly NativeArgument[] = ['A.rowStart', 'A.colIndex', 'A.values'];
/** How MKL knows an order. */
const LAYOUT = { row: 101, column: 102 } as const;

function openmp(schedule: 'static' | 'dynamic'): Kernel {
  return vendorKernel({
    id: `native/csr-openmp-${schedule}`,
    operation: 'spmv',
    format: 'csr',
    title: `A loop over rows, divided by OpenMP's schedule(${schedule === 'static' ? 'static' : 'dynamic, 64'})`,
    sources: [OPENMP],
    reproducibility: 'run-to-run',
    function: schedule === 'static' ? 'openmpStatic' : 'openmpDynamic',
    arguments: () => [...CSR, 'x', 'y', 'rows', 'workers', 'alpha', 'beta'],
  });
}

/** A product of CSR that a library has in one way only. */
function csrProduct(id: string, title: string, name: string, source: Citation): Kernel {
  return vendorKernel({
    id,
    operation: 'spmv',
    format: 'csr',
    title,
    sources: [source],
    function: name,
    arguments: () => [...CSR, 'x', 'y', 'rows', 'cols', 'workers', 'alpha', 'beta'],
  });
}

/** A variant of a sparse product of MKL: of A or Aᵀ, by its CSR as given or as its inspector stores it. */
interface MklVariant {
  readonly transpose: boolean;
  readonly optimize: boolean;
}

const VARIANTS: readonly MklVariant[] = [false, true].flatMap((transpose) =>
  [false, true].map((optimize) => ({ transpose, optimize })),
);

function described({ transpose, optimize }: MklVariant, id: string, title: string) {
  return {
    id: `${id}${optimize ? '-ie' : ''}${transpose ? '-transposed' : ''}`,
    format: 'csr',
    title: `${title}${optimize ? ', inspector-executor' : ''}${transpose ? ', transposed' : ''}`,
    sources: [MKL_SPARSE],
    options: { transpose },
  };
}

/** Arguments that all of them begin with. */
function matrixArguments({ transpose, optimize }: MklVariant, x: string, y: string): readonly NativeArgument[] {
  return [...CSR, x, y, 'rows', 'cols', 'workers', Number(transpose), Number(optimize), 'alpha', 'beta'];
}

function mklMv(variant: MklVariant): Kernel {
  return vendorKernel({
    ...described(variant, 'native/csr-mkl', 'MKL, CSR'),
    operation: 'spmv',
    function: 'mklMv',
    arguments: () => matrixArguments(variant, 'x', 'y'),
  });
}

/** X and Y where MKL takes them. Errors: `KERNEL.REFUSED`. */
function denseLayouts(id: string, { layouts: { X, Y } }: KernelContext): readonly [DenseLayout, DenseLayout] {
  if (!X || !Y) throw new RangeError('a product of several vectors has layouts X and Y');
  const refuse = (why: string, fix: string): SpmvError =>
    new SpmvError('KERNEL.REFUSED', `Kernel '${id}' is refused: ${why}.`, { fix, details: { kernel: id, X, Y } });
  if (X.order !== Y.order)
    throw refuse(
      'MKL wants X and Y both by rows or both by columns',
      'Give X and Y the same order, or use another kernel.',
    );
  if (gapsOf(Y)) throw refuse('MKL writes into the gaps of Y', 'Leave no gaps in Y, or use another kernel.');
  return [X, Y];
}

function mklMm(variant: MklVariant): Kernel {
  const parts = described(variant, 'native/spmm-mkl', 'MKL, CSR');
  return vendorKernel({
    ...parts,
    operation: 'spmm',
    function: 'mklMm',
    arguments: (context) => {
      const [x, y] = denseLayouts(parts.id, context);
      const numbers = [LAYOUT[x.order], 'vectors', x.leadingDimension, y.leadingDimension];
      return [...matrixArguments(variant, 'X', 'Y'), ...numbers];
    },
  });
}

/** Sparse products, of one vector and of several. */
export const sparseKernels: readonly Kernel[] = [
  openmp('static'),
  openmp('dynamic'),
  csrProduct('native/csr-eigen', 'Eigen, a mapped sparse matrix by rows', 'eigenMv', EIGEN),
  csrProduct('native/csr-librsb', 'librsb, recursive sparse blocks', 'rsbMv', RSB),
  ...VARIANTS.map(mklMv),
  ...VARIANTS.map(mklMm),
];
