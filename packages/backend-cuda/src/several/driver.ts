import type { BackendDriver, DeviceInfo } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import { hasPairs } from '@spmv/kernel-kit';
import type { EquippedDevice } from '../equip-device.ts';
import { equipDevice } from '../equip-device.ts';
import type { Addon, NativeDeviceFacts } from '../native/addon.ts';
import { asSpmvError, withSpmvErrors } from '../native/native-error.ts';
import { openOrdinal } from '../open-device.ts';
import type { ProgressListener } from '../transfers.ts';
import { severalLabel } from './choose-devices.ts';
import type { Overlap } from './overlap.ts';
import { paysApart } from './overlap.ts';
import { prepareDivided, prepareShared } from './prepare.ts';
import { createSpreadSequence } from './sequence.ts';
import type { SpreadVector } from './spread-vector.ts';
import { createSpreadVector, scaleSpread } from './spread-vector.ts';
import { createTeam, disposeAll } from './team.ts';

/** Columns that are copied rather than left out where a copy of its own would cost more: 512 KiB of f64 take 1.3 µs over NVLink, a copy several. */
const GAP = 2 ** 16;

/** What to open, and how. */
export interface SeveralRequest {
  readonly facts: readonly NativeDeviceFacts[];
  readonly driverVersion: number;
  /** Most bytes that are taken of each device, 0 for all. */
  readonly memoryBytes: number;
  readonly overlap: Overlap;
  readonly progress: ProgressListener | undefined;
}

/** What kernels may know of any of the devices: of every limit the least, and the memory of all, of each counted once. Matrices are taken whole. */
function infoOf(facts: readonly NativeDeviceFacts[], infos: readonly DeviceInfo[]): DeviceInfo {
  const [first] = infos as [DeviceInfo];
  const { maxStripeBytes: _, ...others } = first.limits;
  const least = (name: string): number => Math.min(...infos.map((info) => info.limits[name] as number));
  const ordinals = facts.map(({ ordinal }) => ordinal);
  const once = infos.filter((_info, d) => ordinals.indexOf(ordinals[d] as number) === d);
  const all = (of: (info: DeviceInfo) => unknown): number =>
    once.reduce((sum, info) => sum + ((of(info) ?? Number.NaN) as number), 0);
  const peakGbPerSecond = all(({ details }) => details?.['peakGbPerSecond']);
  return {
    ...first,
    // What devices exchange and add up are real numbers.
    precisions: first.precisions.filter((one) => !hasPairs(one)),
    name: severalLabel(facts),
    limits: {
      ...Object.fromEntries(Object.keys(others).map((name) => [name, least(name)])),
      memoryBytes: all(({ limits }) => limits['memoryBytes']),
      devices: facts.length,
    },
    details: {
      ...first.details,
      device: ordinals.join(','),
      devices: facts.length,
      memoryBytes: all(({ details }) => details?.['memoryBytes']),
      ...(Number.isNaN(peakGbPerSecond) ? {} : { peakGbPerSecond }),
    },
  };
}

/** Opens several devices as one. Errors: as for one. */
export async function openSeveral(addon: Addon, request: SeveralRequest): Promise<BackendDriver> {
  const { facts, driverVersion, memoryBytes, overlap, progress } = request;
  const members: EquippedDevice[] = [];
  try {
    for (const one of facts) {
      const device = openOrdinal(addon, one, memoryBytes);
      members.push(await equipDevice(addon, { device, facts: one, driverVersion }, progress));
    }
    const team = createTeam(addon, members);
    const finish = async (): Promise<void> => {
      await team.settled(() => members.map(({ host }) => host.device.finish()));
    };
    return {
      device: infoOf(
        facts,
        members.map(({ info }) => info),
      ),
      divided: {
        rule: { count: facts.length, gap: GAP, apart: paysApart(overlap) },
        prepare(request) {
          team.assertWell();
          return prepareDivided(team, request);
        },
        share(request) {
          team.assertWell();
          return prepareShared(team, request);
        },
      },
      prepare: async ({ kernel }) => {
        throw new SpmvError(
          'KERNEL.REFUSED',
          `Kernel '${kernel.id}' has no stored matrix, and operation '${kernel.operation}' does not say how several devices share it.`,
          {
            fix: 'Open one device (device: "0") for it. Its author: say it with `sharing`, where parts of it can be computed by themselves.',
            details: { kernel: kernel.id, operation: kernel.operation, devices: facts.length },
          },
        );
      },
      createVector: (length, precision, gaps) => createSpreadVector(team, length, precision, gaps),
      scale: (y, beta) => withSpmvErrors(() => scaleSpread(team, y as SpreadVector, beta)),
      sequence: (steps) => withSpmvErrors(() => createSpreadSequence(team, steps)),
      async finish() {
        await finish();
        team.assertWell();
      },
      async dispose() {
        try {
          await finish();
        } finally {
          disposeAll(members);
        }
      },
    };
  } catch (error) {
    disposeAll(members);
    throw asSpmvError(error);
  }
}
