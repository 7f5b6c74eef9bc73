import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CooMatrix, Params } from '@spmv/core';
import { generateMatrix } from '@spmv/testkit';
import { registry, traced } from './traced.ts';

const repository = new URL('../../../', import.meta.url);

/** What tools/device/ncu-sectors.sh leaves, kept. */
export const RECORDED_FILE: string = fileURLToPath(new URL('bench/results/cuda/ncu-sectors.csv', repository));

interface Cases {
  readonly matrices: Readonly<
    Record<string, { readonly generator: string; readonly options: Readonly<Record<string, number | string>> }>
  >;
  readonly kernels: readonly { readonly kernel: string; readonly params: Params }[];
}

/** The cases that are to be measured. */
export const cases = JSON.parse(
  readFileSync(fileURLToPath(new URL('tools/device/ncu-cases.json', repository)), 'utf8'),
) as Cases;

/** Sectors of one launch. */
export interface LaunchSectors {
  readonly kernel: string;
  readonly params: string;
  readonly matrix: string;
  readonly entryPoint: string;
  readonly loadSectors: number;
  readonly storeSectors: number;
}

/** The matrix of a case. */
export function caseMatrix(name: string): CooMatrix {
  const found = cases.matrices[name];
  if (!found) throw new Error(`ncu-cases.json has no matrix '${name}'`);
  return generateMatrix(found.generator, found.options);
}

/** What the interpreter counts, for each launch of a case. */
export function interpreted(kernel: string, params: Params, matrix: string, coo: CooMatrix): readonly LaunchSectors[] {
  const written = Object.entries(params).map(([name, value]) => `${name}=${value}`);
  return traced(registry.kernel(kernel), { coo, params }).trace.launches.map(({ entryPoint, counts }) => ({
    kernel,
    params: written.join(';'),
    matrix,
    entryPoint,
    loadSectors: counts.load.sectors,
    storeSectors: counts.store.sectors,
  }));
}

/** The rows of a record. */
export function recordedIn(csv: string): readonly LaunchSectors[] {
  const [header = '', ...lines] = csv.trim().split('\n');
  const names = header.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    const cell = (name: string): string => cells[names.indexOf(name)] ?? '';
    return {
      kernel: cell('kernel'),
      params: cell('params'),
      matrix: cell('matrix'),
      entryPoint: cell('entryPoint'),
      loadSectors: Number(cell('loadSectors')),
      storeSectors: Number(cell('storeSectors')),
    };
  });
}

/** Launches that the two do not both have, or whose counts are further apart than `tolerance` of what was measured. */
export function differences(
  measured: readonly LaunchSectors[],
  counted: readonly LaunchSectors[],
  tolerance = 0.02,
): readonly string[] {
  const named = ({ kernel, params, matrix, entryPoint }: LaunchSectors): string =>
    `${kernel} ${params} ${matrix} ${entryPoint}`;
  const known = new Map(measured.map((row) => [named(row), row]));
  const missing = [...known.keys()].filter((name) => !counted.some((row) => named(row) === name));
  return [
    ...missing.map((name) => `${name}: not counted`),
    ...counted.flatMap((row) => {
      const found = known.get(named(row));
      if (!found) return [`${named(row)}: not measured`];
      return (['loadSectors', 'storeSectors'] as const)
        .filter((what) => !(Math.abs(row[what] - found[what]) <= tolerance * found[what]))
        .map((what) => `${named(row)}: ${what} ${row[what]}, measured ${found[what]}`);
    }),
  ];
}
