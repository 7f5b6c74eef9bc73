import type { Experience } from '@spmv/advice';
import { advise } from '@spmv/advice';
import type { Backend, CooMatrix, Kernel, Operation, Params, Precision } from '@spmv/core';
import { buildMatrix, formatBytes, isRefusal, isSpmvError, kernelsHere, PRECISIONS, spmv } from '@spmv/core';
import { csr } from '@spmv/formats';
import type { OperatorWithOperands } from './bound.ts';
import { withOperands } from './bound.ts';
import type { SharedBackends } from './places.ts';
import type { Before, Plan } from './plan.ts';
import { withWords } from './plan.ts';

/** The same product before anything was chosen: by CSR, which are the entries as they came. */
export interface Unchosen {
  readonly bound: OperatorWithOperands;
  readonly plan: Plan;
}

/** What choosing takes as measured on two cores: formats are planned, backends started, ten products tried. */
const [CHOOSE_MS, CHOOSE_MS_PER_ENTRY] = [20, 5e-4];

/** Products that took as long together as choosing among all there is takes are worth choosing for: then both take at most twice what the better of them would. */
export function worthChoosingMs(nnz: number): number {
  return CHOOSE_MS + CHOOSE_MS_PER_ENTRY * nnz;
}

/** Bytes a millisecond that a product is expected to read where nothing was looked at. */
const BYTES_PER_MS = 1e7;

/** Rows and columns that CSR and vectors may have besides eight for each entry. */
const FEW = 65_536;

/** Why a kernel of native code is passed over where there is none of it. */
const isMissing = (error: unknown): boolean =>
  isSpmvError(error, 'BACKEND.UNAVAILABLE') || isSpmvError(error, 'BACKEND.NOT_INSTALLED');

/** What says where and how the first products are computed. */
interface First {
  readonly places: SharedBackends;
  readonly precision: Precision;
  readonly experience: Experience;
}

/** A kernel of CSR that may be the first. */
interface FirstKernel {
  readonly backend: Backend;
  readonly kernel: Kernel;
  readonly params: Params;
  /** Milliseconds that a product is expected to take. */
  readonly ms?: number;
}

/** Those of the first backend that computes here, in their order; of devices the one that is expected to take least, by the rows of the matrix. */
async function firstKernels(coo: CooMatrix, { places, precision, experience }: First): Promise<readonly FirstKernel[]> {
  const { registry, opened } = places;
  const place = opened.find(({ descriptor }) => descriptor.targets.includes('js'));
  if (place) {
    const { backend, descriptor } = place;
    const host = { registry, id: descriptor.id, targets: descriptor.targets, device: backend.device };
    const filter = { operation: spmv.id, options: { transpose: false }, precision, format: csr.id };
    return kernelsHere(host, filter).map((kernel) => ({
      backend,
      kernel,
      // An order of rows is looked for where a kernel is chosen.
      params: Object.hasOwn(kernel.params.axes, 'rows') ? { rows: 'in-turn' } : {},
    }));
  }
  const request = { registry, backends: opened, coo, precision, experience, formats: [csr.id], trials: 0 };
  const { choice } = await advise(request);
  const found = opened.find(({ descriptor }) => descriptor.id === choice?.backend);
  if (!choice || !found) return [];
  const params = { ...choice.kernelParams, ...choice.launchParams };
  return [{ backend: found.backend, kernel: registry.kernel(choice.kernel), params, ms: choice.ms }];
}

/** By the first kernel that there is. Errors: those of `buildMatrix` and `Backend.prepare`. */
async function bindFirst(coo: CooMatrix, first: First, before: Before): Promise<Unchosen | undefined> {
  const began = performance.now();
  const { places, precision } = first;
  const { rows, cols } = coo.shape;
  if (rows + cols > FEW + 8 * coo.values.length) return undefined;
  if (!places.registry.formats.some(({ id }) => id === csr.id)) return undefined;
  const matrix = buildMatrix(csr, coo, { valueType: PRECISIONS[precision].host, share: true });
  const passedOver: string[] = [];
  for (const { backend, kernel, params, ms } of await firstKernels(coo, first)) {
    try {
      const request = { operation: spmv as unknown as Operation, kernel, matrix, precision, params, share: true };
      const stored = { format: csr.id, matrix: () => matrix, share: true };
      const made = { operator: await backend.prepare(request), backend, stored };
      const bound = await withOperands(made, { coo, options: {}, sizes: {}, precision });
      const bytes = made.operator.bytesResident + (rows + cols) * PRECISIONS[precision].storedBytes;
      const plan = withWords({
        backend: backend.id,
        device: backend.device.name,
        format: csr.id,
        kernel: kernel.id,
        precision,
        params: { ...made.operator.kernelParams, ...made.operator.launchParams },
        ms: ms ?? bytes / BYTES_PER_MS,
        confidence: 'predicted',
        bytes,
        reasons: [
          `The entries are used as they came, in CSR; what is fastest is chosen once products have taken ${Math.ceil(worthChoosingMs(coo.values.length))} ms, as long as choosing does, or at once with trials: 10`,
          `A product reads ${formatBytes(bytes)}`,
          ...passedOver,
        ],
        considered: places.considered,
        trials: [],
        spentMs: 0,
        seconds: { read: before.read, open: before.open, choose: 0, prepare: (performance.now() - began) / 1000 },
        warnings: before.warnings,
      });
      return { bound, plan };
    } catch (error) {
      if (!isMissing(error)) throw error;
      passedOver.push(`${kernel.id} was passed over: ${(error as Error).message}`);
    }
  }
  return undefined;
}

/**
 * Prepares y ← Ax by the first kernel of CSR on the first of the opened backends that computes here; where it can, it reads the entries where they are, and nothing is planned or looked at. On devices rows are counted, and the kernel of CSR is the one that experience expects most of. Nothing is tried.
 * Undefined where no such kernel is here or the matrix is refused, and where rows and columns are far more than entries. Errors: those of `Backend.prepare` that are no refusals.
 */
export async function bindUnchosen(...args: Parameters<typeof bindFirst>): Promise<Unchosen | undefined> {
  try {
    return await bindFirst(...args);
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}
