import { suggestNames, unknownOption } from '@spmv/core';

/** What others call options that have another name here. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  tol: 'rtol',
  tolerance: 'rtol',
  precond: 'M',
  preconditioner: 'M',
  maxiterations: 'maxiter',
  iterations: 'maxiter',
  guess: 'x0',
};

function fixFor(name: string, known: readonly string[]): string {
  const meant = ELSEWHERE[name.toLowerCase()];
  const same = known.find((one) => one.toLowerCase() === name.toLowerCase()) ?? meant;
  if (same !== undefined && known.includes(same)) return `Did you mean '${same}'?`;
  // A name of one letter is in most others.
  return suggestNames(
    name,
    known.filter((one) => one.length > 1 || name.length === 1),
  );
}

/** Refuses an option that nobody reads. `known` has every name. Errors: `PARAM.UNKNOWN`. */
export function checkNames(of: string, options: object, known: Readonly<Record<string, true>>): void {
  const names = Object.keys(known);
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(known, name)) continue;
    throw unknownOption(of, name, names, fixFor(name, names));
  }
}
