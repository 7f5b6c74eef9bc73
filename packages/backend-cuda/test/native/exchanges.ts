// Copies between devices over test/native/fake-driver.cpp.
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import type { NativeCopy } from '../../src/native/addon.ts';
import { loadAddon } from '../../src/native/load-addon.ts';
import { attempt } from './things.ts';

const addon = loadAddon();

/** Copies between two devices, timed: what device `other` gets of device 0 and gives it. */
export async function exchangeWith(
  other: number,
  copies: readonly NativeCopy[],
  isBeside: boolean,
): Promise<readonly (readonly number[])[]> {
  const owned: { dispose(): void }[] = [];
  const own = <T extends { dispose(): void }>(made: T): T => {
    owned.push(made);
    return made;
  };
  try {
    const devices = [own(new addon.Device(0)), own(new addon.Device(other))];
    const buffers = devices.map((device, d) => own(device.allocate(64, `x${d}`)));
    for (const [d, buffer] of buffers.entries()) await buffer.write(new Float64Array(8).fill(d + 1), 0);
    const exchange = own(new addon.Exchange(devices, copies, isBeside));
    const clock = own(new addon.Clock(devices));
    const both = (): void => {
      exchange.start(buffers, buffers);
      exchange.arrive();
      exchange.end();
    };
    clock.begin();
    both();
    clock.end();
    const replay = own(new addon.Replay(devices, buffers, both));
    replay.run();
    const found = buffers.map(() => new Float64Array(8));
    for (const [d, buffer] of buffers.entries()) await buffer.read(found[d] as Float64Array, 0);
    return [...found.map((one) => [...one]), [await clock.milliseconds(), exchange.movedBytes()]];
  } finally {
    for (const one of owned.toReversed()) one.dispose();
  }
}

/** Two doubles of device 0 go to the other one, and one comes back. */
export const BOTH_WAYS: readonly NativeCopy[] = [
  { from: 0, to: 1, fromByte: 0, toByte: 0, bytes: 16 },
  { from: 1, to: 0, fromByte: 56, toByte: 48, bytes: 8 },
];

/** Lines of the log with the streams and events that are in them lettered and numbered anew. */
function relabelled(lines: readonly string[]): readonly string[] {
  const [streams, events]: readonly [string[], string[]] = [[], []];
  const place = (seen: string[], one: string): number => (seen.includes(one) ? seen.indexOf(one) : seen.push(one) - 1);
  return lines.map((line) =>
    line
      .replace(/(?<= )[A-Z]\b/u, (stream) => String.fromCharCode(65 + place(streams, stream)))
      .replace(/(?<= )\d+$/u, (event) => String(place(events, event))),
  );
}

/** Two devices that reach each other and two that do not, what was written to the log, and what is refused. */
export async function exchanged(): Promise<unknown> {
  const log = async (): Promise<readonly string[]> =>
    (await readFile(process.env['FAKE_LOG'] ?? '', 'utf8')).trim().split('\n');
  const near = await exchangeWith(1, BOTH_WAYS, false);
  const lines = await log();
  const far = await exchangeWith(2, BOTH_WAYS, false);
  const farLines = (await log()).slice(lines.length);
  const beside = await exchangeWith(1, BOTH_WAYS, true);
  const besideLines = (await log()).slice(lines.length + farLines.length);
  const [device, other] = [new addon.Device(0), new addon.Device(1)];
  const [buffer, small] = [device.allocate(64, 'x'), other.allocate(8, 'y')];
  const exchange = new addon.Exchange([device, other], BOTH_WAYS, false);
  const part = buffer.part(8, 16);
  return {
    near,
    lines,
    far,
    farLines: farLines.filter((line) => line.startsWith('by')).length,
    beside,
    besideLines: relabelled(besideLines),
    place: attempt(() => new addon.Exchange([device], BOTH_WAYS, false)),
    none: attempt(() => new addon.Clock([])),
    device: attempt(() => exchange.start([buffer, buffer], [buffer, small])),
    beyond: attempt(() => exchange.start([buffer, small], [buffer, small])),
    few: attempt(() => exchange.start([buffer], [buffer, small])),
    part: attempt(() => part.part(8, 9)),
    throwing: attempt(
      () =>
        new addon.Replay([device], [], () => {
          throw new Error('thrown while recording');
        }),
    ),
    nested: attempt(() => new addon.Replay([device], [], () => new addon.Replay([device], [], () => {}))),
    negative: attempt(
      () => new addon.Exchange([device, other], [{ ...(BOTH_WAYS[0] as NativeCopy), fromByte: -8 }], true),
    ),
  };
}
