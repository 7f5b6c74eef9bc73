import type { Shape } from '../data/coo.ts';
import type { Precision } from '../data/precision.ts';
import { precisionOf } from '../data/precision.ts';
import { shown } from '../errors/shown.ts';
import { SpmvError } from '../errors/spmv-error.ts';
import type { StoredMatrix } from '../format/stored-matrix.ts';
import { NO_MATRIX, headerOf } from '../format/stored-matrix.ts';
import { bindKernel } from '../kernel/kernel-context.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { Operation } from '../operation/operation.ts';
import { storesMatrix } from '../operation/operation.ts';
import type { Signature } from '../operation/signature.ts';
import type { Params, ParamSpace } from '../params/param-space.ts';
import { resolveParams } from '../params/resolve-params.ts';
import type {
  BackendDescriptor,
  BackendDriver,
  DriverOperator,
  DriverVector,
  LaunchContext,
} from './backend-driver.ts';
import { checkedMatrix } from './checked-matrix.ts';
import type { RequestedMatrix, WantedMatrix } from './choose-kernel.ts';
import { arithmeticOf, checkFormat, checkUnread, componentsOf, usualKernel } from './choose-kernel.ts';
import type { Binding } from './bind-request.ts';
import { driverRequest, kernelParamsOf } from './bind-request.ts';
import { checkStripes, stripedRequest, headerOfStripes } from './prepare-stripes.ts';
import { dividedRequest, sharedRequest } from './divided.ts';
import { checkPrecision, kernelError, kernelObstacle } from './kernel-obstacle.ts';
import { launchContext } from './launch-context.ts';
import type { Late } from './late.ts';
import type { Lifetime } from './lifetime.ts';
import type { LentMatrix, LentOperand } from './made-matrix.ts';
import { checkLender, madeBy } from './made-matrix.ts';
import type { Operator } from './operator.ts';
import { createOperator } from './operator.ts';
import type { Registry } from '../registry/registry.ts';
import type { KernelRequest, PrepareRequest } from './prepare-request.ts';

/** The opened backend that prepares. */
export interface PrepareHost {
  readonly descriptor: BackendDescriptor;
  readonly driver: BackendDriver;
  readonly lifetime: Lifetime;
  /** Brings the kernels that are not named. */
  readonly registry: Registry | undefined;
  /** Owns the vectors. */
  readonly owner: Late;
}

/** Splits parameters given together into the kernel's and the backend's; a name that neither has goes to the kernel, which refuses it. */
export function splitParams(params: Params, launch: ParamSpace<LaunchContext>): { kernel: Params; launch: Params } {
  const entries = Object.entries(params);
  return {
    kernel: Object.fromEntries(entries.filter(([name]) => !Object.hasOwn(launch.axes, name))),
    launch: Object.fromEntries(entries.filter(([name]) => Object.hasOwn(launch.axes, name))),
  };
}

function matrixOf(request: PrepareRequest, wantsMatrix: boolean): RequestedMatrix {
  const { operation, stripes } = request;
  if (!wantsMatrix) {
    if (request.matrix === undefined && stripes === undefined) return NO_MATRIX;
    throw new SpmvError('OPERAND.MATRIX', `Operation '${operation.id}' has no stored matrix, but one was given.`, {
      fix: 'Leave out `matrix`: all operands are given with each product.',
    });
  }
  if (stripes && request.matrix !== undefined) {
    throw new SpmvError(
      'OPERAND.MATRIX',
      `Operation '${operation.id}' was given its matrix twice: whole and in stripes.`,
      {
        fix: 'Give `matrix` or `stripes`.',
      },
    );
  }
  return stripes ?? checkedMatrix({ ...request, matrix: request.matrix as StoredMatrix });
}

/** A matrix of the device as one without contents of the host. */
const withoutContents = ({ header }: LentMatrix): StoredMatrix => ({ ...header, arrays: {} });

/** Errors: `OPERAND.SIZE`. */
function checkSizes({ operation, sizes = {} }: PrepareRequest): void {
  for (const [name, value] of Object.entries(sizes)) {
    const known = Object.hasOwn(operation.sizes, name);
    if (known && Number.isInteger(value) && value >= 0 && value < 2 ** 31) continue;
    const names = Object.keys(operation.sizes);
    throw new SpmvError('OPERAND.SIZE', `Operation '${operation.id}': size ${name} = ${value} is not possible.`, {
      fix: known
        ? 'Give a non-negative integer below 2^31.'
        : `The sizes that it declares are: ${names.join(', ') || 'none'}.`,
      details: { operation: operation.id, size: name, value },
    });
  }
}

function checkOperation(operation: Operation, kernel: Kernel): void {
  if (kernel.operation === operation.id) return;
  throw kernelError(
    'WRONG_OPERATION',
    `Kernel '${kernel.id}' computes '${kernel.operation}', not '${operation.id}'.`,
    `Choose a kernel of '${operation.id}', or prepare '${kernel.operation}'.`,
  );
}

/** A driver's operator, and what stands for operands without elements. */
interface Bound {
  readonly operator: DriverOperator;
  readonly standIn: DriverVector | undefined;
  readonly kernelParams: Params;
}

/** The operator with a vector of one element where an operand has none: drivers know no vector without elements. */
async function withStandIn(
  driver: BackendDriver,
  operator: DriverOperator,
  { buffers }: Signature,
  precision: Precision,
): Promise<Pick<Bound, 'operator' | 'standIn'>> {
  if (buffers.every(({ length }) => length > 0)) return { operator, standIn: undefined };
  let standIn: DriverVector | undefined;
  try {
    standIn = driver.createVector(1, precision);
    await standIn.ready;
    return { operator, standIn };
  } catch (error) {
    standIn?.dispose();
    operator.dispose();
    throw error;
  }
}

/** The shape of the map: of Aᵀ where what is written is as long as A has columns. */
function mapShape({ rows, cols }: Shape, { buffers }: Signature): Shape {
  const written = buffers.find(({ access }) => access !== 'read');
  const isTransposed = written?.size === 'cols';
  return isTransposed ? { rows: cols, cols: rows } : { rows, cols };
}

/** Everything `Backend.prepare` promises. */
export function prepareOperator<Args extends readonly unknown[]>(
  host: PrepareHost,
  given: PrepareRequest<Args>,
): Promise<Operator<Args>> {
  const made = madeBy(given.matrix);
  return made ? prepareLent(host, given, made) : prepareWith(host, given);
}

/** The same with a matrix that is on the device. */
async function prepareLent<Args extends readonly unknown[]>(
  host: PrepareHost,
  given: PrepareRequest<Args>,
  made: LentOperand,
): Promise<Operator<Args>> {
  const lent = await made.lend();
  try {
    await lent.filled();
    return await prepareWith(host, given, { ...lent, made });
  } catch (error) {
    lent.giveBack();
    throw error;
  }
}

/** Everything checked and decided, before anything is made. */
function planned<Args extends readonly unknown[]>(
  host: PrepareHost,
  given: PrepareRequest<Args>,
  lent?: LentMatrix & { readonly made: LentOperand },
) {
  const { descriptor, driver } = host;
  const { operation } = given;
  // A caller in JavaScript may leave it out.
  if ((operation as Operation<Args> | undefined)?.kind !== 'operation')
    throw new SpmvError('OPERATION.INVALID', `operation is ${shown(operation)}, and prepare computes nothing else.`, {
      fix: 'Give { operation: spmv, matrix }, with spmv of @spmv/core, or another operation.',
    });
  if (given.kernel) checkOperation(operation, given.kernel);
  const hasMatrix = storesMatrix(operation, given.kernel?.options);
  const matrix = lent && hasMatrix ? withoutContents(lent) : matrixOf(given, hasMatrix);
  const asked: WantedMatrix = {
    ...given,
    matrix,
    precision: given.precision ?? precisionOf(matrix.valueType, componentsOf(matrix)),
  };
  for (const one of [asked.precision, given.stored ?? asked.precision]) checkPrecision(driver.device, one);
  const kernel = given.kernel ?? usualKernel(host, operation, asked, lent !== undefined);
  const request: KernelRequest = { ...given, kernel };
  if (hasMatrix) checkFormat(kernel, matrix);
  if (lent) {
    checkUnread(kernel);
    checkLender('The matrix', lent.made, { driver, target: kernel.target });
  }
  const obstacle = kernelObstacle(kernel, descriptor, driver.device, asked.precision);
  if (obstacle) throw obstacle;
  const precision = arithmeticOf(kernel, asked);
  checkSizes(request);
  const { stripes } = request;
  const header = lent?.header ?? ('arrays' in matrix ? headerOf(matrix) : headerOfStripes(matrix));
  const place = { matrix: header, device: driver.device, precision, sizes: request.sizes ?? {} };
  const { context, signature } = bindKernel(operation, kernel, { ...place, layouts: request.layouts ?? {} });
  if (stripes) checkStripes(descriptor, driver, request);
  const { sizes } = context;
  const split = splitParams(request.params ?? {}, descriptor.launchParams);
  const launchParams = resolveParams(
    descriptor.launchParams,
    split.launch,
    launchContext(operation, kernel, context),
    `backend '${descriptor.id}'`,
  );
  const isEmpty = operation.trivial.sizes.some((name) => sizes[name] === 0);
  const binding: Binding = { request, precision, launchParams, given: split.kernel, context, signature };
  const usual = stripes ? split.kernel : kernelParamsOf(kernel, split.kernel, context);
  return { binding, matrix, hasMatrix, isEmpty, usual };
}

/** Everything `Backend.compile` promises. */
export async function compileAhead<Args extends readonly unknown[]>(
  host: PrepareHost,
  given: PrepareRequest<Args>,
): Promise<void> {
  if (madeBy(given.matrix)) return;
  const { binding, matrix, isEmpty, usual } = planned(host, given);
  if (!isEmpty && 'arrays' in matrix) await host.driver.compile?.(driverRequest(binding, matrix, binding, usual));
}

async function prepareWith<Args extends readonly unknown[]>(
  host: PrepareHost,
  given: PrepareRequest<Args>,
  lent?: LentMatrix & { readonly made: LentOperand },
): Promise<Operator<Args>> {
  const { driver, lifetime, owner } = host;
  const { operation } = given;
  const { binding, matrix, hasMatrix, isEmpty, usual } = planned(host, given, lent);
  const { request, precision, launchParams, context, signature } = binding;
  const { kernel } = request;
  const bind = async (): Promise<readonly [operator: DriverOperator, kernelParams: Params]> => {
    if ('arrays' in matrix) {
      if (hasMatrix && driver.divided) {
        const divided = dividedRequest(binding, matrix, driver.divided.rule);
        return [await driver.divided.prepare(divided), divided.stripes[0]?.parts[0]?.kernelParams ?? usual];
      }
      if (driver.divided && operation.sharing) {
        return [await driver.divided.share(sharedRequest(binding, operation.sharing)), usual];
      }
      const there = Array.from(lent?.arrays ?? [], ([name, array]) => [`${signature.matrix}.${name}`, array] as const);
      const memory = lent ? { memory: Object.fromEntries(there) } : {};
      return [await driver.prepare({ ...driverRequest(binding, matrix, binding, usual), ...memory }), usual];
    }
    const cut = stripedRequest(binding, matrix);
    return [await (driver.prepareStripes as NonNullable<BackendDriver['prepareStripes']>)(cut), cut.kernelParams];
  };
  const make = async (): Promise<Bound | undefined> => {
    if (isEmpty) return undefined;
    const [operator, kernelParams] = await bind();
    return { ...(await withStandIn(driver, operator, signature, precision.precision)), kernelParams };
  };
  const { made, lifetime: own } = await lifetime.create('operator', make, (bound) => {
    try {
      bound?.operator.dispose();
    } finally {
      bound?.standIn?.dispose();
      lent?.giveBack();
    }
  });
  return createOperator<Args>({
    operation,
    signature,
    sizes: context.sizes,
    kernel,
    shape: mapShape(matrix.shape, signature),
    precision: precision.precision,
    kernelParams: made?.kernelParams ?? usual,
    launchParams,
    driver,
    operator: made?.operator,
    standIn: made?.standIn,
    lifetime: own,
    owner,
  });
}
