import process from 'node:process';
import type {
  CudaArgument,
  CudaLaunchProgram,
  CudaProgram,
  StripedRequest,
  StripeRequest,
  TypedArray,
} from '@spmv/core';
import { formatBytes, PRECISIONS, SpmvError, storedPrecision } from '@spmv/core';
import { arrayNamed, asStored, countLaunches, hasSingleScalars } from '@spmv/kernel-kit';
import type { CudaOperator, OperatorHost } from './driver-operator.ts';
import { asDriverOperator, nativeOperands, occupancyOf } from './driver-operator.ts';
import type { RoutineArgument, NativeBuffer, NativeOperator, NativePinned } from './native/addon.ts';
import { allocateZeros } from './native/allocate-zeros.ts';
import { withSpmvErrors, withSpmvErrorsAsync } from './native/native-error.ts';
import { buffersOf, operandArgument, unknownName } from './operator.ts';

/** Places on the device that pieces are copied into in turn: one is filled while another is multiplied, and the third waits for neither. */
const PLACES = 3;
/** Arrays of a piece begin at multiples of so many bytes, as in memory of their own. */
const ALIGNMENT = 256;
/** Copies of a piece to find out how fast the bus is. */
const RATE_COPIES = 4;

/** A piece in the host's memory, with the launches of its rows. */
interface Piece {
  readonly pinned: NativePinned;
  readonly operator: NativeOperator;
  readonly bytes: number;
  readonly scratchBytes: number;
}

/** What is let go of when everything is bound, or when something fails. */
type Held = { dispose(): void }[];

function hold<T extends { dispose(): void }>(held: Held, one: T): T {
  held.push(one);
  return one;
}

/** Errors: `BACKEND.OUT_OF_MEMORY`: to lock more pages than there are ends processes. */
function checkHostMemory(bytes: number): void {
  const available = process.availableMemory();
  if (bytes <= available) return;
  throw new SpmvError(
    'BACKEND.OUT_OF_MEMORY',
    `The matrix does not stay on the device, and the host has ${formatBytes(available)} of memory for it, not ${formatBytes(bytes)}.`,
    {
      fix: 'Free memory of the host, or choose a smaller format or precision.',
      details: { bytes, available },
    },
  );
}

function launchProgram({ kernel, program }: StripeRequest): CudaLaunchProgram {
  const cuda = program as CudaProgram;
  if (cuda.kind === 'launches') return cuda;
  throw new SpmvError(
    'KERNEL.REFUSED',
    `Kernel '${kernel.id}' calls ${cuda.library}, which keeps the addresses of the matrix: it cannot be copied piece by piece.`,
    {
      fix: 'Choose a kernel that is no library, or a device that holds the matrix.',
      details: { kernel: kernel.id, library: cuda.library },
    },
  );
}

/** Where the arrays of a piece begin in it, and how long all of it is. */
function layOut(arrays: ReadonlyMap<string, TypedArray>): {
  readonly starts: ReadonlyMap<string, number>;
  readonly bytes: number;
} {
  const starts = new Map<string, number>();
  let bytes = 0;
  for (const [name, array] of arrays) {
    starts.set(name, bytes);
    bytes += Math.ceil(array.byteLength / ALIGNMENT) * ALIGNMENT;
  }
  return { starts, bytes };
}

/** Copies one stripe into locked memory and binds its launches; names are those of errors. */
async function makePiece(host: OperatorHost, stripe: StripeRequest, name: string, held: Held): Promise<Piece> {
  const program = launchProgram(stripe);
  const arrays = new Map<string, TypedArray>();
  const scratch = new Map<string, NativeBuffer>();
  let scratchBytes = 0;
  for (const wanted of buffersOf(program)) {
    const array = arrayNamed(stripe, wanted);
    const room = wanted.startsWith('scratch.') ? program.scratch?.[wanted.slice('scratch.'.length)] : undefined;
    if (array) arrays.set(wanted, asStored(array, storedPrecision(stripe.precision)));
    else if (room === undefined) throw unknownName(stripe.kernel.id, wanted);
    else {
      scratch.set(
        wanted,
        hold(
          held,
          withSpmvErrors(() => allocateZeros(host.device, room, wanted)),
        ),
      );
      scratchBytes += room;
    }
  }
  const { starts, bytes } = layOut(arrays);
  const pinned = hold(held, await withSpmvErrorsAsync(() => host.device.pinned(bytes, name)));
  for (const [wanted, array] of arrays)
    await withSpmvErrorsAsync(() => pinned.write(array, starts.get(wanted) as number));
  const { storedBytes } = PRECISIONS[stripe.precision.precision];
  const argument = (a: CudaArgument): RoutineArgument => {
    if (typeof a !== 'string') return a;
    const piece = starts.get(a);
    if (piece !== undefined) return { piece };
    const found = scratch.get(a) ?? operandArgument(stripe, a);
    return 'operand' in found
      ? { ...found, byteOffset: (stripe.offsets[found.operand] as number) * storedBytes }
      : found;
  };
  const module = await host.modules.load(program, stripe.kernel.id);
  const list = countLaunches(stripe, program, host.limits).map((launch) => ({
    ...launch,
    module,
    arguments: Object.values(launch.arguments).map(argument),
  }));
  const single = hasSingleScalars(stripe.precision.precision);
  const operator = hold(
    held,
    withSpmvErrors(() => host.device.launches(list, single)),
  );
  return { pinned, operator, bytes, scratchBytes };
}

/** Bytes per second from the host to the device, by copies of the largest piece. */
async function measureBus({ device }: OperatorHost, pieces: readonly Piece[], place: NativeBuffer): Promise<number> {
  const largest = pieces.reduce((most, piece) => (piece.bytes > most.bytes ? piece : most));
  const time = (copies: number): Promise<number> =>
    withSpmvErrorsAsync(() => device.timeCopies(largest.pinned, place, copies));
  await time(1);
  return (RATE_COPIES * largest.bytes) / (Math.max(await time(RATE_COPIES), 1e-6) / 1000);
}

/**
 * Binds a matrix that stays in page-locked memory of the host: each product copies it to the device piece by piece, and multiplies each while the next is
 * copied, so that it takes its bytes over the rate of the bus. Operands stay on the device.
 *
 * Errors: `BACKEND.OUT_OF_MEMORY` of the host or the device, `KERNEL.REFUSED` for kernels that are no launches of code, and those of building a stripe.
 */
export async function prepareCudaPieces(host: OperatorHost, striped: StripedRequest): Promise<CudaOperator> {
  const { signature, count } = striped;
  checkHostMemory(striped.bytes);
  const held: Held = [];
  try {
    const pieces: Piece[] = [];
    let doneBytes = 0;
    for (let s = 0; s < count; s++) {
      const name = `stripe ${s + 1} of ${count}, ${formatBytes(striped.bytes)} in all`;
      pieces.push(await makePiece(host, striped.at(s), name, held));
      doneBytes += pieces[s]?.bytes ?? 0;
      host.progress?.({ array: signature.matrix ?? '', doneBytes, totalBytes: Math.max(doneBytes, striped.bytes) });
    }
    const largest = Math.max(...pieces.map(({ bytes }) => bytes));
    const places = Array.from({ length: PLACES }, (_, p) =>
      hold(
        held,
        withSpmvErrors(() => host.device.allocate(largest, `place ${p + 1} of ${PLACES} for pieces of the matrix`)),
      ),
    );
    const bytesPerSecond = await measureBus(host, pieces, places[0] as NativeBuffer);
    const list = pieces.map(({ pinned, operator }) => [pinned, operator] as const);
    const native = withSpmvErrors(() => host.device.pieces(list, places));
    try {
      const bytesResident = PLACES * largest + pieces.reduce((sum, { scratchBytes }) => sum + scratchBytes, 0);
      const streaming = { pieces: count, bytes: doneBytes, bytesPerSecond };
      const facts = { bytesResident, streaming, ...occupancyOf(host, native) };
      return {
        ...asDriverOperator(host, { signature }, native, facts, () => {}),
        timesInOrder: false,
        time: timing(host, native),
      };
    } catch (error) {
      native.dispose();
      throw error;
    }
  } finally {
    // The operator of pieces keeps what it is made of.
    for (const one of held) one.dispose();
  }
}

/** Single products, each begun when nothing else runs: what one takes, its first copy and its last launch included. */
function timing(host: OperatorHost, native: NativeOperator): NonNullable<CudaOperator['time']> {
  return (buffers, scalars, runs, cold) =>
    withSpmvErrorsAsync(async () => {
      const operands = nativeOperands(buffers, scalars);
      await host.device.finish();
      if (!cold) return native.time(operands, runs, 1, false, undefined);
      const samples = new Float64Array(runs);
      const evictor = await host.evictor();
      for (let r = 0; r < runs; r++) {
        evictor.run();
        await host.device.finish();
        samples.set(await native.time(operands, 1, 1, false, undefined), r);
      }
      return samples;
    });
}
