import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Backend, Kernel } from '@spmv/core';
import { cooFromEntries, createRegistry, openBackend, spmv, SpmvError } from '@spmv/core';
import { plugin as serial } from '@spmv/backend-serial';
import { plugin as formats } from '@spmv/formats';
import { generateMatrix } from '@spmv/testkit';
import type { OpenedBackend } from '../src/index.ts';
import { advise, adviseAndPrepare, bindAdvised, bindEnded, examine, recordedExperience } from '../src/index.ts';

const registry = createRegistry([formats, serial]);
const descriptor = registry.backend('serial');
let backend: Backend;
let backends: readonly OpenedBackend[];
beforeAll(async () => {
  backend = await openBackend(descriptor);
  backends = [{ descriptor, backend }];
});
afterAll(() => backend.dispose());

const GRID = generateMatrix('stencil5', { n: 40 });
const base = { registry, experience: recordedExperience };

it.each<[string, (request: never) => Promise<unknown>]>([
  ['advise', advise],
  ['adviseAndPrepare', adviseAndPrepare],
  ['bindAdvised', bindAdvised],
  ['bindEnded', bindEnded],
])('%s refuses options that it does not know, and values of another type', async (owner, call) => {
  const request = { ...base, backends, coo: GRID };
  await expect(call({ ...request, trails: 0 } as never)).rejects.toMatchObject({
    code: 'PARAM.UNKNOWN',
    message: `${owner} has no option 'trails'.`,
    fix: expect.stringContaining('trials'),
  });
  await expect(call({ ...request, trials: '0' } as never)).rejects.toMatchObject({ code: 'PARAM.OUT_OF_RANGE' });
});

it('names a candidate, what it costs and why, after at most ten trials that were checked', async () => {
  const advice = await advise({ ...base, backends, coo: GRID });
  const { choice, trials, others, reasons } = advice;
  expect(choice?.trialsMs.length).toBeGreaterThan(0);
  expect(trials.length).toBeGreaterThan(0);
  expect(trials.length).toBeLessThanOrEqual(10);
  expect(advice.products).toBeGreaterThanOrEqual(trials.length);
  expect(choice?.setup?.bytesResident).toBeGreaterThan(0);
  expect(choice?.bytes).toBeGreaterThan(12 * GRID.values.length);
  expect(others.length + 1).toBeGreaterThan(10);
  expect(reasons.join(' ')).toMatch(/bytes an entry/u);
  expect(advice.payoff).not.toBeNull();
  expect(JSON.parse(JSON.stringify(advice))).toEqual(advice);
});

it('computes nothing without trials', async () => {
  const advice = await advise({ ...base, backends, coo: GRID, trials: 0 });
  expect(advice.products).toBe(0);
  expect(advice.confidence).toBe('predicted');
  expect(advice.choice?.setup).toBeNull();
});

it('plans no format twice where what is known is handed over, and takes it of no other matrix', async () => {
  const asked: string[] = [];
  const counted = (formats.formats ?? []).map((format) => ({
    ...format,
    plan: (...given: Parameters<typeof format.plan>) => {
      asked.push(`${format.id} ${JSON.stringify(given[1])}`);
      return format.plan(...given);
    },
  }));
  const places = { ...base, registry: createRegistry([{ ...formats, formats: counted }, serial]), backends, ofEach: 0 };
  const examined = examine(GRID);
  const first = await advise({ ...places, coo: GRID, examined });
  expect(asked.length).toBeGreaterThan(5);
  expect(new Set(asked).size).toBe(asked.length);
  asked.splice(0);
  const second = await advise({ ...places, coo: GRID, examined });
  expect(asked).toEqual([]);
  expect(second.choice).toEqual(first.choice);
  const other = generateMatrix('stencil5', { n: 40 });
  await expect(advise({ ...places, coo: other, examined })).rejects.toThrow(RangeError);
});

it('hands over the operator of the choice, which computes what it should', async () => {
  const { advice, operator } = await adviseAndPrepare({ ...base, backends, coo: GRID, trials: 4 });
  expect(operator?.kernel.id).toBe(advice.choice?.kernel);
  const x = backend.vector(new Float64Array(1600).fill(1));
  const y = backend.vector(1600);
  operator?.apply(x, y, 1, 0);
  // Rows inside the grid add up to 0.
  expect((await y.read())[20 * 40 + 20]).toBe(0);
  await operator?.dispose();
});

it.each([
  ['no rows', cooFromEntries({ rows: 0, cols: 5 }, { rowIndex: [], colIndex: [], values: [] })],
  ['no entries', cooFromEntries({ rows: 9, cols: 4 }, { rowIndex: [], colIndex: [], values: [] })],
])('says of a matrix with %s that nothing is to be chosen, and tries nothing', async (_what, coo) => {
  const advice = await advise({ ...base, backends, coo });
  expect(advice.products).toBe(0);
  expect(advice.choice).not.toBeNull();
  expect(advice.reasons).toEqual(['There are no entries: a product only scales y, whatever stores the matrix.']);
});

it('advises no padding for one full row', async () => {
  const coo = generateMatrix('one-full-row', { rows: 20_000 });
  const advice = await advise({ ...base, backends, coo, maxBytes: 50e6 });
  expect(advice.choice?.format).not.toMatch(/^ellpack/u);
  expect(advice.refused.map(({ format }) => format)).toContain('ellpack');
  expect(advice.reasons.join(' ')).toMatch(/differ widely/u);
});

it('refuses everything where nothing fits, with reasons', async () => {
  const advice = await advise({ ...base, backends, coo: GRID, maxBytes: 10 });
  expect(advice.choice).toBeNull();
  expect(advice.reasons).toEqual(['Every candidate is refused.']);
  expect(advice.refused.length).toBeGreaterThan(5);
});

it.each([
  [{ kernels: ['js/csr'], formats: ['coo'] }, /js\/csr on serial: it takes csr, which is not among .* named: coo/u],
  [{ kernels: ['wasm/csr-simd'], options: { transpose: true } }, /it computes another variant of spmv/u],
  [{ kernels: ['wgsl/far'] }, /wgsl\/far on serial: it is written in wgsl/u],
  [{ kernels: ['js/other'] }, /js\/other on serial: it computes fused/u],
  [{ kernels: ['js/homeless'] }, /js\/homeless on serial: it takes dia, which no plugin here brings/u],
] as const)('says why a kernel that was named is none of those there are: %j', async (wanted, words) => {
  const [csr] = registry.kernels({ format: 'csr', targets: ['js'] }) as readonly [Kernel];
  const strange = [
    { ...csr, id: 'wgsl/far', target: 'wgsl' },
    { ...csr, id: 'js/other', operation: 'fused' },
    { ...csr, id: 'js/homeless', format: 'dia' },
  ] as readonly Kernel[];
  const named = createRegistry([
    formats,
    serial,
    { name: 'strange', apiVersion: formats.apiVersion, kernels: strange },
  ]);
  const request = { ...base, ...wanted, registry: named, backends, coo: GRID };
  await expect(bindAdvised(request)).rejects.toMatchObject({
    code: 'FORMAT.REFUSED',
    message: expect.stringMatching(words),
    fix: expect.stringMatching(/^(?:Name|Choose|Give) /u),
  });
});

it('converts nothing for compiled kernels that are not installed', async () => {
  const js = registry.kernels({ format: 'ellpack', targets: ['js'] }) as readonly Kernel[];
  const module = `data:text/javascript,export const open = () => { throw globalThis.absent; }`;
  const pass = { module, export: 'none', arguments: [], partition: { unit: 'rows', count: 1 } };
  const kernels = js.map((kernel): Kernel => ({
    ...kernel,
    id: 'native/absent',
    target: 'native',
    program: () => ({ passes: [pass] }),
  }));
  const steps: string[] = [];
  Object.assign(globalThis, {
    absent: new SpmvError('BACKEND.UNAVAILABLE', 'There is no code.', { fix: 'Build it.' }),
  });
  const natives = createRegistry([formats, serial, { name: 'absent', apiVersion: formats.apiVersion, kernels }]);
  const onStep = (text: string): void => void steps.push(text);
  const request = {
    ...base,
    registry: natives,
    backends,
    coo: generateMatrix('stencil5', { n: 50 }),
    kernels: ['native/absent', 'js/csr'],
    onStep,
  };
  for (const trials of [0, 4]) {
    const { choice, advice, operator } = await bindAdvised({ ...request, trials });
    expect([choice.kernel, advice.others.map(({ refusal }) => refusal)]).toEqual(['js/csr', ['There is no code.']]);
    expect(steps.filter((text) => text.includes('ellpack'))).toEqual([]);
    await operator.dispose();
  }
});

it('holds no more operators than there is room for', async () => {
  const room = 3 * 12 * GRID.values.length;
  const advice = await advise({ ...base, backends, coo: GRID, maxBytes: room });
  expect(advice.choice).not.toBeNull();
});

it('gives back what was stored for a trial, and nothing of the entries', async () => {
  const coo = generateMatrix('stencil5', { n: 30 });
  const kernels = ['js/coo', 'js/ellpack', 'js/csr'];
  const { choice, others } = await advise({ ...base, backends, coo, kernels, ofEach: 2 });
  expect([choice, ...others].map((one) => one?.trialsMs.length)).toEqual([2, 2, 2]);
  expect([coo.rowIndex, coo.colIndex, coo.values].map(({ length }) => length)).toEqual([4380, 4380, 4380]);
});

it('advises no kernel whose result is wrong, and says so', async () => {
  const right = registry.kernel('js/csr');
  const liar: Kernel = { ...right, id: 'js/csr-liar' };
  const lying = createRegistry([formats, serial, { name: 'acme', apiVersion: formats.apiVersion, kernels: [liar] }]);
  const advice = await advise({
    ...base,
    registry: lying,
    backends: [{ descriptor: lying.backend('serial'), backend: lyingBackend(backend) }],
    coo: GRID,
    kernels: ['js/csr-liar', 'js/csr'],
  });
  expect(advice.choice?.kernel).toBe('js/csr');
  expect(advice.others.find(({ kernel }) => kernel === 'js/csr-liar')).toMatchObject({ wrong: true });
});

/** The same backend, but what `js/csr-liar` writes is one too much. */
function lyingBackend(honest: Backend): Backend {
  return {
    ...honest,
    async prepare(request) {
      if (!('kernel' in request) || request.kernel?.id !== 'js/csr-liar') return honest.prepare(request);
      const operator = await honest.prepare({ ...request, kernel: registry.kernel('js/csr') });
      return {
        ...operator,
        apply: (...operands) =>
          operator.apply(...(operands.map((one) => (one === 1 ? 1.5 : one)) as unknown as typeof operands)),
      };
    },
  };
}

it('goes on without a kernel that fails, and without one whose parameters do', async () => {
  const right = registry.kernel('js/csr');
  const broken: Kernel = {
    ...right,
    id: 'js/csr-broken',
    program() {
      throw new TypeError('no such thing');
    },
  };
  const unsuggested: Kernel = {
    ...right,
    id: 'js/csr-unsuggested',
    params: {
      axes: {},
      suggest() {
        throw new TypeError('nothing to suggest');
      },
    },
  };
  const plugin = { name: 'acme', apiVersion: formats.apiVersion, kernels: [broken, unsuggested] };
  const advice = await advise({
    ...base,
    registry: createRegistry([formats, serial, plugin]),
    backends,
    coo: GRID,
    kernels: ['js/csr-broken', 'js/csr-unsuggested', 'js/csr'],
  });
  expect(advice.choice?.kernel).toBe('js/csr');
  expect(advice.others[0]).toMatchObject({ kernel: 'js/csr-broken', refusal: 'it failed: no such thing' });
  expect(advice.refused).toMatchObject([{ kernel: 'js/csr-unsuggested', reason: 'it failed: nothing to suggest' }]);
});

it('stops when it is told to, with what it knows', async () => {
  const stop = new AbortController();
  stop.abort();
  const advice = await advise({ ...base, backends, coo: GRID, signal: stop.signal });
  expect(advice.trials).toEqual([]);
  expect(advice.choice).not.toBeNull();
});

it('advises on another operation of a stored matrix, by bytes and trials', async () => {
  const advice = await advise({
    ...base,
    backends,
    coo: GRID,
    operation: spmv,
    options: { transpose: true },
    trials: 3,
  });
  expect(advice.choice).not.toBeNull();
  expect(advice.trials.length).toBeGreaterThan(0);
});

it('leaves out a kernel of which nothing was tried and whose code is not installed, and says so', async () => {
  const first = await advise({ ...base, backends, coo: GRID, trials: 0 });
  const best = first.choice?.kernel as string;
  const absent = new SpmvError('BACKEND.UNAVAILABLE', `There is no ${best}.`, { fix: 'Install it.' });
  const without: Backend = {
    ...backend,
    prepare: (request) =>
      'kernel' in request && request.kernel?.id === best ? Promise.reject(absent) : backend.prepare(request),
  };
  const places = { ...base, backends: [{ descriptor, backend: without }], coo: GRID, trials: 0 };
  const { choice, advice, operator } = await bindAdvised(places);
  await operator.dispose();
  expect(choice.kernel).not.toBe(best);
  expect(advice.others.find(({ kernel }) => kernel === best)?.refusal).toBe(`There is no ${best}.`);
  const only = bindAdvised({ ...places, kernels: [best] });
  await expect(only).rejects.toMatchObject({ code: 'FORMAT.REFUSED', message: expect.stringContaining(`no ${best}`) });
});
