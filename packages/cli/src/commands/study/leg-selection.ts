import type { Precision } from '@spmv/core';
import type { NotRun, Study, StudyLeg } from '@spmv/studies';
import { suggestNames } from '@spmv/core';
import { studies } from '@spmv/studies';
import { usageError } from '../../cli-error.ts';
import { matrixSource } from '../../matrices/matrix-source.ts';
import type { CommandSelection } from '../../session/selection.ts';

/** Why what the command line left out was not run. */
export const NOT_ASKED = 'it was not asked for';

/** The named ones of a list, in its order, or all. Errors: usage. */
export function chosen<T>(
  all: readonly T[],
  nameOf: (one: T) => string,
  names: readonly string[] | undefined,
  what: string,
): readonly T[] {
  const astray = names?.find((name) => !all.some((one) => nameOf(one) === name));
  if (astray !== undefined)
    throw usageError(`This study has no ${what} '${astray}'.`, suggestNames(astray, all.map(nameOf)));
  return names ? all.filter((one) => names.includes(nameOf(one))) : all;
}

/** The legs and matrices that the command line left out, so that exhibits can say why they lack them. */
export function unasked(study: Study, { legs, matrices }: Pick<Study, 'legs' | 'matrices'>): readonly NotRun[] {
  const asked = new Set<unknown>([...legs, ...matrices]);
  const rest = { what: 'all of it', why: NOT_ASKED };
  return [
    ...study.legs.filter((leg) => !asked.has(leg)).map(({ id }) => ({ leg: id, matrix: null, ...rest })),
    ...study.matrices.filter((matrix) => !asked.has(matrix)).map(({ name }) => ({ leg: null, matrix: name, ...rest })),
  ];
}

/** The backends that its legs run on, or those of them that were asked for. Errors: usage, for one that no study runs on, and where not one of its own is asked for. */
export function backendsOf({ legs }: Pick<Study, 'legs'>, asked: readonly string[] | undefined): readonly string[] {
  const idsOf = (of: readonly StudyLeg[]): readonly string[] => [
    ...new Set(of.flatMap(({ backends = [] }) => backends)),
  ];
  const own = idsOf(legs);
  const some = asked ? own.filter((id) => asked.includes(id)) : own;
  const known = some.length === 0 ? own : idsOf(studies.flatMap((study) => study.legs));
  const astray = asked?.find((id) => !known.includes(id));
  if (astray !== undefined)
    throw usageError(`Nothing of this study runs on backend '${astray}'.`, suggestNames(astray, own));
  return some;
}

/** What of a leg this machine can run. */
export interface NarrowedLeg {
  readonly params: Readonly<Record<string, readonly string[]>>;
  readonly notRun: readonly NotRun[];
}

/** Numbers of threads that the machine has no processors for say nothing about a kernel; only backend `threads` takes any. */
export function withinCores({ id, params = {} }: StudyLeg, backends: readonly string[], cores: number): NarrowedLeg {
  const { threads, ...others } = params;
  const beyond = (threads ?? []).filter((value) => Number(value) > cores);
  const own = threads?.flatMap((value) => (beyond.includes(value) ? [] : [value === 'cores' ? cores : value]));
  const kept = Object.entries({ ...others, ...(own && backends.includes('threads') ? { threads: own } : {}) }).map(
    ([name, values]) => [name, values.map(String)],
  );
  const why = `this machine runs ${cores} at a time`;
  return {
    params: Object.fromEntries(kept) as NarrowedLeg['params'],
    notRun: beyond.length === 0 ? [] : [{ leg: id, matrix: null, what: `threads ${beyond.join(', ')}`, why }],
  };
}

/** A leg as the engine takes it. */
export function selectionOfLeg(
  leg: StudyLeg,
  backends: readonly string[],
  { params }: NarrowedLeg,
  devices: Readonly<Record<string, string>>,
): CommandSelection {
  const { operation, options, sizes, operands, formats, kernels, precisions, stored } = leg;
  const own = Object.entries(devices).filter(([backend]) => backends.includes(backend));
  return {
    ...(operation === undefined ? {} : { operation }),
    ...(options
      ? { optionTexts: Object.fromEntries(Object.entries(options).map(([name, value]) => [name, String(value)])) }
      : {}),
    ...(sizes ? { sizes } : {}),
    ...(operands
      ? { operands: Object.fromEntries(Object.entries(operands).map(([name, text]) => [name, matrixSource(text)])) }
      : {}),
    backends,
    devices: Object.fromEntries(own),
    ...(formats ? { formats } : {}),
    ...(kernels ? { kernels } : {}),
    ...(precisions ? { precisions: precisions as readonly Precision[] } : {}),
    ...(stored ? { stored: stored as readonly Precision[] } : {}),
    params,
    points: 'default',
  };
}
