import { SpmvError } from '../errors/spmv-error.ts';
import { formatBuilt } from '../format/built-mark.ts';
import type { SparseFormat } from '../format/sparse-format.ts';
import type { StoredMatrix } from '../format/stored-matrix.ts';
import { headerOf } from '../format/stored-matrix.ts';
import type { Stripe, StripeRule } from '../format/stripes.ts';
import { stripesOf } from '../format/stripes.ts';
import { bindKernel } from '../kernel/kernel-context.ts';
import type { DenseLayout, Operand, Sizes } from '../operation/operand.ts';
import type { Operation } from '../operation/operation.ts';
import { operationOptions } from '../operation/operation.ts';
import { layoutsOf } from '../operation/signature.ts';
import type { DeviceInfo } from './device-info.ts';
import type { DriverOperator, DriverRequest } from './backend-driver.ts';

/** One of the stripes into which the rows of a matrix are divided, as an operator of its own. */
export interface DriverStripe extends Pick<Stripe, 'begin' | 'end' | 'columns'> {
  /** Absent where the product of the stripe is trivial: it has no rows or no entries. Its operands along `cols` have full length. */
  readonly request: DriverRequest | undefined;
}

/** What a driver of several devices makes an operator of. */
export interface DividedRequest extends Pick<DriverRequest, 'signature' | 'sizes' | 'kernel' | 'precision'> {
  /** For each operand in memory: whether its elements, or the rows of a dense one, are as many as the matrix has rows or columns. */
  readonly along: readonly ('rows' | 'cols' | undefined)[];
  readonly stripes: readonly DriverStripe[];
}

/** A driver whose devices each compute some rows. */
export interface Dividing {
  readonly rule: StripeRule;
  /** Binds one program for each stripe. */
  prepare(request: DividedRequest): Promise<DriverOperator>;
}

function alongOf(operand: Operand): 'rows' | 'cols' | undefined {
  const size = operand.role === 'vector' ? operand.length : operand.role === 'dense' ? operand.rows : undefined;
  const isBatch = operand.role === 'dense' && operand.batch !== undefined;
  return !isBatch && (size === 'rows' || size === 'cols') ? size : undefined;
}

function formatOf(given: SparseFormat | undefined, matrix: StoredMatrix): SparseFormat {
  const format = given ?? formatBuilt(matrix);
  if (format) return format;
  throw new SpmvError(
    'FORMAT.UNCHECKED',
    'The matrix was not built by buildMatrix, and it cannot be divided between devices without its format.',
    { fix: "Pass its format too (format: registry.format('csr')), or open one device." },
  );
}

/** Everything besides the request of the whole that dividing it takes. */
export interface DividedPlace {
  readonly operation: Operation;
  readonly device: DeviceInfo;
  /** Of the operation's own. */
  readonly sizes: Sizes;
  readonly format: SparseFormat | undefined;
}

/** The request of a whole product as one for each stripe. `whole` has neither program nor auxiliary arrays. Errors: as of `stripesOf`, `FORMAT.UNCHECKED`. */
export function dividedRequest(
  whole: Omit<DriverRequest, 'program' | 'auxiliary'>,
  { operation, device, sizes, format }: DividedPlace,
  rule: StripeRule,
): DividedRequest {
  const { signature, kernel, kernelParams, precision, matrix } = whole;
  // A line of a dense operand is as long in a stripe as in the whole.
  const layouts = Object.fromEntries(
    Object.entries(layoutsOf(signature)).map(([name, { order, leadingDimension }]: [string, DenseLayout]) => [
      name,
      { order, leadingDimension },
    ]),
  );
  const partOf = ({ matrix: part }: Stripe): DriverRequest | undefined => {
    const place = { matrix: headerOf(part), device, precision, sizes, layouts };
    const { context, signature: own } = bindKernel(operation, kernel, place);
    if (operation.trivial.sizes.some((name) => context.sizes[name] === 0)) return undefined;
    return {
      ...whole,
      signature: own,
      sizes: context.sizes,
      matrix: part,
      program: kernel.program(context, kernelParams),
      auxiliary: kernel.analyse?.(part, context, kernelParams) ?? {},
    };
  };
  const inMemory = operation
    .operands(operationOptions(operation, kernel.options))
    .filter(({ role }) => role !== 'matrix' && role !== 'scalar');
  return {
    signature,
    sizes: whole.sizes,
    kernel,
    precision,
    along: inMemory.map(alongOf),
    stripes: stripesOf(formatOf(format, matrix), matrix, rule).map((stripe) => ({
      begin: stripe.begin,
      end: stripe.end,
      columns: stripe.columns,
      request: partOf(stripe),
    })),
  };
}
