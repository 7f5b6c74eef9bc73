import type { CudaLaunch } from '@spmv/core';
import { SpmvError } from '@spmv/core';

/** The entry points of a source. */
export interface CudaEntries {
  readonly file: string;
  /** The names of an entry point's parameters, or `undefined` where there is no such entry point. */
  parametersOf(entryPoint: string): readonly string[] | undefined;
}

const FUNCTION = /\bvoid (?:__launch_bounds__ ?\((?:[^()]|\([^()]*\))*\) )?(\w+) ?\(([^()]*)\) ?\{/gu;
const ENTRY =
  /\b(SPMV_ENTRY|(?:BOUNDED_)?ENTR(?:Y|IES))\((?:(?:__launch_bounds__)?\([^;{}]*?\), )?([\w#]+), (?:([A-Za-z]\w*), )?(\d+), (\w+)/gu;

const namesOf = (parameters: string): readonly string[] =>
  parameters
    .replaceAll(/<[^<>]*>/gu, '')
    .split(',')
    .flatMap((one) => /\w+(?=\s*$)/u.exec(one)?.[0] ?? []);

/** The name of an entry as a macro writes it; what a macro is given for it, in capitals, may be anything. */
const patternOf = (macro: string, name: string, precision: string | undefined): string =>
  [...name.split('##'), ...(macro.endsWith('IES') ? ['_(?:f64|f32)'] : precision === undefined ? [] : ['_', precision])]
    .map((token) => (/^[A-Z][A-Z_\d]*$/u.test(token) ? String.raw`\w+` : token))
    .join('');

const writtenOut = (pattern: string): number => pattern.replaceAll(String.raw`\w+`, '').length;

/** The entry points of CUDA C++ whose own headers are in the text: `extern "C" __global__` functions, and those of `ENTRIES` and `ENTRY` of entries.cuh. */
export function cudaEntries(file: string, source: string): CudaEntries {
  const text = source.replaceAll(/\/\/.*/gu, '').replaceAll(/(?:\s|\\\n)+/gu, ' ');
  const functions = [...text.matchAll(FUNCTION)].map(([, name = '', parameters = '']) => ({
    name,
    names: namesOf(parameters),
  }));
  const written = [...text.matchAll(ENTRY)].map(([, macro = '', name = '', precision, count, called]) => ({
    name: patternOf(macro, name, precision),
    names: functions.find((one) => one.name === called && one.names.length === Number(count))?.names,
  }));
  // The more of a name is written out, the earlier: a macro may make any.
  const entries = [...functions, ...written].sort((one, other) => writtenOut(other.name) - writtenOut(one.name));
  return {
    file,
    parametersOf: (entryPoint) => entries.find(({ name }) => new RegExp(`^${name}$`, 'u').test(entryPoint))?.names,
  };
}

/**
 * Refuses launches whose arguments are not called as the parameters of their entry points, or stand in another order: what is called otherwise
 * would be read as something else.
 *
 * Errors: `KERNEL.PROGRAM_INVALID`.
 */
export function checkEntries(
  kernel: string,
  launches: readonly Pick<CudaLaunch, 'entryPoint' | 'arguments'>[],
  { file, parametersOf }: CudaEntries,
): void {
  for (const { entryPoint, arguments: given } of launches) {
    const parameters = parametersOf(entryPoint);
    const names = Object.keys(given);
    const count = Math.max(names.length, parameters?.length ?? 0);
    const at = Array.from({ length: count }, (_, i) => i).find((i) => names[i] !== parameters?.[i]);
    if (parameters && at === undefined) continue;
    const what = parameters
      ? `parameter ${at} is ${parameters[at as number] ?? 'not there'} in ${file} and ${names[at as number] ?? 'not there'} in the launch`
      : `${file} has no such entry point`;
    throw new SpmvError('KERNEL.PROGRAM_INVALID', `Kernel '${kernel}', launch '${entryPoint}': ${what}.`, {
      fix: `Name the launch's arguments as ${file} has the parameters, in their order.`,
      details: { kernel, entryPoint, file, parameters, arguments: names },
    });
  }
}
