// What gpus.ts found, as a table.
import { formatBytes } from '@spmv/core';

/** A matrix that was not measured. */
interface Missing {
  readonly matrix: string;
  readonly bytes: number;
  readonly code?: string;
  readonly message: string;
}

export interface GpuMeasurement {
  readonly matrix: string;
  readonly bytes: number;
  readonly rows: number;
  readonly message?: undefined;
  readonly kernel: string;
  readonly params: object;
  readonly ms: {
    readonly one: number;
    readonly several: number;
    readonly waiting: number;
    readonly stripes: readonly number[];
  };
  readonly ratio: number;
  readonly chains: Readonly<Record<'one' | 'several' | 'waiting', { readonly ms: number; readonly hostUs: number }>> & {
    readonly ratio: number;
  };
  readonly exposedUs: number;
  readonly exchange: { readonly bytes: number; readonly copies: number; readonly interiorRows?: number } | undefined;
  readonly movedAsPlanned: boolean;
  readonly errorRatio: readonly number[];
}

export type GpuResult = GpuMeasurement | Missing;

const us = (ms: number): string => (ms * 1000).toFixed(1);

/** Geometric means of ratios. */
function means(what: string, some: readonly GpuMeasurement[]): string {
  const mean = (of: (result: GpuMeasurement) => number): string =>
    Math.exp(some.reduce((sum, result) => sum + Math.log(of(result)), 0) / some.length).toFixed(3);
  return `| ${what} | ${some.length} | ${mean(({ ratio }) => ratio)} | ${mean(({ chains }) => chains.ratio)} |`;
}

const LARGE = 4e9;

/** Markdown. */
export function gpusTable(device: string, results: readonly GpuResult[]): string {
  const lines = [
    `${device}; µs a product, hot; a chain is by the host's clock, each product reads what the one before wrote. "waiting": on several, no row is multiplied before copies have arrived; "rows meanwhile": those that are otherwise.`,
    '',
    '| matrix | as stored | kernel | one | several | waiting | ratio | rows meanwhile | stripes alone | exposed | chain one | chain several | chain waiting | ratio | host one | host several | copied a product | copies | as planned | error ratio |',
    '|---|--:|---|--:|--:|--:|--:|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|--:|',
    ...results.map((r) =>
      r.message !== undefined
        ? `| ${r.matrix} | ${formatBytes(r.bytes)} | ${r.message} |`
        : [
            '',
            r.matrix,
            formatBytes(r.bytes),
            `${r.kernel} ${Object.values(r.params).join('/')}`,
            us(r.ms.one),
            us(r.ms.several),
            us(r.ms.waiting),
            r.ratio.toFixed(3),
            `${((100 * (r.exchange?.interiorRows ?? 0)) / r.rows).toFixed(1)} %`,
            r.ms.stripes.map(us).join(', '),
            r.exposedUs.toFixed(1),
            us(r.chains.one.ms),
            us(r.chains.several.ms),
            us(r.chains.waiting.ms),
            r.chains.ratio.toFixed(3),
            r.chains.one.hostUs.toFixed(1),
            r.chains.several.hostUs.toFixed(1),
            formatBytes(r.exchange?.bytes ?? 0),
            String(r.exchange?.copies ?? 0),
            r.movedAsPlanned ? 'yes' : 'NO',
            Math.max(...r.errorRatio).toFixed(2),
            '',
          ]
            .join(' | ')
            .trim(),
    ),
  ];
  const timed = results.filter((result): result is GpuMeasurement => result.message === undefined);
  const groups: readonly (readonly [string, readonly GpuMeasurement[]])[] = [
    ['4 GB and more, but random', timed.filter(({ matrix, bytes }) => bytes >= LARGE && matrix !== 'random')],
    ['less, but random', timed.filter(({ matrix, bytes }) => bytes < LARGE && matrix !== 'random')],
    ['random', timed.filter(({ matrix }) => matrix === 'random')],
  ];
  const rows = groups.flatMap(([what, some]) => (some.length > 0 ? [means(what, some)] : []));
  lines.push('', '| geometric mean of one over several | matrices | product | chain |', '|---|--:|--:|--:|', ...rows);
  return `${lines.join('\n')}\n`;
}
