import type {
  CudaGrid,
  CudaProgram,
  DeviceInfo,
  CudaVendorProgram,
  SpmvDriverOperator,
  SpmvDriverRequest,
  TypedArray,
} from '@spmv/core';
import { SpmvError } from '@spmv/core';
import type { CudaVector } from './cuda-vector.ts';
import { checkLaunch } from './launch-limits.ts';
import type { ModuleStore } from './module-store.ts';
import type { NativeArgument, NativeBuffer, NativeDevice, NativeOperator } from './native/addon.ts';
import { allocateZeros } from './native/allocate-zeros.ts';
import { withSpmvErrors, withSpmvErrorsAsync } from './native/native-error.ts';
import type { ProgressListener } from './transfers.ts';
import { upload } from './transfers.ts';

/** What preparing an operator needs of the opened device. */
export interface OperatorHost {
  readonly device: NativeDevice;
  /** Limits of the device, as kernels know them. */
  readonly limits: DeviceInfo['limits'];
  readonly modules: ModuleStore;
  /** Evicts the caches; made when first asked for. */
  evictor(): Promise<NativeOperator>;
  readonly progress: ProgressListener | undefined;
}

/** Numbers of `cusparseSpMVAlg_t`. */
const CUSPARSE_ALGORITHMS: Readonly<Record<string, number>> = {
  CUSPARSE_SPMV_ALG_DEFAULT: 0,
  CUSPARSE_SPMV_CSR_ALG1: 2,
  CUSPARSE_SPMV_CSR_ALG2: 3,
  CUSPARSE_SPMV_SELL_ALG1: 5,
};

/** Hot timing repeats a product until one sample lasts about this long: the clock ticks in half microseconds. */
const SAMPLE_MS = 0.25;

/** Names of the buffers a program mentions. */
function buffersOf(program: CudaProgram): ReadonlySet<string> {
  const names =
    program.kind === 'vendor'
      ? [program.layout.starts, program.layout.columns, program.layout.values]
      : program.launches.flatMap((launch) => launch.arguments.filter((argument) => typeof argument === 'string'));
  return new Set(names.filter((name) => name.includes('.')));
}

function hostArray(request: SpmvDriverRequest, name: string): TypedArray | undefined {
  const at = name.indexOf('.');
  const key = name.slice(at + 1);
  return name.startsWith('matrix.')
    ? request.matrix.arrays[key]
    : name.startsWith('auxiliary.')
      ? request.auxiliary[key]
      : undefined;
}

/** Puts on the device only what the program mentions: a kernel that works on auxiliary arrays does not pay for the format's. */
async function uploadBuffers(
  host: OperatorHost,
  request: SpmvDriverRequest,
  program: CudaProgram,
  into: Map<string, NativeBuffer>,
): Promise<number> {
  let bytes = 0;
  for (const name of buffersOf(program)) {
    const array = hostArray(request, name);
    const scratch =
      program.kind === 'launches' && name.startsWith('scratch.')
        ? program.scratch?.[name.slice('scratch.'.length)]
        : undefined;
    if (array) {
      into.set(name, await upload(host.device, name, array, host.progress));
      bytes += array.byteLength;
    } else if (scratch !== undefined) {
      into.set(
        name,
        withSpmvErrors(() => allocateZeros(host.device, scratch, name)),
      );
      bytes += scratch;
    } else {
      throw new SpmvError(
        'KERNEL.LOAD_FAILED',
        `Kernel '${request.kernel.id}' names '${name}', which neither the matrix nor the program has.`,
        {
          fix: "Correct the argument list of the kernel's program.",
          details: { kernel: request.kernel.id, name },
        },
      );
    }
  }
  return bytes;
}

function vendorOperator(
  host: OperatorHost,
  request: SpmvDriverRequest,
  program: CudaVendorProgram,
  buffers: ReadonlyMap<string, NativeBuffer>,
): NativeOperator {
  const algorithm = CUSPARSE_ALGORITHMS[program.algorithm];
  if (program.library !== 'cusparse' || algorithm === undefined) {
    throw new SpmvError(
      'KERNEL.LOAD_FAILED',
      `Kernel '${request.kernel.id}' asks for ${program.library}'s ${program.algorithm}, which this backend does not call.`,
      {
        fix: `Use cusparse with one of: ${Object.keys(CUSPARSE_ALGORITHMS).join(', ')}.`,
        details: { kernel: request.kernel.id, library: program.library, algorithm: program.algorithm },
      },
    );
  }
  const { layout } = program;
  const buffer = (name: string): NativeBuffer => buffers.get(name) as NativeBuffer;
  return withSpmvErrors(() =>
    host.device.cusparse({
      ...request.matrix.shape,
      nnz: request.matrix.nnz,
      single: request.precision.precision === 'f32',
      algorithm,
      preprocess: program.preprocess,
      sliceRows: layout.sliceRows ?? 0,
      slots: hostArray(request, layout.columns)?.length ?? 0,
      starts: buffer(layout.starts),
      columns: buffer(layout.columns),
      values: buffer(layout.values),
    }),
  );
}

/** The blocks of a launch, given the lengths of arrays. */
export function resolveGrid(grid: CudaGrid, lengthOf: (name: string) => number): readonly [number, number, number] {
  return 'elements' in grid ? [Math.max(1, Math.ceil(lengthOf(grid.elements) / grid.perBlock)), 1, 1] : grid;
}

async function bind(
  host: OperatorHost,
  request: SpmvDriverRequest,
  program: CudaProgram,
  buffers: ReadonlyMap<string, NativeBuffer>,
): Promise<NativeOperator> {
  if (program.kind === 'vendor') return vendorOperator(host, request, program, buffers);
  const argument = (a: (typeof program.launches)[number]['arguments'][number]): NativeArgument =>
    typeof a === 'string' && a.includes('.') ? (buffers.get(a) as NativeBuffer) : (a as NativeArgument);
  const counted = program.launches.map((launch) => ({
    ...launch,
    grid: resolveGrid(launch.grid, (name) => hostArray(request, name)?.length ?? 0),
  }));
  for (const launch of counted) checkLaunch(request.kernel.id, launch, host.limits);
  const module = await host.modules.load(program.modules, request.kernel.id);
  const list = counted.map((launch) => ({ ...launch, module, arguments: launch.arguments.map(argument) }));
  return withSpmvErrors(() => host.device.launches(list, request.precision.precision === 'f32'));
}

/** Uploads a matrix and binds its program. Everything already on the device is freed when a step fails. */
export async function prepareCudaOperator(host: OperatorHost, request: SpmvDriverRequest): Promise<SpmvDriverOperator> {
  const program = request.program as CudaProgram;
  const buffers = new Map<string, NativeBuffer>();
  const free = (): void => {
    for (const buffer of buffers.values()) buffer.dispose();
    buffers.clear();
  };
  try {
    const bytesResident = await uploadBuffers(host, request, program, buffers);
    return asDriverOperator(host, await bind(host, request, program, buffers), bytesResident, free);
  } catch (error) {
    free();
    throw error;
  }
}

function asDriverOperator(
  host: OperatorHost,
  operator: NativeOperator,
  bytesResident: number,
  free: () => void,
): SpmvDriverOperator {
  // Products of a hot sample: found out once, for whoever takes one sample at a time.
  let batch: number | undefined;
  return {
    bytesResident,
    apply(x, y, alpha, beta) {
      try {
        operator.run((x as CudaVector).buffer, (y as CudaVector).buffer, alpha, beta);
      } catch (error) {
        withSpmvErrors(() => {
          throw error;
        });
      }
    },
    time: (x, y, alpha, beta, runs, cold) =>
      withSpmvErrorsAsync(async () => {
        const xBuffer = (x as CudaVector).buffer;
        const yBuffer = (y as CudaVector).buffer;
        if (cold) return operator.time(xBuffer, yBuffer, alpha, beta, runs, 1, await host.evictor());
        // With beta the product reads its own result: then each run is one product, so that y is what `runs` products leave.
        if (beta !== 0) return operator.time(xBuffer, yBuffer, alpha, beta, runs, 1, undefined);
        if (batch === undefined) {
          const first = await operator.time(xBuffer, yBuffer, alpha, beta, 3, 1, undefined);
          batch = Math.min(256, Math.max(1, Math.ceil(SAMPLE_MS / Math.max(Math.min(...first), 1e-4))));
        }
        return operator.time(xBuffer, yBuffer, alpha, beta, runs, batch, undefined);
      }),
    dispose() {
      operator.dispose();
      free();
    },
  };
}
