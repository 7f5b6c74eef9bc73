import type { TunedPoint } from '@spmv/advice';
import { outdated, tunedPoints } from '@spmv/advice';
import type { AnyProblem } from '@spmv/engine';
import { problemBlocks } from '@spmv/engine';
import { inputError } from '../../cli-error.ts';
import { readJsonFile } from '../../documents/bench-document.ts';
import { hostBlock } from '../../documents/host.ts';
import { KEPT, keptTuned } from '../../documents/tuned-files.ts';
import type { Terminal } from '../../output/terminal.ts';
import { digest } from '../../host/digest.ts';

/** Which of the points of a search may be used. */
export interface Fitting {
  readonly operation: string;
  readonly backend: string;
  readonly precision: string;
  readonly format?: string | undefined;
  readonly kernel?: string | undefined;
}

/**
 * The fastest point that `spmv tune` wrote to a file, or kept for this machine, for a matrix. Tells where it may not hold here. Errors: bad input, for a file that is none and where no
 * point fits.
 */
export function tunedPointOf(
  terminal: Terminal,
  asked: string,
  problem: AnyProblem,
  fitting: Fitting,
  versions: Readonly<Record<string, string>>,
): TunedPoint {
  const { hash } = problemBlocks(problem, digest).problem;
  const fix = `Run: spmv tune ${problem.source}${asked === KEPT ? '' : ` --out ${asked}`}.`;
  const path = asked === KEPT ? keptTuned(hash) : asked;
  if (path === undefined) throw inputError(`Nothing was tuned on this machine for ${problem.name} (${hash}).`, fix);
  const document = readJsonFile(path, fix);
  const { operation, backend, precision, format, kernel } = fitting;
  const point = tunedPoints(document, hash, operation).find(
    (one) =>
      one.backend === backend &&
      one.precision === precision &&
      (format === undefined || one.format === format) &&
      (kernel === undefined || one.kernel === kernel),
  );
  if (!point)
    throw inputError(
      `${path} has no point for ${operation} of ${problem.name} (${hash}) in ${precision} on ${backend}.`,
      fix,
    );
  for (const words of outdated(document, { cpu: hostBlock().cpu, versions }))
    terminal.note(`${path}: ${words}. Other points may be faster now.`);
  return point;
}
