import type { Advised, Experience } from '@spmv/advice';
import { advise } from '@spmv/advice';
import type { CooMatrix } from '@spmv/core';
import { formatMs, paramsText } from '@spmv/engine/basics';
import type { Session } from '../session/session.ts';

/** What statistics alone advise on one backend. */
export interface ExpectedRow extends Pick<
  Advised,
  'backend' | 'precision' | 'format' | 'kernel' | 'formatParams' | 'kernelParams' | 'launchParams' | 'bytes'
> {
  /** Milliseconds of a product; null where nothing is known of kernels on the backend. */
  readonly expectedMs: number | null;
}

/** On each backend that opens what kernels are expected to take least by statistics: no product is computed. Those on which everything is refused are left out. */
export async function expectedRows(
  session: Session,
  coo: CooMatrix,
  experience: Experience,
  maxBytes: number,
): Promise<readonly ExpectedRow[]> {
  const rows: ExpectedRow[] = [];
  for (const opened of session.backends.open) {
    const { choice } = await advise({
      registry: session.installation.registry,
      backends: [opened],
      coo,
      experience,
      trials: 0,
      maxBytes,
    });
    if (!choice) continue;
    const { backend, precision, format, kernel, formatParams, kernelParams, launchParams, bytes } = choice;
    const expectedMs = choice.predictedFrom === 'bytes' ? null : choice.predictedMs;
    rows.push({ backend, precision, format, kernel, formatParams, kernelParams, launchParams, bytes, expectedMs });
  }
  return rows;
}

/** Sentences of it. */
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
  return lines.length === 0
    ? []
    : [...lines, 'These are expected from statistics; spmv advise tries at most ten products.'];
}
