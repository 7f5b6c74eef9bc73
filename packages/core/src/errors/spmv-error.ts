/** What went wrong, never which package said so. */
export type ErrorNamespace =
  | 'MMIO'
  | 'FILE'
  | 'FORMAT'
  | 'PARAM'
  | 'KERNEL'
  | 'OPERATION'
  | 'OPERAND'
  | 'BACKEND'
  | 'PLUGIN'
  | 'LIFETIME'
  | 'STUDY'
  | 'REPORT'
  | 'SOLVER'
  | 'TRACE'
  | 'PARTITION';

/** `NAMESPACE.SUBCODE`, for example `OPERAND.LENGTH`. Every code is listed in docs/errors.md. */
export type ErrorCode = `${ErrorNamespace}.${string}`;

/** What an error has besides its code and message. */
export interface SpmvErrorOptions {
  /** What the user does next, as one imperative sentence. */
  readonly fix: string;
  /** The numbers and names of the message, for programs. Plain data. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

const MARK: unique symbol = Symbol.for('@spmv/error') as never;

/**
 * The error of every public operation. `message` says what happened and where, `fix` what to do about it.
 * Recognise it with {@link isSpmvError}: `instanceof` fails when two copies of this package are installed.
 */
export class SpmvError extends Error {
  readonly code: ErrorCode;
  readonly fix: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, options: SpmvErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'SpmvError';
    this.code = code;
    this.fix = options.fix;
    this.details = options.details ?? {};
    Object.defineProperty(this, MARK, { value: true });
  }
}

/** Whether `value` is an error of spmv, and of this code when one is given. Judged by shape, so two copies of core agree. */
export function isSpmvError(value: unknown, code?: ErrorCode): value is SpmvError {
  if (!(value instanceof Error) || !(MARK in value)) return false;
  const found = (value as { readonly code?: unknown }).code;
  return typeof found === 'string' && (code === undefined || found === code);
}
