import type { ElementType, TypedArray } from '../data/element.ts';
import { allocate, elementBytes } from '../data/element.ts';
import { SpmvError } from '../errors/spmv-error.ts';
import { formatBytes } from '../format/format-bytes.ts';
import type { KernelStep, KernelSteps } from '../kernel/kernel-steps.ts';
import type { CpuScratch } from '../kernel/programs/cpu-scratch.ts';
import type { TargetId } from '../kernel/target.ts';
import type { BackendDriver, DriverArray, DriverOperator, DriverRequest } from './backend-driver.ts';

/** Bytes that a kernel took and moved, counted while it is driven. */
export interface StepCosts {
  workBytes: number;
  peakWorkBytes: number;
  /** Of arrays that are not the kernel's own. */
  storedBytes: number;
  peakBytes: number;
  boundBytes: number | undefined;
  reads: number;
  readBytes: number;
}

/** What the steps of a kernel are done with. */
export interface StepHost {
  readonly driver: BackendDriver;
  /** All but the program and its arrays. */
  readonly request: Omit<DriverRequest, 'program' | 'memory'>;
  /** The arrays that are there, by name. Owned by the caller, who disposes of what is left. */
  readonly memory: Map<string, DriverArray>;
  readonly maxWorkBytes: number;
  readonly costs: StepCosts;
  /** Type of the array `name` where it belongs to the result: of any length, until that is known. */
  resultElement(name: string): ElementType | undefined;
}

function invalid({ request }: StepHost, what: string): SpmvError {
  return new SpmvError('KERNEL.PROGRAM_INVALID', `Kernel '${request.kernel.id}' ${what}.`, {
    fix: 'Correct the steps of the kernel: see KernelStep in @spmv/core.',
    details: { kernel: request.kernel.id },
  });
}

function overLimit({ request, maxWorkBytes }: StepHost, bytes: number): SpmvError {
  return new SpmvError(
    'KERNEL.REFUSED',
    `Kernel '${request.kernel.id}' needs up to ${formatBytes(bytes)} (${bytes} B) besides operands and result, above the limit of ${formatBytes(maxWorkBytes)}.`,
    {
      fix: 'Raise maxWorkBytes, multiply blocks of rows of the first matrix one after another, or choose another kernel.',
      details: { kernel: request.kernel.id, bytes, maxWorkBytes },
    },
  );
}

/** Makes an array under a name. Contents are not promised. Errors: `BACKEND.OUT_OF_MEMORY`, `BACKEND.LIMIT`. */
export async function makeArray(
  { driver, request, memory, costs }: Pick<StepHost, 'driver' | 'request' | 'memory' | 'costs'>,
  name: string,
  element: ElementType,
  length: number,
): Promise<DriverArray> {
  // Drivers know no array without elements.
  const made = await driver.createArray?.(name, element, Math.max(1, length), request.kernel.target);
  if (!made)
    throw new SpmvError(
      'KERNEL.MISSING_CAPABILITY',
      `${driver.device.name} has no arrays for matrices that are made.`,
      {
        fix: 'Open another backend: serial, threads, webgpu, or cuda with one device.',
        details: { kernel: request.kernel.id },
      },
    );
  memory.set(name, made);
  if (!name.startsWith('work.')) costs.storedBytes += bytesOf({ element, length });
  notePeak(costs);
  return made;
}

const bytesOf = ({ element, length }: Pick<DriverArray, 'element' | 'length'>): number =>
  elementBytes(element) * length;

function notePeak(costs: StepCosts): void {
  costs.peakBytes = Math.max(costs.peakBytes, costs.storedBytes + costs.workBytes);
}

/** Bytes of the scratch memory of a program, of all workers. */
function scratchBytes(program: DriverRequest['program'], { launchParams }: StepHost['request']): number {
  const { scratch = {} } = program as { readonly scratch?: Readonly<Record<string, number | CpuScratch>> };
  const workers = Number(launchParams['threads'] ?? 1);
  return Object.values(scratch).reduce<number>((sum, one) => {
    if (typeof one === 'number') return sum + one;
    return sum + elementBytes(one.element) * one.length * (one.perWorker === true ? workers : 1);
  }, 0);
}

/** Takes bytes of work. Errors: `KERNEL.REFUSED`. */
function take(host: StepHost, bytes: number): void {
  const { costs, maxWorkBytes } = host;
  if (costs.workBytes + bytes > maxWorkBytes) throw overLimit(host, costs.workBytes + bytes);
  costs.workBytes += bytes;
  costs.peakWorkBytes = Math.max(costs.peakWorkBytes, costs.workBytes);
  notePeak(costs);
}

/** What a phase left that may be run again. */
export interface DrivenPhase<R> {
  readonly result: R;
  /** Its operators in order, where it did nothing else: they may be applied again, and have to be disposed of. */
  readonly again: readonly DriverOperator[] | undefined;
}

/**
 * Drives one phase of a kernel to its end. `keep`: operators of a phase that does nothing but run programs are not disposed of. Errors: those of the steps, and what the
 * kernel throws; operators are disposed of then, arrays stay in `memory`.
 */
export async function driveSteps<R>(
  host: StepHost,
  steps: KernelSteps<TargetId, R>,
  scalars: Float64Array,
  keep = false,
): Promise<DrivenPhase<R>> {
  const { driver, request, memory, costs } = host;
  const operators: DriverOperator[] = [];
  let scratch = 0;
  let ownBytes = 0;
  let bound: number | undefined;
  let onlyRuns = keep;
  const end = async (): Promise<void> => {
    if (operators.length > 0 && !driver.freesInOrder) await driver.finish();
    for (const operator of operators.splice(0)) operator.dispose();
    costs.workBytes -= scratch;
    scratch = 0;
  };
  const make = async (step: Extract<KernelStep, { readonly do: 'allocate' }>): Promise<void> => {
    const { name, length } = step;
    if (memory.has(name)) throw invalid(host, `allocates '${name}', which is there already`);
    if (!Number.isSafeInteger(length) || length < 0) throw invalid(host, `allocates '${name}' with ${length} elements`);
    const element = step.element === 'value' ? request.matrix.valueType : step.element;
    const ofResult = host.resultElement(name);
    if (ofResult === undefined && !name.startsWith('work.'))
      throw invalid(host, `allocates '${name}', which is neither work. nor an array of the result`);
    if (ofResult !== undefined && ofResult !== element)
      throw invalid(host, `allocates '${name}' of ${element}, and its format has ${ofResult}`);
    const bytes = bytesOf({ element, length });
    if (ofResult === undefined) {
      ownBytes += bytes;
      if (bound !== undefined && ownBytes > bound)
        throw invalid(host, `said that it takes at most ${bound} B, and takes ${ownBytes} B with '${name}'`);
      take(host, bytes);
    }
    try {
      await makeArray(host, name, element, length);
    } catch (error) {
      if (ofResult === undefined) costs.workBytes -= bytes;
      throw error;
    }
  };
  const there = (name: string): DriverArray => {
    const found = memory.get(name);
    if (!found) throw invalid(host, `names '${name}', which is not there (${[...memory.keys()].join(', ')})`);
    return found;
  };
  const doStep = async (step: KernelStep): Promise<TypedArray | undefined> => {
    if (step.do !== 'run' && step.do !== 'bound') onlyRuns = false;
    switch (step.do) {
      case 'bound': {
        if (costs.workBytes + step.bytes > host.maxWorkBytes) throw overLimit(host, costs.workBytes + step.bytes);
        bound = step.bytes;
        ownBytes = 0;
        costs.boundBytes = Math.max(costs.boundBytes ?? 0, costs.workBytes + step.bytes);
        return undefined;
      }
      case 'allocate':
        await make(step);
        return undefined;
      case 'release': {
        const array = there(step.name);
        if (!step.name.startsWith('work.')) throw invalid(host, `releases '${step.name}', which is not its own`);
        memory.delete(step.name);
        const bytes = bytesOf(array);
        costs.workBytes -= bytes;
        ownBytes -= bytes;
        array.dispose();
        return undefined;
      }
      case 'read': {
        const array = there(step.name);
        const begin = step.begin ?? 0;
        const length = step.length ?? array.length - begin;
        if (begin < 0 || length < 0 || begin + length > array.length)
          throw invalid(
            host,
            `reads elements ${begin} … ${begin + length - 1} of '${step.name}', which has ${array.length}`,
          );
        const target = allocate(array.element, length);
        await array.read(target, begin);
        costs.reads++;
        costs.readBytes += target.byteLength;
        return target;
      }
      case 'run': {
        const { program } = step;
        const bytes = scratchBytes(program, request);
        take(host, bytes);
        // A program says what it needs before it is given that.
        costs.boundBytes = Math.max(costs.boundBytes ?? 0, costs.workBytes);
        scratch += bytes;
        const operator = await driver.prepare({ ...request, program, memory: Object.fromEntries(memory) });
        operators.push(operator);
        operator.apply([], scalars);
        return undefined;
      }
    }
  };
  try {
    let next = steps.next();
    while (!next.done) next = steps.next(await doStep(next.value));
    if (!onlyRuns) await end();
    return { result: next.value, again: onlyRuns ? operators : undefined };
  } catch (error) {
    steps.return(undefined as never);
    await end();
    throw error;
  }
}
