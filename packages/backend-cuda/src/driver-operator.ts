import type { DeviceInfo, DriverOperator, DriverRequest, DriverVector } from '@spmv/core';
import type { CudaVector } from './cuda-vector.ts';
import type { ModuleStore } from './module-store.ts';
import type { NativeBuffer, NativeDevice, NativeOperands, NativeOperator } from './native/addon.ts';
import { withSpmvErrors, withSpmvErrorsAsync } from './native/native-error.ts';
import type { SharedArrays } from './shared-arrays.ts';
import type { ProgressListener } from './transfers.ts';

/** An operator of this driver. */
export interface CudaOperator extends DriverOperator {
  readonly native: NativeOperator;
}

/** What preparing an operator needs of the opened device. */
export interface OperatorHost {
  readonly device: NativeDevice;
  /** Limits of the device, as kernels know them. */
  readonly limits: DeviceInfo['limits'];
  readonly modules: ModuleStore;
  readonly shared: SharedArrays;
  /** Evicts the caches; made when first asked for. */
  evictor(): Promise<NativeOperator>;
  readonly progress: ProgressListener | undefined;
}

/** Hot timing repeats a product until one sample lasts about this long: the clock ticks in half microseconds. */
const SAMPLE_MS = 0.25;

/** Whether one product after another leaves what one leaves: none reads what it writes. */
function isRepeatable({ signature }: Pick<DriverRequest, 'signature'>, scalars: Float64Array): boolean {
  const parts = scalars.length / Math.max(1, signature.scalars.length);
  const isZero = (factor: number): boolean =>
    factor >= 0 && scalars.subarray(factor * parts, (factor + 1) * parts).every((part) => part === 0);
  return signature.buffers.every(({ access, factor }) => access !== 'update' || isZero(factor));
}

/** How full a kernel keeps a multiprocessor; nothing where nobody counts. */
export function occupancyOf({ limits }: OperatorHost, operator: NativeOperator): Pick<DriverOperator, 'occupancy'> {
  const resident = withSpmvErrors(() => operator.residentThreads());
  const most = limits['maxThreadsPerMultiprocessor'] ?? 0;
  return resident === undefined || most === 0 ? {} : { occupancy: resident / most };
}

function handle(vector: DriverVector | undefined): NativeBuffer {
  return (vector as CudaVector).buffer;
}

/** Operands as the addon takes them. */
export function nativeOperands(buffers: readonly DriverVector[], scalars: Float64Array): NativeOperands {
  return [...buffers.map(handle), ...scalars];
}

/** What core drives. */
export function asDriverOperator(
  host: OperatorHost,
  request: Pick<DriverRequest, 'signature'>,
  operator: NativeOperator,
  facts: Pick<DriverOperator, 'bytesResident' | 'occupancy' | 'streaming'>,
  free: () => void,
): CudaOperator {
  // Products of a hot sample: found out once, for whoever takes one sample at a time.
  let batch: number | undefined;
  return {
    ...facts,
    native: operator,
    apply(buffers, scalars) {
      try {
        // Written out for the commonest number of operands: the list of any other is made anew.
        if (buffers.length === 2 && scalars.length === 2) {
          operator.run(handle(buffers[0]), handle(buffers[1]), scalars[0] as number, scalars[1] as number);
        } else operator.run(...nativeOperands(buffers, scalars));
      } catch (error) {
        withSpmvErrors(() => {
          throw error;
        });
      }
    },
    timesInOrder: true,
    time: (buffers, scalars, runs, cold) =>
      withSpmvErrorsAsync(async () => {
        const operands = nativeOperands(buffers, scalars);
        const repeatable = isRepeatable(request, scalars);
        if (cold) return operator.time(operands, runs, 1, repeatable, await host.evictor());
        // Where a product reads its own result each run is one product, so that it leaves what `runs` products leave.
        if (!repeatable) return operator.time(operands, runs, 1, false, undefined);
        if (batch === undefined) {
          const first = await operator.time(operands, 3, 1, true, undefined);
          batch = Math.min(256, Math.max(1, Math.ceil(SAMPLE_MS / Math.max(Math.min(...first), 1e-4))));
        }
        return operator.time(operands, runs, batch, true, undefined);
      }),
    dispose() {
      operator.dispose();
      free();
    },
  };
}
