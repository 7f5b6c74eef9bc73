import type { CudaVector } from './cuda-vector.ts';
import { vectorModules } from './kernels/vector.ts';
import { checkLaunch, hasSingleScalars, hasPairs } from '@spmv/kernel-kit';
import type { ModuleStore } from './module-store.ts';
import type { RoutineArgument, NativeBuffer, NativeDevice, NativeOperator } from './native/addon.ts';
import { allocateZeros } from './native/allocate-zeros.ts';

/** What the backend runs besides products: vector.cu. */
export interface DeviceRoutines {
  /** An operator for vectors like `y`, β and its imaginary part: y ← βy; y ← 0 without reading it when β = 0. Gaps are left alone. Owned by this. */
  scaler(y: Pick<CudaVector, 'buffer' | 'length' | 'precision' | 'gaps'>): NativeOperator;
  /** An operator that adds elements of its second operand to those of its first. Whoever asks for it disposes of it. */
  adder(precision: 'f64' | 'f32', range: AddedRange): NativeOperator;
  /** An operator that writes sums of the parts in its last operand to those before it, each a number, in the order of the parts. Whoever asks for it disposes of it. */
  partsAdder(precision: 'f64' | 'f32', numbers: number, parts: number): NativeOperator;
  /** An operator that reads memory four times as large as the cache; made when first asked for. */
  evictor(): Promise<NativeOperator>;
  /** An operator that copies `bytes` (a multiple of 16) from x to y. */
  copier(bytes: number): Promise<NativeOperator>;
  dispose(): void;
}

/** `length` elements from `from` on are added to those from `to` on. */
export interface AddedRange {
  readonly to: number;
  readonly from: number;
  readonly length: number;
}

const BLOCK = 256;
/** Blocks of routines that walk over their data with a stride: enough for every multiprocessor. */
const STRIDED_BLOCKS = 2048;

/** Loads vector.cu. Errors: `KERNEL.LOAD_FAILED`. */
export async function createRoutines(
  device: NativeDevice,
  modules: ModuleStore,
  l2Bytes: number,
): Promise<DeviceRoutines> {
  const module = await modules.load({ modules: vectorModules, launches: [] }, 'vector');
  // A vector's length and gaps are arguments of the launch, so each of them gets an operator of its own.
  const scalers = new Map<string, NativeOperator>();
  let evicting: { readonly operator: NativeOperator; readonly buffer: NativeBuffer } | undefined;
  const strided = (entryPoint: string, list: readonly RoutineArgument[], words: number): NativeOperator => {
    const launch = {
      module,
      entryPoint,
      grid: [STRIDED_BLOCKS, 1, 1],
      block: [BLOCK, 1, 1],
      sharedBytes: 0,
      arguments: [...list, { i32: words }],
    } as const;
    checkLaunch('vector', launch, {});
    return device.launches([launch], false);
  };
  return {
    scaler(y) {
      const { length } = y;
      // Without gaps all of it is one line.
      const { period, line, used, extent } = y.gaps ?? { period: length, line: length, used: length, extent: length };
      const numbers = [length, period, line, used, extent];
      const key = `${numbers.join(' ')} ${y.precision}`;
      let operator = scalers.get(key);
      if (!operator) {
        operator = device.launches(
          [
            {
              module,
              entryPoint: `scale_${y.precision}`,
              grid: [Math.ceil(length / BLOCK), 1, 1],
              block: [BLOCK, 1, 1],
              sharedBytes: 0,
              arguments: [
                { operand: 0 },
                hasPairs(y.precision) ? { pair: 0 } : { scalar: 0 },
                ...numbers.map((i32) => ({ i32 })),
              ],
            },
          ],
          hasSingleScalars(y.precision),
        );
        scalers.set(key, operator);
      }
      return operator;
    },
    adder(precision, { to, from, length }) {
      const launch = {
        module,
        entryPoint: `add_${precision}`,
        grid: [Math.ceil(length / BLOCK), 1, 1],
        block: [BLOCK, 1, 1],
        sharedBytes: 0,
        arguments: [{ operand: 0 }, { operand: 1 }, ...[to, from, length].map((i64) => ({ i64 }))],
      } as const;
      checkLaunch('vector', launch, {});
      return device.launches([launch], false);
    },
    partsAdder(precision, numbers, parts) {
      const launches = Array.from({ length: numbers }, (_, k) => ({
        module,
        entryPoint: `sum_parts_${precision}`,
        grid: [1, 1, 1] as const,
        block: [1, 1, 1] as const,
        sharedBytes: 0,
        arguments: [{ operand: k }, { operand: numbers }, ...[k, numbers, parts].map((i32) => ({ i32 }))],
      }));
      return device.launches(launches, false);
    },
    async evictor() {
      if (!evicting) {
        const words = Math.ceil((4 * Math.max(l2Bytes, 2 ** 20)) / 16);
        const buffer = allocateZeros(device, words * 16, 'cache eviction');
        try {
          evicting = { operator: strided('evict', [buffer], words), buffer };
        } catch (error) {
          buffer.dispose();
          throw error;
        }
      }
      return evicting.operator;
    },
    copier: async (bytes) => strided('copy', [{ operand: 1 }, { operand: 0 }], bytes / 16),
    dispose() {
      for (const operator of scalers.values()) operator.dispose();
      scalers.clear();
      evicting?.operator.dispose();
      evicting?.buffer.dispose();
    },
  };
}
