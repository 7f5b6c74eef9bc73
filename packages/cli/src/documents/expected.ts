import type { Advised, Experience } from '@spmv/advice';
import { advise } from '@spmv/advice';
import type { AnyCoo, Registry } from '@spmv/core';
import { buildMatrix, cooFromEntries, isRefusal, isSpmvError, PRECISIONS, spmv, withComponents } from '@spmv/core';
import type { OpenBackend } from '@spmv/engine';
import type { ReportedError } from '@spmv/engine/basics';
import { formatMs, paramsText, sentences } from '@spmv/engine/basics';
import { problemOf } from '../cli-error.ts';
import type { BackendSession } from '../session/session.ts';

/** What statistics alone advise on one backend. */
export interface ExpectedRow extends Pick<
  Advised,
  'backend' | 'precision' | 'format' | 'kernel' | 'formatParams' | 'kernelParams' | 'launchParams' | 'bytes'
> {
  /** Milliseconds of a product; null where nothing is known of kernels on the backend. */
  readonly expectedMs: number | null;
  /** What would be faster, did it run here. */
  readonly faster?: Pick<Advised, 'kernel'> & { readonly expectedMs: number } & ReportedError;
}

const TINY = cooFromEntries({ rows: 2, cols: 2 }, { rowIndex: [0, 1], colIndex: [0, 1], values: [1, 1] });

/** Why a kernel does not run here at all. A tiny matrix that its format refuses tells nothing. */
async function obstacle(
  registry: Registry,
  { backend }: OpenBackend,
  { format, kernel, precision }: Advised,
): Promise<ReportedError | undefined> {
  try {
    const { components, host } = PRECISIONS[precision];
    const matrix = buildMatrix(registry.format(format), withComponents(TINY, components), { valueType: host });
    const operator = await backend.prepare({ operation: spmv, kernel: registry.kernel(kernel), precision, matrix });
    await operator.dispose();
    return undefined;
  } catch (error) {
    return isSpmvError(error) && isRefusal(error) ? undefined : problemOf(error);
  }
}

/**
 * On each backend that opens what kernels that run here are expected to take least by statistics: no product is computed. Those on which everything is
 * refused are left out.
 */
export async function expectedRows(
  session: BackendSession,
  coo: AnyCoo,
  experience: Experience,
  maxBytes: number,
): Promise<readonly ExpectedRow[]> {
  const { registry } = session.installation;
  const rows: ExpectedRow[] = [];
  for (const opened of session.backends.open) {
    const choose = async (kernels?: readonly string[]): Promise<Advised | null> =>
      (
        await advise({
          registry,
          backends: [opened],
          coo,
          experience,
          trials: 0,
          maxBytes,
          ...(kernels ? { kernels } : {}),
        })
      ).choice;
    const best = await choose();
    const problem = best && (await obstacle(registry, opened, best));
    const others = registry
      .kernels({ operation: spmv.id, targets: opened.descriptor.targets })
      .flatMap(({ id, target, vendor }) => (vendor || target === best?.target ? [] : [id]));
    const choice = problem ? await choose(others) : best;
    if (!choice) continue;
    const { backend, precision, format, kernel, formatParams, kernelParams, launchParams, bytes } = choice;
    const expectedMs = choice.predictedFrom === 'bytes' ? null : choice.predictedMs;
    const faster = problem ? { faster: { kernel: best.kernel, expectedMs: best.predictedMs, ...problem } } : {};
    rows.push({
      backend,
      precision,
      format,
      kernel,
      formatParams,
      kernelParams,
      launchParams,
      bytes,
      expectedMs,
      ...faster,
    });
  }
  return rows;
}

/** Sentences of it; what would be faster is one, with what it takes. */
export function expectedLines(rows: readonly ExpectedRow[]): readonly string[] {
  const lines = rows.map(
    ({ backend, precision, format, kernel, formatParams, kernelParams, launchParams, expectedMs }) => {
      const params = paramsText(formatParams, kernelParams, launchParams);
      const how =
        expectedMs === null
          ? 'by its bytes'
          : `${formatMs(expectedMs)} a product expected on the machine it was learned on`;
      return `${backend} ${precision}: ${kernel} (format ${format}${params === '' ? '' : `, ${params}`}), ${how}.`;
    },
  );
  const faster = rows.flatMap(({ backend, faster: one }) => (one ? [{ backend, ...one }] : []));
  const [first] = faster;
  const names = faster.map(({ kernel, backend, expectedMs }) => `${kernel} on ${backend}, ${formatMs(expectedMs)}`);
  return lines.length === 0
    ? []
    : [
        ...lines,
        ...(first
          ? [
              `Expected to be faster, but not to be had here: ${names.join('; ')}. ${sentences(first.reason, first.fix)}`,
            ]
          : []),
        'These are expected from statistics; spmv advise tries at most ten products.',
      ];
}
