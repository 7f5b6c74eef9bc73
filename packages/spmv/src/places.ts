import type { OpenedBackend } from '@spmv/advice';
import type { BackendDescriptor, Precision, Registry } from '@spmv/core';
import { backendObstacle, isSpmvError, openBackend, SpmvError } from '@spmv/core';

/** A backend that products might have run on. */
export interface Considered {
  readonly backend: string;
  /** Why it was left out; absent where it was not. */
  readonly reason?: string;
  readonly fix?: string;
}

/** Backends that several matrices share: the last of them to be disposed of closes them. */
export interface SharedBackends {
  readonly registry: Registry;
  /** Those that were opened so far. */
  readonly opened: readonly OpenedBackend[];
  readonly considered: readonly Considered[];
  /** Whether no device is or will be among them: products are then there at once. */
  readonly isHost: boolean;
  /** Whether a choice may bring another backend than the first. */
  readonly isWide: boolean;
  /** Opens all that come into question. */
  complete(): Promise<void>;
  /** One more user. */
  hold(): void;
  /** One user less. */
  release(): Promise<void>;
}

/** Below this thousands of products take less than starting threads does. */
export const FEW_ENTRIES = 100_000;
/** Below this a product on the processor takes less than bringing x to a device and y back. */
const MANY_ENTRIES = 2_000_000;

/** What is asked for. */
export interface PlacesRequest {
  readonly registry: Registry;
  /** Names of backends, or `auto`. */
  readonly backend: string | readonly string[];
  readonly precision: Precision;
  readonly nnz: number;
  /** Whether one thread is enough until something is chosen. */
  readonly isPutOff: boolean;
}

/** Why a backend is not opened at all for a matrix of so many entries, where none was asked for. */
function leftOut(id: string, nnz: number): Omit<Considered, 'backend'> | undefined {
  const least = id === 'serial' ? 0 : id === 'threads' ? FEW_ENTRIES : MANY_ENTRIES;
  if (nnz >= least) return undefined;
  return {
    reason: `${nnz} entries are fewer than the ${least} from which on it is tried unasked`,
    fix: `Name it: backend: '${id}'.`,
  };
}

/** Errors: `KERNEL.PRECISION_UNSUPPORTED`. */
export function assertComputes({ descriptor, backend }: OpenedBackend, precision: Precision): void {
  if (backend.device.precisions.includes(precision)) return;
  throw new SpmvError(
    'KERNEL.PRECISION_UNSUPPORTED',
    `${backend.device.name} (${descriptor.id}) does not compute in ${precision}.`,
    {
      fix: `Open the matrix with a precision of it: ${backend.device.precisions.join(', ')}.`,
      details: { precision, available: backend.device.precisions },
    },
  );
}

async function openOne(descriptor: BackendDescriptor, precision: Precision): Promise<OpenedBackend> {
  // On a busy machine threads take seconds to start: products need not wait for them, and trials say that they do.
  const obstacle = backendObstacle(descriptor, precision);
  if (obstacle) throw obstacle;
  const options = descriptor.id === 'threads' ? { startMilliseconds: 0 } : {};
  const place = { descriptor, backend: await openBackend(descriptor, { options }) };
  try {
    assertComputes(place, precision);
    return place;
  } catch (error) {
    await place.backend.dispose();
    throw error;
  }
}

/** A software device checks GPU code; no product is faster on it. */
function isSlow({ backend }: OpenedBackend): boolean {
  return backend.device.kind === 'software';
}

/** A backend that comes into question unasked. */
interface Slot {
  readonly descriptor: BackendDescriptor;
  place?: OpenedBackend;
  considered: Considered;
  isPending: boolean;
  /** What opening it threw. */
  error?: SpmvError;
}

/** Opens one, or says why it is left out. */
async function openSlot(slot: Slot, precision: Precision): Promise<void> {
  const { descriptor } = slot;
  const backend = descriptor.id;
  slot.isPending = false;
  try {
    const place = await openOne(descriptor, precision);
    if (!isSlow(place)) {
      slot.place = place;
      slot.considered = { backend };
      return;
    }
    await place.backend.dispose();
    slot.considered = {
      backend,
      reason: `${place.backend.device.name} computes on the processor, in place of a device`,
      fix: `Name it: backend: '${backend}'.`,
    };
  } catch (error) {
    if (!isSpmvError(error)) throw error;
    slot.error = error;
    slot.considered = { backend, reason: error.message, fix: error.fix };
  }
}

/** What is opened, and what opens the others. */
type Opening = Pick<SharedBackends, 'opened' | 'considered' | 'isHost' | 'isWide' | 'complete'>;

/** What a backend runs that computes in memory of this process. */
const isOfHost = ({ targets }: BackendDescriptor): boolean => targets.includes('js');

/** The first is one thread; all others are opened at once where their choice is not put off. Errors: that of the first where none opens. */
async function openAuto({ registry, precision, nnz, isPutOff }: PlacesRequest): Promise<Opening> {
  const slots = registry.backends.map((descriptor): Slot => {
    const backend = descriptor.id;
    const no = leftOut(backend, nnz);
    const later = {
      reason: 'it is not opened before products have taken as long as choosing does',
      fix: `Name it: backend: '${backend}'; or give trials, and all are opened at once.`,
    };
    return { descriptor, considered: { backend, ...(no ?? later) }, isPending: no === undefined };
  });
  const openAll = async (wanted: (slot: Slot) => boolean): Promise<void> => {
    for (const slot of slots) if (slot.isPending && wanted(slot)) await openSlot(slot, precision);
  };
  await openAll(({ descriptor: { id } }) => !isPutOff || id === 'serial');
  let completed: Promise<void> | undefined;
  const opening: Opening = {
    get opened() {
      return slots.flatMap(({ place }) => place ?? []);
    },
    get considered() {
      return slots.map(({ considered }) => considered);
    },
    get isHost() {
      return slots.every(({ place, isPending, descriptor }) => (!place && !isPending) || isOfHost(descriptor));
    },
    get isWide() {
      return slots.filter(({ place, isPending }) => place !== undefined || isPending).length > 1;
    },
    complete: () => (completed ??= openAll(() => true)),
  };
  if (opening.opened.length === 0) await opening.complete();
  const failed = slots.find(({ error }) => error);
  if (opening.opened.length === 0 && failed) throw failed.error as SpmvError;
  return opening;
}

/** Packages of backends that are found, or given as plugins, where they are installed. */
const PACKAGES: Readonly<Record<string, string>> = {
  cuda: 'Run: npm install @spmv/backend-cuda. It is found in Node, not in pages.',
  petsc: 'Run: npm install @spmv/backend-petsc, and give its plugin as plugins: [plugin].',
};

/** Errors: `BACKEND.NOT_INSTALLED`, `PLUGIN.UNKNOWN_ID`. */
function named(registry: Registry, id: string): BackendDescriptor {
  const fix = Object.hasOwn(PACKAGES, id) ? PACKAGES[id] : undefined;
  if (fix === undefined || registry.backends.some((one) => one.id === id)) return registry.backend(id);
  throw new SpmvError('BACKEND.NOT_INSTALLED', `Backend '${id}' is not installed.`, { fix, details: { backend: id } });
}

async function openNamed(names: readonly string[], { registry, precision }: PlacesRequest): Promise<Opening> {
  const opened: OpenedBackend[] = [];
  try {
    for (const name of new Set(names)) opened.push(await openOne(named(registry, name), precision));
  } catch (error) {
    for (const { backend } of opened) await backend.dispose();
    throw error;
  }
  return {
    opened,
    considered: opened.map(({ descriptor }) => ({ backend: descriptor.id })),
    isHost: opened.every(({ descriptor }) => isOfHost(descriptor)),
    isWide: opened.length > 1,
    complete: async () => {},
  };
}

/**
 * Opens the backends that are asked for, or those of all there are that a matrix of this size is worth.
 * Errors: `PLUGIN.UNKNOWN_ID` and `BACKEND.NOT_INSTALLED` for a backend that is not there, `BACKEND.UNAVAILABLE`, `BACKEND.OUT_OF_MEMORY`, `KERNEL.PRECISION_UNSUPPORTED`.
 */
export async function openPlaces(request: PlacesRequest): Promise<SharedBackends> {
  const { backend, registry } = request;
  const names = typeof backend === 'string' ? [backend] : backend;
  const opening = names.includes('auto') ? await openAuto(request) : await openNamed(names, request);
  let users = 1;
  return Object.assign(opening, {
    registry,
    hold: () => void users++,
    release: async () => {
      if (--users === 0) for (const place of opening.opened) await place.backend.dispose();
    },
  });
}
