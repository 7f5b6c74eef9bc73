import type { CooMatrix, Precision, ValueArray } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import type { Matrix } from './matrix.ts';
import type { OpenedBackend } from '@spmv/advice';
import type { SharedBackends } from './places.ts';
import { assertComputes } from './places.ts';

/** Under this a matrix gives its backends to those that are opened beside it. */
export const SHARED: unique symbol = Symbol('backends of a matrix');

/** Under this a matrix gives its entries to sums with it. */
export const ENTRIES: unique symbol = Symbol('entries of a matrix');

/** The same as they are at the call, after the updates that were asked for before. */
export const IN_TURN: unique symbol = Symbol('entries of a matrix after its updates');

/** A matrix that has backends to share, and entries that nobody changes. Errors: `LIFETIME.DISPOSED`. */
export interface Sharer {
  [SHARED](): SharedBackends;
  [ENTRIES](): CooMatrix;
  [IN_TURN](): Promise<CooMatrix>;
}

/** Whether what is multiplied with is a matrix that `openMatrix` gave. */
export function isMatrix(x: unknown): x is Matrix<ValueArray> & Sharer {
  return typeof x === 'object' && x !== null && ENTRIES in x;
}

function problem(message: string, fix: string): SpmvError {
  return new SpmvError('PARAM.REJECTED', message, { fix });
}

/** Why a backend does not compute in a precision. */
function obstacleOf(place: OpenedBackend, precision: Precision): SpmvError | undefined {
  try {
    assertComputes(place, precision);
    return undefined;
  } catch (error) {
    return error as SpmvError;
  }
}

/**
 * The backends of a matrix for one that is opened beside it: those that compute in this precision. One more user, which releases them.
 * Errors: `LIFETIME.DISPOSED`; `KERNEL.PRECISION_UNSUPPORTED` where none does; `PARAM.REJECTED` for what is no matrix of this package, and where backends or plugins are given, too.
 */
export async function sharedPlaces(
  beside: object,
  precision: Precision,
  others: { readonly backend?: unknown; readonly plugins?: unknown },
): Promise<SharedBackends> {
  for (const name of ['backend', 'plugins'] as const)
    if (others[name] !== undefined)
      throw problem(
        `The option '${name}' does not go with 'shareBackendsWith': backends and plugins are those of the other matrix.`,
        `Leave out '${name}', or open the matrix by itself.`,
      );
  if (!(SHARED in beside))
    throw problem(
      "'shareBackendsWith' is no matrix that openMatrix of this package gave.",
      'Give a matrix of openMatrix.',
    );
  const places = (beside as Sharer)[SHARED]();
  places.hold();
  const shared: SharedBackends = {
    ...places,
    get isHost() {
      return places.isHost;
    },
    get isWide() {
      return places.isWide;
    },
    get opened() {
      return places.opened.filter((place) => !obstacleOf(place, precision));
    },
    get considered() {
      return places.considered.map((one) => {
        const place = places.opened.find(({ descriptor }) => descriptor.id === one.backend);
        const error = place && obstacleOf(place, precision);
        return error ? { backend: one.backend, reason: error.message, fix: error.fix } : one;
      });
    },
  };
  if (shared.opened.length > 0) return shared;
  try {
    await places.complete();
    const [first] = places.opened;
    if (shared.opened.length === 0 && first) assertComputes(first, precision);
    return shared;
  } catch (error) {
    await places.release();
    throw error;
  }
}
