// What the addon does over test/native/fake-driver.cpp, as a program of its own: prints a line of JSON. Usage: native-addon.ts WHAT
import { readFile, writeFile } from 'node:fs/promises';
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import type { NativeDevice, NativeOperator } from '../../src/native/addon.ts';
import { loadAddon } from '../../src/native/load-addon.ts';
import { cells, library, SETUP } from './library-operators.ts';
import { BOTH_WAYS, exchanged, exchangeWith } from './exchanges.ts';
import { failingPieces, memoryLimit, pieceLog, pieces } from './pieces.ts';
import type { Things } from './things.ts';
import { attempt, LARGE, launches, things } from './things.ts';

const what = process.argv[2] ?? '';
const addon = loadAddon();
const hold = process.env['FAKE_HOLD'] ?? '';

const failIn = (device: NativeDevice, calls: number): unknown => attempt(() => device.allocate(2 ** 40 + calls, ''));
const throwIn = (device: NativeDevice, allocations: number): unknown =>
  attempt(() => device.allocate(2 ** 41 + allocations, ''));

async function called(): Promise<unknown> {
  const all = things(new addon.Device(0));
  const { device, buffer } = all;
  const before = device.freeBytes();
  const operator = library(all);
  operator.run(buffer, 0.75, -0.5);
  const given = new Float64Array(5);
  await buffer.read(given, 0);
  operator.dispose();
  const failing = library(all, 'fakeFailure');
  const many = { routine: 'fakeRoutine', arguments: Array.from({ length: 25 }, () => ({ i32: 0 })) };
  const description = { library: 'cublas', single: false, setup: SETUP, calls: [], release: [] };
  const described = cells(all);
  described.run(buffer, 1, 0);
  const worked = new Float64Array(1);
  await buffer.read(worked, 0);
  described.dispose();
  const found = {
    given: [...given],
    worked: [...worked],
    refused: attempt(() => cells(all, 99)),
    status: attempt(() => failing.run(buffer, 1, 0)),
    routine: attempt(() => library(all, 'noSuchRoutine')),
    library: attempt(() => device.library({ ...description, library: 'noSuchLibrary' })),
    many: attempt(() => device.library({ ...description, calls: [many] })),
    libraries: addon.libraries().filter((name) => name !== 'nvrtc'),
  };
  failing.dispose();
  return { ...found, left: device.freeBytes() - before };
}

/** Memory of a pool: filled, given back, and given to the device where it has none. */
async function arraysOfPool(): Promise<unknown> {
  const device = new addon.Device(0);
  const buffer = device.allocate(LARGE * 8, 'array', true);
  await buffer.write(new Float64Array(LARGE), 0);
  const before = device.freeBytes();
  buffer.dispose();
  const given = before - device.freeBytes();
  failIn(device, 1000);
  const log = (await readFile(process.env['FAKE_LOG'] ?? '', 'utf8')).trim().split('\n');
  return { log, left: [given, before - device.freeBytes()] };
}

/** Each with what it made disposed of: whichever call fails, nothing may be left. */
const WORK: Readonly<Record<string, (all: Things) => Promise<void>>> = {
  device: async () => new addon.Device(0).dispose(),
  memory: async ({ device }) => device.allocate(100, 'c').dispose(),
  module: async ({ device }) => device.load(new Uint8Array(8), 'm').dispose(),
  launches: async (all) => launches(all).dispose(),
  library: async (all) => {
    const operator = library(all);
    try {
      operator.run(all.buffer, 1, 0);
    } finally {
      operator.dispose();
    }
  },
  cells: async (all) => {
    const operator = cells(all);
    try {
      operator.run(all.buffer, 1, 0);
    } finally {
      operator.dispose();
    }
  },
  time: async (all) => {
    const operator = launches(all);
    try {
      await operator.time([all.buffer, all.other, 1, 0], 2, 3, true, undefined);
    } finally {
      operator.dispose();
    }
  },
  sequence: async (all) => {
    const operator = launches(all);
    let sequence: NativeOperator | undefined;
    try {
      sequence = all.device.sequence([[operator, all.buffer, all.other, 1, 0]]);
      // It keeps what it is made of.
      operator.dispose();
      sequence.run();
      await all.device.finish();
    } finally {
      sequence?.dispose();
      operator.dispose();
    }
  },
  pieces: ({ device }) => failingPieces(device),
  exchange: async () => void (await exchangeWith(1, BOTH_WAYS, true)),
  copy: async () => {
    const owned: { dispose(): void }[] = [];
    const own = <T extends { dispose(): void }>(made: T): T => {
      owned.push(made);
      return made;
    };
    const device = own(new addon.Device(0));
    try {
      const module = own(device.load(new Uint8Array(8), 'fake'));
      const buffer = own(device.allocate(LARGE * 8, 'a'));
      const other = own(device.allocate(LARGE * 8, 'b'));
      const operator = own(launches({ device, module, buffer, other }));
      for (const target of [buffer, other, buffer, buffer]) {
        await target.write(new Float64Array(LARGE), 0);
        operator.run(target, other, 1, 0);
      }
    } finally {
      for (const one of owned.toReversed()) one.dispose();
    }
  },
  // The last: what the pool keeps is asked for when an allocation fails.
  pooled: async ({ device }) => device.allocate(100, 'c', true).dispose(),
};

async function leaks(): Promise<unknown> {
  const all = things(new addon.Device(0));
  const found: Record<string, { readonly failed: number; readonly left: number }> = {};
  for (const [name, work] of Object.entries(WORK)) {
    const before = all.device.freeBytes();
    let failed = 0;
    let left = 0;
    for (let step = 1; ; step++) {
      failIn(all.device, step);
      const ended = await work(all).then(
        () => true,
        () => false,
      );
      if (all.device.freeBytes() !== before) left++;
      if (ended) break;
      failed++;
    }
    found[name] = { failed, left };
  }
  return found;
}

function badAlloc(): unknown {
  const all = things(new addon.Device(0));
  const before = all.device.freeBytes();
  throwIn(all.device, 1);
  const allocate = attempt(() => all.device.allocate(100, 'c'));
  const operator = cells(all);
  throwIn(all.device, 1);
  const sparse = attempt(() => operator.run(all.buffer, 1, 0));
  operator.dispose();
  return { allocate, sparse, left: all.device.freeBytes() - before };
}

function tags(): unknown {
  const all = things(new addon.Device(0));
  const { device, module, buffer, other } = all;
  const operator = launches(all);
  const wrong = (value: unknown): never => value as never;
  const launch = { module, entryPoint: 'k', grid: [1, 1, 1], block: [1, 1, 1], sharedBytes: 0, arguments: [] } as const;
  const write = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(buffer) as object, 'clear')?.value as () => void;
  return {
    module: attempt(() => device.launches([{ ...launch, module: wrong(buffer) }], false)),
    argument: attempt(() => device.launches([{ ...launch, arguments: [wrong(device)] }], false)),
    plain: attempt(() => operator.run(wrong({}), other, 1, 0)),
    device: attempt(() => operator.run(buffer, wrong(device), 1, 0)),
    evict: attempt(() => operator.time([buffer, other, 1, 0], 1, 1, true, wrong(buffer))),
    timed: attempt(() => operator.time([buffer, wrong(device), 1, 0], 1, 1, true, undefined)),
    place: attempt(() => device.launches([{ ...launch, arguments: [{ operand: 12 }] }], false)),
    many: attempt(() => operator.run(...Array.from({ length: 13 }, () => 1))),
    library: attempt(() => cells({ ...all, buffer: wrong(module) })),
    receiver: attempt(() => write.call(device)),
    negative: attempt(() => buffer.write(new Float64Array(4), -8)),
    wrapping: attempt(() => buffer.write(new Float64Array(4), -16)),
    beyond: attempt(() => buffer.read(new Float64Array(4), LARGE * 8 - 8)),
    works: attempt(() => operator.run(buffer, other, 1, 0)) ?? 'yes',
  };
}

/** Copies that wait until a file is there, which Node's pool, of one thread, is to write. */
async function pool(): Promise<unknown> {
  const { device, buffer, other } = things(new addon.Device(0));
  const numbers = Float64Array.from({ length: LARGE }, (_, k) => k);
  const target = new Float64Array(LARGE);
  const copies = [
    buffer.write(numbers, 0),
    buffer.read(target, 0),
    other.write(target, 0),
    other.read(new Float64Array(LARGE), 0),
    device.finish(),
    buffer.read(new Float64Array(4), 0),
  ];
  const text = await readFile(process.argv[1] ?? '', 'utf8');
  await writeFile(hold, 'go');
  await Promise.all(copies);
  return { read: text.length > 0, right: target.every((value, k) => value === k) };
}

/** A worker that ends while its arrays are being copied. */
async function worker(): Promise<unknown> {
  const started = new Int32Array(new SharedArrayBuffer(4));
  const child = new Worker(new URL(import.meta.url), {
    argv: ['held'],
    execArgv: process.execArgv,
    workerData: started,
  });
  while (Atomics.load(started, 0) === 0) await new Promise((resolve) => void setTimeout(resolve, 5));
  const ended = child.terminate();
  setTimeout(() => writeFileSync(hold, 'go'), 50);
  return { code: await ended };
}

async function held(): Promise<never> {
  const { buffer } = things(new addon.Device(0));
  const copy = buffer.read(new Float64Array(LARGE), 0);
  Atomics.store(workerData as Int32Array, 0, 1);
  await copy;
  throw new Error('The copy was not held.');
}

/** Products whose operand is uploaded anew for each, into one of two buffers in turns, then twice into the same. */
async function uploads(): Promise<unknown> {
  const all = things(new addon.Device(0));
  const { device, buffer, other } = all;
  const operator = launches(all);
  const y = device.allocate(LARGE * 8, 'y');
  const x = new Float64Array(LARGE);
  for (const target of [buffer, other, buffer, buffer]) {
    await target.write(x, 0);
    operator.run(target, y, 1, 0);
  }
  await device.finish();
  return { log: (await readFile(process.env['FAKE_LOG'] ?? '', 'utf8')).trim().split('\n') };
}

const PROGRAMS: Readonly<Record<string, () => unknown>> = {
  leaks,
  badAlloc,
  called,
  uploads,
  exchanged,
  tags,
  pool,
  worker,
  held,
  pieces: () => pieces(addon),
  arraysOfPool,
  pieceLog: () => pieceLog(addon),
  memoryLimit: () => memoryLimit(addon),
  version: () => addon.version,
};
const found = await PROGRAMS[what]?.();
if (isMainThread) process.stdout.write(`${JSON.stringify(found)}\n`);
