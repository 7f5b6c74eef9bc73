import { SpmvError } from '@spmv/core';

/** The names of parameters as C++ declares them: `const double* x, int rows`. */
export function parameterNames(parameters: string): readonly string[] {
  return parameters
    .replaceAll(/<[^<>]*>/gu, '')
    .split(',')
    .flatMap((one) => /\w+(?=\s*$)/u.exec(one)?.[0] ?? []);
}

/** A call by names: of what, where its parameters are written, and what has its arguments. */
export interface NamedCall {
  readonly subject: string;
  readonly source: string;
  readonly call: 'launch' | 'program';
  readonly names: readonly string[];
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * Refuses arguments that are not called as the parameters, or stand in another order: what is called otherwise would be read as something else.
 *
 * Errors: `KERNEL.PROGRAM_INVALID`.
 */
export function checkNames({ subject, source, call, names, details }: NamedCall, parameters?: readonly string[]): void {
  const count = Math.max(names.length, parameters?.length ?? 0);
  let at = 0;
  while (at < count && names[at] === parameters?.[at]) at++;
  if (parameters && at === count) return;
  const named = (all: readonly string[]): string => all[at] ?? 'not there';
  const what = parameters
    ? `parameter ${at} is ${named(parameters)} in ${source} and ${named(names)} in the ${call}`
    : `${source} has no such entry point`;
  throw new SpmvError('KERNEL.PROGRAM_INVALID', `${subject}: ${what}.`, {
    fix: `Name the ${call}'s arguments as ${source} has the parameters, in their order.`,
    details: { ...details, parameters, arguments: names },
  });
}
