// What the conformance kit's cases are registered with, in every package: vitest, and how much of each case is run.
import type { BackendDescriptor, Plugin, PluginManifest } from '@spmv/core';
import type { ConformanceCase, ParamChoice, TestMatrix, TestRunner } from '@spmv/testkit';
import { elementBytes, PRECISION_NAMES, PRECISIONS, precisionsWith } from '@spmv/core';
import { createSession, kernelCases, register } from '@spmv/testkit';
import { readFileSync } from 'node:fs';
import { describe, it } from 'vitest';
import { FULL } from './full-lane.ts';

export { FULL };

const others = (components: 1 | 2): string => precisionsWith(components).slice(1).join('|');

/**
 * Cases of another precision than the first of real or of complex numbers, or of values stored in another: the same loops, divided in the same way. WGSL has not the first
 * of complex ones.
 */
const BESIDES_FIRST = new RegExp(
  `/(?:${others(1)}|(?:${PRECISION_NAMES.join('|')})-\\w+)(?:/|$)|^(?!wgsl).*/(?:${others(2)})(?:/|$)`,
  'u',
);

/** Those whose values are stored as the host has them. Narrower ones are tried by packages of the kernels that store them. */
const AS_ON_HOST = PRECISION_NAMES.filter((one) => {
  const { host, components, storedBytes } = PRECISIONS[one];
  return storedBytes === components * elementBytes(host);
});

/** What is the same in every precision: what is refused, what ends, in which order. WGSL has no f64 that would show it. */
const OF_NO_PRECISION =
  /^(?!wgsl).*\/(?:operands|disposal|inputs|memory|refusals|repeats|reproducibility|sequence\b.*)$/u;

/** Kernels without a matrix: they have few cases. */
const WITHOUT_MATRIX = /^\w+\/gemm-/u;

/** What the quick lane tries of every kernel in every precision: no rows, one giant row, random rows, α and β, NaN, and every text of it. */
const ALWAYS =
  /\/(?:declaration|ordinary|accumulator|partition|sizes|nonfinite|infinite-entry|program\/.*|beta-zero\/nan|(?:alpha-beta|complex)\/wide|(?:product|operation)\/(?:wide|random|no-rows|no-entries|one-full-row|power-law|last-rows-empty))$/u;

/** WGSL is slow to compile, and f32 is all that it has of real numbers. */
const OF_DEVICES = /^wgsl/u;

/**
 * Whether the quick lane tries a case; `isFirst`: nothing else tries it of this kernel in its first precision. Of the others one in four, or every other one in WGSL,
 * by a sum of kernel, precision and case: of another quarter for each kernel.
 */
function isTried(id: string, isFirst: boolean): boolean {
  const [isOther, isDevice] = [BESIDES_FIRST.test(id), OF_DEVICES.test(id)];
  if (FULL || (!isOther && (isFirst || isDevice)) || WITHOUT_MATRIX.test(id)) return true;
  if (isOther && OF_NO_PRECISION.test(id)) return false;
  const sum = Buffer.from(id).reduce((total, byte) => total + byte, 0);
  return (!isDevice && ALWAYS.test(id)) || sum % (isDevice ? 2 : 4) === 0;
}

const add: TestRunner['it'] = it;

export const runner: TestRunner = {
  describe,
  it: (name, body) => (isTried(name, true) ? add(name, body) : undefined),
  skip: it.skip,
  coverage: FULL ? 'all' : (id) => (BESIDES_FIRST.test(id) ? 'few' : 'pairs'),
};

/** For kernels that another registration has tried in every precision, on workers: what may differ is how work is divided. */
export const onWorkers: TestRunner = {
  ...runner,
  it: (name, body) => (FULL || !BESIDES_FIRST.test(name) ? add(name, body) : undefined),
};

/** For kernels that another registration has tried with all pairs: other builds of them, or the same on workers. */
export const again: TestRunner = {
  ...runner,
  it: (name, body) => (isTried(name, false) ? add(name, body) : undefined),
  coverage: FULL ? 'all' : 'few',
};

/** What the quick lane tries, with few combinations, of kernels in WGSL that packages besides the backend's own bring. */
const OF_WGSL =
  /\/(?:declaration|program|ordinary|operation\/wide|f32\/(?:accumulator|product\/wide|(?:product|operation)\/(?:power-law|one-full-row))|c64\/complex\/wide)$/u;

/** What the package.json above a test folder declares; `url`: that of a module in the folder. */
export function manifestOf(url: string): PluginManifest {
  const text = readFileSync(new URL('../package.json', url), 'utf8');
  return (JSON.parse(text) as { readonly spmv: PluginManifest }).spmv;
}

/** The cases without those of kernels whose library is not here, but for one of each kernel that says so. */
export async function ofLibraries(cases: readonly ConformanceCase[]): Promise<readonly ConformanceCase[]> {
  const kernelOf = ({ id }: ConformanceCase): string => id.split('/f')[0];
  // Of each kernel the case that says it, or none where a product was computed.
  const sayer = new Map<string, string | undefined>();
  for (const one of cases.filter(({ backend }) => backend !== undefined)) {
    if (sayer.has(kernelOf(one))) continue;
    const { status, products } = await one.run({ coverage: 'pairs' });
    if (status === 'unavailable' || products > 0)
      sayer.set(kernelOf(one), status === 'unavailable' ? one.id : undefined);
  }
  return cases.filter((one) => {
    const only = one.backend === undefined ? undefined : sayer.get(kernelOf(one));
    return only === undefined || only === one.id;
  });
}

/**
 * The cases without those that would only repeat that a backend is unavailable: of these one for each kernel is left to say it. In the quick lane few of
 * WebGPU's.
 */
export async function triable(
  backends: readonly BackendDescriptor[],
  cases: readonly ConformanceCase[],
): Promise<readonly ConformanceCase[]> {
  const probed = await Promise.all(backends.map(async (backend) => ({ ...(await backend.probe()), id: backend.id })));
  const missing = new Set(probed.filter(({ available }) => !available).map(({ id }) => id));
  const said = new Set<string>();
  const wanted = cases.flatMap((one) => {
    if (FULL || one.backend !== 'webgpu') return [one];
    return OF_WGSL.test(one.id) ? [{ ...one, run: () => one.run({ coverage: 'few' }) }] : [];
  });
  return wanted.filter(({ id, backend }) => {
    if (backend === undefined || !missing.has(backend)) return true;
    const kernel = id.split('@')[0];
    return !said.has(kernel) && said.add(kernel);
  });
}

/** Points of devices, of threads, and matrices besides the kit's. */
interface DevicePoints {
  readonly params: ParamChoice;
  readonly threadParams?: ParamChoice;
  readonly matrices?: readonly TestMatrix[];
}

/**
 * Registers the products of a package's only format on `backends`. The conformance test of the package has all parameters on one thread; here are a few, since a
 * software adapter compiles slowly, and threads differ in nothing but the ranges.
 */
export async function registerOnDevices(
  { formats: [format] = [], kernels = [] }: Plugin,
  backends: readonly BackendDescriptor[],
  { params, threadParams, matrices = [] }: DevicePoints,
): Promise<void> {
  const cases = backends.flatMap((backend) => {
    const session = createSession(backend);
    const points =
      backend.id === 'threads' ? { threads: [2], schedule: ['balanced'], chunk: [0], ...threadParams } : params;
    return kernels
      .filter(({ operation, target }) => operation === 'spmv' && backend.targets.includes(target))
      .flatMap((kernel) =>
        kernelCases({
          kernel,
          ...(format ? { format } : {}),
          backend,
          session,
          params: points,
          precisions: AS_ON_HOST,
          matrices,
        }),
      );
  });
  register(await triable(backends, cases), runner);
}
