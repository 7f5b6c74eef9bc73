import type { Reproducibility } from '@spmv/core';
import type { EquippedDevice } from '../equip-device.ts';
import type { Addon, NativeBuffer, NativeExchange } from '../native/addon.ts';
import { asSpmvError, withSpmvErrors } from '../native/native-error.ts';
import type { Divisions } from './divisions.ts';
import { createDivisions } from './divisions.ts';
import type { Crossing, ElementOwnership } from './ownership.ts';

/** One of the devices of a team. */
export type Member = Pick<EquippedDevice, 'host' | 'routines' | 'info'>;

/** How ranges are copied. */
export interface ExchangeOptions {
  /** Their places in the target; as in the source unless said. */
  readonly places?: readonly number[];
  /** Whether targets go on while they are copied: see {@link NativeExchange.arrive}. */
  readonly isBeside?: boolean;
}

/** Work of all devices that was recorded. */
export interface Recorded {
  run(): void;
  dispose(): void;
}

/** Several devices that compute together. */
export interface Team {
  readonly addon: Addon;
  readonly members: readonly Member[];
  readonly divisions: Divisions;
  /** Whether devices that compute the same, by a kernel whose results repeat so, get the same bits. */
  agree(reproducibility: Reproducibility): boolean;
  /** The ownership itself, or an equal one that was seen before: then equal ones are one object. */
  known(ownership: ElementOwnership): ElementOwnership;
  /** Copies between the devices of ranges of elements of so many bytes. */
  exchange(crossings: readonly Crossing[], elementBytes: number, options?: ExchangeOptions): NativeExchange;
  /** Does work on all devices. Where it fails they may be out of step: then that error ends the team, and all later work gets it, too. */
  together<R>(work: () => R): R;
  /** What all of it came to, once none is going on any more. Where a device failed that error ends the team, too. */
  settled<T>(doing: () => readonly Promise<T>[]): Promise<readonly T[]>;
  /** Records the work, of which nothing is done yet. Work is not over as long as it may be run. */
  record(buffers: readonly NativeBuffer[], work: () => void): Recorded;
  /** Counts something that was done; while it is recorded, whenever it is run. */
  count(add: () => void): void;
  /** Throws what ended the team. */
  assertWell(): void;
}

/** A team of opened devices. */
export function createTeam(addon: Addon, members: readonly Member[]): Team {
  const ownerships = new Map<string, ElementOwnership>();
  const devices = members.map(({ host }) => host.device);
  let failure: Error | undefined;
  let counting: (() => void)[] | undefined;
  const assertWell = (): void => {
    if (failure) throw failure;
  };
  const team: Team = {
    addon,
    members,
    divisions: createDivisions(),
    agree: (reproducibility) =>
      reproducibility === 'bitwise' ||
      (reproducibility === 'run-to-run' && new Set(members.map(({ info }) => info.name)).size === 1),
    assertWell,
    known(ownership) {
      const found = ownerships.get(ownership.key) ?? ownership;
      ownerships.set(ownership.key, found);
      return found;
    },
    exchange: (crossings, elementBytes, { places, isBeside = false } = {}) =>
      new addon.Exchange(
        devices,
        crossings.map(({ from, to, begin, end }, c) => ({
          from,
          to,
          fromByte: begin * elementBytes,
          toByte: (places?.[c] ?? begin) * elementBytes,
          bytes: (end - begin) * elementBytes,
        })),
        isBeside,
      ),
    together(work) {
      assertWell();
      try {
        return work();
      } catch (error) {
        // What is only recorded leaves no device behind the others.
        if (counting) throw error;
        failure = asSpmvError(error);
        throw failure;
      }
    },
    async settled(doing) {
      try {
        const results = await Promise.allSettled(doing());
        return results.map((result) => {
          if (result.status === 'fulfilled') return result.value;
          throw result.reason;
        });
      } catch (error) {
        const found = asSpmvError(error);
        if (found.code !== 'BACKEND.FAILED') throw found;
        // What comes of the first error is told as that.
        failure ??= found;
        throw failure;
      }
    },
    count(add) {
      if (counting) counting.push(add);
      else add();
    },
    record(buffers, work) {
      assertWell();
      const counted: (() => void)[] = [];
      counting = counted;
      try {
        const replay = withSpmvErrors(() => new addon.Replay(devices, buffers, work));
        return {
          run: () =>
            team.together(() => {
              replay.run();
              for (const add of counted) add();
            }),
          dispose: () => replay.dispose(),
        };
      } finally {
        counting = undefined;
      }
    },
  };
  return team;
}

/** One for each, made in order; none is left behind where making one fails. */
export function makeAll<T extends { dispose(): void }>(makers: readonly (() => T)[]): readonly T[] {
  const made: T[] = [];
  try {
    for (const make of makers) made.push(make());
    return made;
  } catch (error) {
    disposeAll(made);
    throw error;
  }
}

/**
 * What `make` makes of others. These it passes to `own`, as long as it is there; `dispose` disposes of them, the latest first, as does an error while it is made. Errors: that one.
 */
export function owning<T>(make: (own: <O extends { dispose(): void }>(one: O) => O, dispose: () => void) => T): T {
  const owned: { dispose(): void }[] = [];
  const dispose = (): void => disposeAll(owned.toReversed());
  try {
    return make((one) => {
      owned.push(one);
      return one;
    }, dispose);
  } catch (error) {
    dispose();
    throw error;
  }
}

/** Disposes of all. */
export function disposeAll(list: readonly { dispose(): void }[]): void {
  for (const one of list) one.dispose();
}

/** One of them, which is there. */
export function memberOf({ members }: Team, device: number): Member {
  return members[device] as Member;
}
