import type { CudaLaunch } from '@spmv/core';
import { fullPrecisionsOf, precisionsOf } from '../precisions.ts';
import { checkNames, parameterNames } from '../parameter-names.ts';

/** The entry points of a source. */
export interface CudaEntries {
  readonly file: string;
  /** The names of an entry point's parameters, or `undefined` where there is no such entry point. */
  parametersOf(entryPoint: string): readonly string[] | undefined;
}

const FUNCTION = /\b(?:void|[A-Z]\w*) (?:__launch_bounds__ ?\((?:[^()]|\([^()]*\))*\) )?(\w+) ?\(([^()]*)\) ?\{/gu;
const ENTRY =
  /\b(SPMV_ENTRY|(?:BOUNDED_|PACKED_)?ENTR(?:Y|IES))\((?:(?:(?:__launch_bounds__)?\([^;{}]*?\))?, )?([\w#]+), (?:([A-Za-z]\w*), )?(\d+), (\w+)/gu;

/** What entries of all numbers as the host has them are made for. */
const FULL = [...fullPrecisionsOf('cuda'), ...precisionsOf('cuda', 2)].map(({ precision }) => precision);

/** The name of an entry as a macro writes it; what a macro is given for it, in capitals, may be anything. */
const patternOf = (macro: string, name: string, precision: string | undefined): string =>
  [
    ...name.split('##'),
    ...(macro.endsWith('IES')
      ? [`_(?:conjugated_)?(?:${FULL.join('|')})`]
      : precision === undefined
        ? []
        : ['_', precision]),
  ]
    .map((token) => (/^[A-Z][A-Z_\d]*$/u.test(token) ? String.raw`\w+` : token))
    .join('');

const writtenOut = (pattern: string): number => pattern.replaceAll(String.raw`\w+`, '').length;

/** The entry points of CUDA C++ whose own headers are in the text: `extern "C" __global__` functions, and those of the macros of entries.cuh. */
export function cudaEntries(file: string, source: string): CudaEntries {
  const text = source.replaceAll(/\/\/.*/gu, '').replaceAll(/(?:\s|\\\n)+/gu, ' ');
  const functions = [...text.matchAll(FUNCTION)].map(([, name = '', parameters = '']) => ({
    name,
    names: parameterNames(parameters),
  }));
  const written = [...text.matchAll(ENTRY)].map(([, macro = '', name = '', precision, count, called]) => ({
    name: patternOf(macro, name, precision),
    names: functions.find((one) => one.name === called && one.names.length === Number(count))?.names,
  }));
  // The more of a name is written out, the earlier: a macro may make any.
  const entries = [...functions, ...written]
    .sort((one, other) => writtenOut(other.name) - writtenOut(one.name))
    .map(({ name, names }) => ({ pattern: new RegExp(`^${name}$`, 'u'), names }));
  const known = new Map<string, readonly string[] | undefined>();
  return {
    file,
    parametersOf(entryPoint) {
      if (!known.has(entryPoint)) known.set(entryPoint, entries.find(({ pattern }) => pattern.test(entryPoint))?.names);
      return known.get(entryPoint);
    },
  };
}

/** Refuses launches whose arguments are not called as the parameters of their entry points: see `checkNames`. Errors: `KERNEL.PROGRAM_INVALID`. */
export function checkEntries(
  kernel: string,
  launches: readonly Pick<CudaLaunch, 'entryPoint' | 'arguments'>[],
  { file, parametersOf }: CudaEntries,
): void {
  for (const { entryPoint, arguments: given } of launches) {
    const subject = `Kernel '${kernel}', launch '${entryPoint}'`;
    const details = { kernel, entryPoint, file };
    checkNames({ subject, source: file, call: 'launch', names: Object.keys(given), details }, parametersOf(entryPoint));
  }
}
