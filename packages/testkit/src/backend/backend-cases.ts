import type { Operation, Backend, BackendDescriptor, OpenOptions, Probe, SparseFormat, Kernel } from '@spmv/core';
import { isSpmvError, openBackend, PRECISION_NAMES, PRECISIONS, spmv } from '@spmv/core';
import type { ParamChoice } from '../case/choose-points.ts';
import type { ConformanceCase } from '../case/conformance-case.ts';
import { ensure, messageOf } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import { defineCase } from '../case/define-case.ts';
import { checkAxes, checkId } from '../format/declaration-cases.ts';
import { kernelCases, kernelSubjects } from '../kernel/kernel-cases.ts';
import { isOfPairs, isPlainSpmv } from '../kernel/kernel-subject.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import { probeKernels } from '../probe/probe-kernels.ts';
import { probe as probeOperation } from '../probe/probe.ts';
import { clock } from './clock.ts';
import { computesIn, multiplies } from './declared-precisions.ts';
import { createSession } from './session.ts';
import { vectorCases } from './vector-cases.ts';

/** How to open the backend to test, and what to run on it. */
export interface BackendCasesOptions {
  readonly open?: OpenOptions;
  /** Formats and kernels to run on it: each kernel of a format given and of a target of the backend is tested whole. */
  readonly formats?: readonly SparseFormat[];
  readonly kernels?: readonly Kernel[];
  /** What kernels compute besides SpMV. */
  readonly operations?: readonly Operation[];
  readonly params?: ParamChoice;
  /** Matrices besides the kit's own. */
  readonly matrices?: readonly TestMatrix[];
}

const DECLARED = 'A backend declares what it is';
const PROBE = 'probe never throws and says what is missing and what to do';
const CONSISTENT = 'open does what probe says';
const DEVICE = 'The device is described';
const AGAIN = 'A backend can be opened, disposed of and opened again';

function declaration(backend: BackendDescriptor, recorder: Recorder): void {
  const where = { backend: backend.id };
  checkId(backend.id, 2, where);
  ensure(backend.title.trim() !== '', DECLARED, 'the title is empty', where);
  ensure(
    backend.targets.length > 0 && new Set(backend.targets).size === backend.targets.length,
    DECLARED,
    `targets are [${backend.targets.join(', ')}]`,
    where,
  );
  checkAxes(backend.launchParams, where);
  recorder.compare();
}

async function probeOf(backend: BackendDescriptor): Promise<Probe> {
  let thrown: unknown;
  try {
    const probe: unknown = await backend.probe();
    if (typeof probe === 'object' && probe !== null) return probe as Probe;
    thrown = new Error(`probe gave ${String(probe)}`);
  } catch (error) {
    thrown = error;
  }
  return ensure(false, PROBE, `it threw ${messageOf(thrown)}`, { backend: backend.id }) as never;
}

function namesDevices(devices: unknown): boolean {
  return (
    Array.isArray(devices) &&
    devices.length > 0 &&
    devices.every((name) => typeof name === 'string' && name.trim() !== '')
  );
}

async function probe(backend: BackendDescriptor, recorder: Recorder): Promise<void> {
  const where = { backend: backend.id };
  for (let round = 0; round < 2; round++) {
    const found = await probeOf(backend);
    if (found.available) ensure(namesDevices(found.devices), PROBE, 'no device is named', where);
    else {
      ensure(typeof found.reason === 'string' && found.reason.trim() !== '', PROBE, 'no reason is given', where);
      ensure(typeof found.fix === 'string' && found.fix.trim() !== '', PROBE, 'no fix is given', where);
    }
    recorder.compare();
  }
}

/** Available: it opens. Not available: it refuses with `BACKEND.UNAVAILABLE`, a reason and a fix. */
async function consistent(backend: BackendDescriptor, options: OpenOptions, recorder: Recorder): Promise<void> {
  const where = { backend: backend.id };
  const found = await probeOf(backend);
  let opened: Backend | undefined;
  let error: unknown;
  try {
    opened = await openBackend(backend, options);
  } catch (thrown) {
    error = thrown;
  }
  await opened?.dispose();
  if (found.available) {
    // A device that the caller chose may be missing although the backend is available.
    ensure(
      opened !== undefined || options.device !== undefined,
      CONSISTENT,
      () => `probe says available, open threw ${messageOf(error)}`,
      where,
    );
  } else {
    ensure(opened === undefined, CONSISTENT, `probe says '${found.reason}', open succeeded`, where);
    ensure(
      isSpmvError(error, 'BACKEND.UNAVAILABLE'),
      CONSISTENT,
      () => `open threw ${messageOf(error)}, not BACKEND.UNAVAILABLE`,
      where,
    );
    ensure(
      error.message.trim() !== '' && error.fix.trim() !== '',
      CONSISTENT,
      'the error has no reason or no fix',
      where,
    );
  }
  recorder.compare();
}

function device(backend: Backend, recorder: Recorder): void {
  const { name, kind, precisions, capabilities, limits } = backend.device;
  const where = { backend: backend.id, device: name };
  ensure(name.trim() !== '', DEVICE, 'the name is empty', where);
  ensure((['cpu', 'gpu', 'software'] as readonly string[]).includes(kind), DEVICE, `kind is '${kind}'`, where);
  ensure(
    precisions.length > 0 && precisions.every((precision) => Object.hasOwn(PRECISIONS, precision)),
    DEVICE,
    `precisions are [${precisions.join(', ')}]`,
    where,
  );
  // A precision and a language extension may share a name, as f16 does.
  for (const list of [precisions, capabilities])
    ensure(new Set<string>(list).size === list.length, DEVICE, 'a precision or capability is given twice', where);
  for (const [limit, value] of Object.entries(limits))
    ensure(Number.isFinite(value) && value >= 0, DEVICE, `limit ${limit} is ${value}`, where);
  recorder.compare();
}

async function openAgain(backend: BackendDescriptor, options: OpenOptions, recorder: Recorder): Promise<void> {
  const where = { backend: backend.id };
  for (let round = 0; round < 3; round++) {
    const [first, second] = [await openBackend(backend, options), await openBackend(backend, options)];
    const precision = first.device.precisions[0] ?? 'f64';
    const kept = second.vector(5, precision);
    first.vector(7, precision);
    await first.dispose();
    await first.dispose();
    ensure((await kept.read()).length === 5, AGAIN, 'disposing of one disturbed another', where);
    await second.dispose();
    recorder.compare();
  }
}

/**
 * Everything a backend promises: probe and open agree, devices and vectors work, disposal ends everything, products are right in every
 * precision that is declared, and so is the clock; then every kernel of `kernels` that it runs and whose format is given, of which there must be one, and the kit's own probes. Ids are `backend/promise` and those of
 * {@link kernelCases}.
 */
export function backendCases(
  backend: BackendDescriptor,
  options: BackendCasesOptions = {},
): readonly ConformanceCase[] {
  const { open = {}, formats = [], kernels = [], operations = [], params = {}, matrices = [] } = options;
  const session = createSession(backend, open);
  const make = (id: string, run: (recorder: Recorder) => Promise<void> | void): ConformanceCase =>
    defineCase({ id: `${backend.id}/${id}`, backend: backend.id, run });
  const runnable = [...kernels, ...probeKernels].flatMap((kernel) => {
    const operation = [spmv, ...operations, probeOperation].find(({ id }) => id === kernel.operation);
    const format = formats.find(({ id }) => id === kernel.format);
    if (!operation || !backend.targets.includes(kernel.target)) return [];
    if (kernel.format !== undefined && !format) return [];
    return [{ operation, kernel, ...(format ? { format } : {}), backend, session, params, matrices }];
  });
  const subjects = runnable.flatMap(kernelSubjects).filter(isPlainSpmv);
  const opened =
    (run: (backend: Backend, recorder: Recorder) => Promise<void> | void) =>
    (recorder: Recorder): Promise<void> =>
      session.use(async (used) => {
        recorder.device(used.device.name);
        await run(used, recorder);
      });
  return [
    make('declaration', (recorder) => declaration(backend, recorder)),
    make('probe', (recorder) => probe(backend, recorder)),
    make('open-as-probed', (recorder) => consistent(backend, open, recorder)),
    make('open-again', (recorder) => openAgain(backend, open, recorder)),
    make('device', opened(device)),
    ...vectorCases(session),
    make(
      'multiplies',
      opened((used, recorder) => multiplies(backend, subjects, used, recorder)),
    ),
    ...PRECISION_NAMES.map((precision) =>
      make(
        `computes-in/${precision}`,
        opened((used, recorder) => computesIn(backend, precision, subjects, used, recorder)),
      ),
    ),
    make(
      'clock',
      opened((used, recorder) =>
        clock(
          subjects.filter((subject) => !isOfPairs(subject)),
          used,
          recorder,
        ),
      ),
    ),
    ...backend.targets
      .filter((target) => !probeKernels.some((kernel) => kernel.target === target))
      .map((target) =>
        make(`not-probed/${target}`, (recorder) =>
          recorder.refuse(
            `the kit has no probe in ${target}: what a pass sets, and scratch, are tried by given kernels alone`,
          ),
        ),
      ),
    ...runnable.flatMap(kernelCases),
  ];
}
