// Products of a matrix in pieces, over test/native/fake-driver.cpp.
import { buildMatrix, buildStripes, cooFromEntries, isSpmvError, openBackend, product, spmv } from '@spmv/core';
import { csr } from '@spmv/formats';
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import type { Addon } from '../../src/native/addon.ts';
import { csrBackend, csrKernel } from './csr-device.ts';

const ROWS = 1100;
const coo = cooFromEntries(
  { rows: ROWS, cols: 300 },
  {
    rowIndex: Int32Array.from({ length: 5000 }, (_, k) => (k * 7) % 901),
    colIndex: Int32Array.from({ length: 5000 }, (_, k) => (k * 13) % 300),
    values: Float64Array.from({ length: 5000 }, (_, k) => Math.sin(k)),
  },
);
const x = Float64Array.from({ length: 300 }, (_, j) => Math.cos(j));
const y = Float64Array.from({ length: ROWS }, (_, i) => i);

/** Products whole and in pieces: differences, what an operator says of itself, and what is left of it on the device. */
export async function pieces(addon: Addon): Promise<unknown> {
  const device = new addon.Device(0);
  const before = device.freeBytes();
  const backend = await openBackend(csrBackend(device));
  const whole = await backend.prepare({ operation: spmv, kernel: csrKernel, matrix: buildMatrix(csr, coo) });
  const stripes = buildStripes(csr, coo, { count: 5 });
  const operator = await backend.prepare({ operation: spmv, kernel: csrKernel, stripes });
  const [dx, expected, found] = [backend.vector(x), backend.vector(y), backend.vector(y)];
  const chain = await backend.sequence([product(operator, dx, found), product(operator, dx, found, 0.5, -1)]);
  const differences: number[] = [];
  const compare = async (): Promise<void> => {
    const [a, b] = [await expected.read(), await found.read()];
    differences.push(Math.max(...Float64Array.from(a, (value, i) => Math.abs(value - (b[i] as number)))));
  };
  for (const [alpha, beta] of [
    [1, 0],
    [-0.75, 0.5],
    [2, 1],
  ] as const) {
    whole.apply(dx, expected, alpha, beta);
    operator.apply(dx, found, alpha, beta);
    await compare();
  }
  whole.apply(dx, expected);
  whole.apply(dx, expected, 0.5, -1);
  chain.run();
  await compare();
  whole.apply(dx, expected);
  const samples = await operator.time([dx, found], { runs: 3 });
  await compare();
  const { streaming, bytesResident } = operator;
  const most = Math.max(...(await expected.read()));
  await backend.dispose();
  return { differences, most, streaming, bytesResident, samples: samples?.length, left: device.freeBytes() - before };
}

/** What is enqueued for two products of three pieces in three places. */
export async function pieceLog(addon: Addon): Promise<unknown> {
  const device = new addon.Device(0);
  const module = device.load(new Uint8Array(8), 'fake');
  const vector = device.allocate(64, 'x');
  const launch = { module, entryPoint: 'k', grid: [1, 1, 1], block: [32, 1, 1], sharedBytes: 0 } as const;
  const list = await Promise.all(
    [0, 1].map(async (p) => {
      const pinned = await device.pinned(64, `piece ${p}`);
      return [pinned, device.launches([{ ...launch, arguments: [{ piece: 8 }, { operand: 0 }] }], false)] as const;
    }),
  );
  const places = [0, 1, 2].map((p) => device.allocate(64, `place ${p}`));
  const operator = device.pieces(list, places);
  operator.run(vector);
  operator.run(vector);
  operator.dispose();
  return { log: (await readFile(process.env['FAKE_LOG'] ?? '', 'utf8')).trim().split('\n') };
}

async function failure(work: () => unknown): Promise<unknown> {
  try {
    await work();
    return 'nothing';
  } catch (error) {
    return isSpmvError(error) ? `${error.code}: ${error.message}` : String(error);
  }
}

/** A device with a limit: what fits, what does not, and what is given back. */
export async function memoryLimit(addon: Addon): Promise<unknown> {
  const device = new addon.Device(0, 1000);
  const first = device.allocate(600, 'first');
  const second = await failure(() => device.allocate(401, 'second'));
  const free = device.freeBytes();
  first.dispose();
  (globalThis as { readonly gc?: () => void }).gc?.();
  const third = await failure(() => device.allocate(1000, 'third'));
  const locked = await failure(() => device.pinned(2 ** 31, 'stripe 1 of 9'));
  const small = await device.pinned(64, 'small');
  const beyond = await failure(() => small.write(new Uint8Array(65), 0));
  const none = await failure(() => device.pieces([], [device.allocate(0, 'place')]));
  return { second, free, third, locked, beyond, none };
}

/** Prepares a matrix in pieces and multiplies: whichever call fails, nothing is left. */
export async function failingPieces(device: InstanceType<Addon['Device']>): Promise<void> {
  const backend = await openBackend(csrBackend(device));
  try {
    const stripes = buildStripes(csr, coo, { count: 3 });
    const operator = await backend.prepare({ operation: spmv, kernel: csrKernel, stripes });
    const [dx, dy] = [backend.vector(x), backend.vector(y)];
    operator.apply(dx, dy);
    operator.apply(dx, dy, 2, 1);
    await backend.finish();
  } finally {
    await backend.dispose();
  }
}
