/** Where a promise was broken; plain data. */
export type FailureDetails = Readonly<Record<string, unknown>>;

/** What a failing case throws: which promise is broken, how, and where. */
export class ConformanceError extends Error {
  /** The promise, in words of the contract. */
  readonly promise: string;
  /** Matrix, parameters, row, values. */
  readonly details: FailureDetails;

  constructor(promise: string, what: string, details: FailureDetails = {}, cause?: unknown) {
    const where = Object.entries(details)
      .map(([name, value]) => `${name} ${show(value)}`)
      .join(', ');
    super(`${promise}: ${what}${where === '' ? '' : ` (${where})`}`, cause === undefined ? undefined : { cause });
    this.name = 'ConformanceError';
    this.promise = promise;
    this.details = details;
  }
}

function show(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  return JSON.stringify(value) ?? String(value);
}

/** Throws a {@link ConformanceError} unless `holds`. `what` is only made when it is needed. */
export function ensure(
  holds: boolean,
  promise: string,
  what: string | (() => string),
  details: FailureDetails = {},
): asserts holds {
  if (!holds) throw new ConformanceError(promise, typeof what === 'string' ? what : what(), details);
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
