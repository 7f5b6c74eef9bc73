import { PRECISIONS } from '../data/precision.ts';
import type { Precision } from '../data/precision.ts';
import { SpmvError } from '../errors/spmv-error.ts';
import type { SparseFormat } from '../format/sparse-format.ts';
import type { StoredMatrix, StoredMatrixHeader } from '../format/stored-matrix.ts';
import { headerOf } from '../format/stored-matrix.ts';
import type { MatrixContext, MatrixKernel } from '../kernel/matrix-kernel.ts';
import type { MatrixOperation } from '../operation/matrix-operation.ts';
import { operationOptions } from '../operation/operation.ts';
import { resolveParams } from '../params/resolve-params.ts';
import { matrixKernelsHere } from '../registry/kernels-here.ts';
import type { DriverArray, DriverOperator, DriverRequest } from './backend-driver.ts';
import { checkedMatrix } from './checked-matrix.ts';
import { checkPrecision, kernelError, kernelObstacle } from './kernel-obstacle.ts';
import type { LentMatrix } from './made-matrix.ts';
import { checkLender, createLoan, madeBy } from './made-matrix.ts';
import { createMatrixOperator } from './matrix-operator.ts';
import type { MatrixOperator, MatrixRequest } from './matrix-request.ts';
import type { PrepareHost } from './prepare.ts';
import { arraysNamed, disposeMemory, uploadMatrix } from './operand-arrays.ts';
import { splitParams } from './prepare.ts';
import type { StepHost } from './run-steps.ts';

/** The format with this id. Errors: `FORMAT.UNCHECKED`, `PLUGIN.UNKNOWN_ID`. */
function formatOf({ registry }: PrepareHost, { formats = [] }: MatrixRequest, id: string): SparseFormat | undefined {
  const given = formats.find((format) => format.id === id);
  return given ?? registry?.formats.find((format) => format.id === id);
}

/** A matrix that is read: one that is copied, or another operator's. */
interface ReadMatrix {
  readonly header: StoredMatrixHeader;
  readonly stored?: StoredMatrix;
}

/** The matrices that are read, checked, in order; those of other operators go to `lent`. Errors: `OPERAND.MATRIX`, `FORMAT.*`, those of `symbolic`. */
async function readMatrices(
  host: PrepareHost,
  request: MatrixRequest,
  names: readonly string[],
  lent: Map<string, LentMatrix>,
): Promise<Record<string, ReadMatrix>> {
  const { operation, matrices, trusted } = request;
  const surplus = Object.keys(matrices).find((name) => !names.includes(name));
  if (surplus !== undefined || names.some((name) => matrices[name] === undefined)) {
    throw new SpmvError(
      'OPERAND.MATRIX',
      `${operation.formula} reads ${names.join(', ')}, and ${Object.keys(matrices).join(', ') || 'no matrix'} was given.`,
      { fix: `Give as \`matrices\` just: ${names.join(', ')}.`, details: { operation: operation.id, names } },
    );
  }
  const read: Record<string, ReadMatrix> = {};
  for (const name of names) {
    const made = madeBy(matrices[name]);
    if (made) {
      const one = await made.lend();
      lent.set(name, one);
      read[name] = one;
    } else {
      const matrix = matrices[name] as StoredMatrix;
      const format = formatOf(host, request, matrix.format);
      const checks = { ...(format ? { format } : {}), ...(trusted === true ? { trusted } : {}) };
      const stored = checkedMatrix({ operation, matrix, ...checks });
      read[name] = { header: headerOf(stored), stored };
    }
  }
  return read;
}

/** The first kernel of the registry that reads these formats and runs here. Errors: `KERNEL.NONE`. */
function usualKernel(
  { descriptor, driver, registry }: PrepareHost,
  operation: MatrixOperation,
  matrices: Readonly<Record<string, StoredMatrixHeader>>,
  precision: Precision,
): MatrixKernel {
  const formats = Object.fromEntries(Object.entries(matrices).map(([name, { format }]) => [name, format]));
  const here = { id: descriptor.id, targets: descriptor.targets, device: driver.device };
  const [first] = registry ? matrixKernelsHere({ ...here, registry }, { operation, precision, formats }) : [];
  if (first) return first;
  const wanted = Object.entries(formats).map(([name, format]) => `${name} in ${format}`);
  throw kernelError(
    'NONE',
    `No kernel of the registry computes '${operation.id}' with ${wanted.join(' and ')} in ${precision} on '${descriptor.id}'.`,
    'Put into the registry a plugin with such kernels, name a kernel, or convert the matrices to a format that a kernel reads: csr.',
  );
}

function checkKernel(
  kernel: MatrixKernel,
  operation: MatrixOperation,
  matrices: Readonly<Record<string, StoredMatrixHeader>>,
): void {
  if (kernel.operation !== operation.id)
    throw kernelError(
      'WRONG_OPERATION',
      `Kernel '${kernel.id}' computes '${kernel.operation}', not '${operation.id}'.`,
      `Choose a kernel of '${operation.id}'.`,
    );
  for (const [name, { format }] of Object.entries(matrices)) {
    if (kernel.formats[name] === format) continue;
    throw kernelError(
      'WRONG_FORMAT',
      `Kernel '${kernel.id}' reads ${name} in format '${kernel.formats[name]}', and it is in '${format}'.`,
      `Build ${name} in '${kernel.formats[name]}', or choose a kernel of '${format}'.`,
    );
  }
}

/** Everything `Backend.prepareMatrix` promises. */
export async function prepareMatrixOperator(host: PrepareHost, request: MatrixRequest): Promise<MatrixOperator> {
  const lent = new Map<string, LentMatrix>();
  try {
    return await prepared(host, request, lent);
  } catch (error) {
    for (const one of lent.values()) one.giveBack();
    throw error;
  }
}

async function prepared(
  host: PrepareHost,
  request: MatrixRequest,
  lent: Map<string, LentMatrix>,
): Promise<MatrixOperator> {
  const { descriptor, driver, lifetime } = host;
  const { operation } = request;
  const options = operationOptions(operation, request.kernel?.options);
  const roles = operation.matrices(options);
  const names = roles.filter(({ access }) => access === 'read').map(({ name }) => name);
  const [written, ...others] = roles.filter(({ access }) => access === 'write').map(({ name }) => name);
  if (written === undefined || others.length > 0 || names.length === 0) {
    throw new SpmvError(
      'OPERATION.INVALID',
      `Operation '${operation.id}' is not valid: it reads ${names.length} matrices and writes ${roles.length - names.length}, and has to read at least 1 and write 1.`,
      { fix: 'Correct the operation: see MatrixOperation in @spmv/core.', details: { operation: operation.id } },
    );
  }
  const read = await readMatrices(host, request, names, lent);
  const headers = Object.fromEntries(names.map((name) => [name, (read[name] as ReadMatrix).header]));
  const matrix = headers[names[0] as string] as StoredMatrixHeader;
  const precision = request.precision ?? matrix.valueType;
  checkPrecision(driver.device, precision);
  const kernel = request.kernel ?? usualKernel(host, operation, headers, precision);
  checkKernel(kernel, operation, headers);
  for (const name of lent.keys()) {
    const made = madeBy(request.matrices[name]);
    if (made) checkLender(name, made, { driver, target: kernel.target });
  }
  const obstacle = kernelObstacle(kernel, descriptor, driver.device, precision);
  if (obstacle) throw obstacle;
  const arithmetic = kernel.precisions.find((one) => one.precision === precision);
  const wanted = PRECISIONS[precision].host;
  const odd = names.find((name) => headers[name]?.valueType !== wanted);
  if (!arithmetic || odd !== undefined) {
    throw kernelError(
      'PRECISION_UNSUPPORTED',
      `Precision ${precision} needs matrices of ${wanted} values, and ${odd} holds ${odd && headers[odd]?.valueType}.`,
      `Build ${odd} with valueType '${wanted}'.`,
    );
  }
  const shape = operation.shape(
    Object.fromEntries(Object.entries(headers).map(([name, header]) => [name, header.shape])),
    options,
  );
  if (typeof shape === 'string') {
    throw new SpmvError('OPERAND.SIZE', `${operation.formula}: ${shape}.`, {
      fix: 'Give matrices whose shapes fit; transpose one where that is meant.',
      details: { operation: operation.id },
    });
  }
  const resultFormat = kernel.formats[written] ?? '';
  const format = formatOf(host, request, resultFormat);
  if (!format) {
    throw new SpmvError('FORMAT.UNCHECKED', `The result is in format '${resultFormat}', which is not known here.`, {
      fix: 'Pass it (formats: [csr] of @spmv/formats), or open the backend from a registry that has it.',
      details: { format: resultFormat },
    });
  }
  const sizes = { ...matrix.shape, nnz: matrix.nnz };
  const maxWorkBytes = request.maxWorkBytes ?? Number.POSITIVE_INFINITY;
  const context: MatrixContext = {
    matrix,
    matrices: headers,
    device: driver.device,
    precision: arithmetic,
    sizes,
    maxWorkBytes,
  };
  const split = splitParams(request.params ?? {}, descriptor.launchParams);
  const launch = { device: driver.device, kernel: { id: kernel.id, target: kernel.target }, matrix, flops: 0 };
  const launchParams = resolveParams(descriptor.launchParams, split.launch, launch, `backend '${descriptor.id}'`);
  const kernelParams = resolveParams(kernel.params, split.kernel, context, `kernel '${kernel.id}'`);
  const scalars = operation.scalars.map(({ name, default: usual = Number.NaN }) => ({ name, default: usual }));
  const driverRequest: Omit<DriverRequest, 'program' | 'memory'> = {
    signature: { matrix: undefined, buffers: [], scalars, places: scalars.map((_, s) => -1 - s) },
    sizes,
    matrix: { ...matrix, arrays: {} },
    kernel,
    auxiliary: {},
    kernelParams,
    launchParams,
    precision: arithmetic,
  };
  const steps: Omit<StepHost, 'resultElement'> = {
    driver,
    request: driverRequest,
    memory: new Map<string, DriverArray>(),
    maxWorkBytes,
    costs: {
      workBytes: 0,
      peakWorkBytes: 0,
      storedBytes: 0,
      peakBytes: 0,
      boundBytes: undefined,
      reads: 0,
      readBytes: 0,
    },
  };
  const kept: DriverOperator[] = [];
  const make = async (): Promise<number> => {
    let bytes = 0;
    try {
      for (const [name, { stored }] of Object.entries(read)) {
        if (stored) bytes += await uploadMatrix(steps, name, stored);
      }
    } catch (error) {
      disposeMemory(steps);
      throw error;
    }
    for (const [name, { arrays }] of lent)
      for (const [array, there] of arrays) steps.memory.set(`${name}.${array}`, there);
    return bytes;
  };
  // Of the result, and of what was copied.
  const loans = new Map([written, ...names.filter((name) => !lent.has(name))].map((name) => [name, createLoan()]));
  /** Takes the arrays of an operand out of the memory. */
  const taken = (name: string): readonly DriverArray[] => {
    const held = arraysNamed(steps.memory, name);
    for (const array of held.keys()) steps.memory.delete(`${name}.${array}`);
    return [...held.values()];
  };
  let isResultAlone = false;
  const freeBesideResult = async (): Promise<void> => {
    if (isResultAlone) return;
    isResultAlone = true;
    if (kept.length > 0 && !driver.freesInOrder) await driver.finish();
    for (const operator of kept.splice(0)) operator.dispose();
    for (const name of names) {
      const arrays = taken(name);
      loans.get(name)?.end(arrays);
    }
    const result = arraysNamed(steps.memory, written);
    for (const array of result.keys()) steps.memory.delete(`${written}.${array}`);
    disposeMemory(steps);
    for (const [array, there] of result) steps.memory.set(`${written}.${array}`, there);
    steps.costs.workBytes = 0;
    for (const one of lent.values()) one.giveBack();
  };
  const { made: operandBytes, lifetime: own } = await lifetime.create('matrix operator', make, async () => {
    await freeBesideResult();
    loans.get(written)?.end(taken(written));
  });
  const parts = {
    operation,
    kernel,
    context,
    kernelParams,
    shape,
    written,
    format,
    host: steps,
    operandBytes,
    lent,
    loans,
    given: request.matrices,
    freeBesideResult,
  };
  const { maxResultBytes = Number.POSITIVE_INFINITY } = request;
  return createMatrixOperator({ ...parts, maxResultBytes, lifetime: own }, kept);
}
