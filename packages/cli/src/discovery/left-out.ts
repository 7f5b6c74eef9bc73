import { sentences } from '@spmv/engine/basics';
import type { LeftOut } from '@spmv/engine';
import type { Kind } from './candidate.ts';
import { promised } from './candidate.ts';
import type { LoadedInstallation } from './installation.ts';
import type { Terminal } from '../output/terminal.ts';

/** Every plugin that this installation goes on without. */
export function leftOutRows({ unusable }: LoadedInstallation): readonly LeftOut[] {
  return unusable.map(({ candidate, problem: { code, reason, fix } }) => ({
    package: candidate.name,
    version: candidate.version,
    code,
    reason,
    fix,
  }));
}

/** What a row says of something that can be used. */
export const AVAILABLE = { status: 'available', reason: null, fix: null } as const;

/** What plugins that cannot be used would have brought of a kind, and why they cannot. */
export function absentRows(
  { unusable }: LoadedInstallation,
  kind: Kind,
): readonly {
  readonly id: string;
  readonly package: string;
  readonly status: 'unavailable';
  readonly reason: string;
  readonly fix: string;
}[] {
  return unusable.flatMap(({ candidate, problem: { reason, fix } }) =>
    (promised(candidate, kind) ?? []).map((id) => ({
      id,
      package: candidate.name,
      status: 'unavailable' as const,
      reason,
      fix,
    })),
  );
}

/** A line for each plugin that is left out. */
export function noteLeftOut(terminal: Terminal, { unusable }: LoadedInstallation): void {
  for (const { candidate, problem } of unusable)
    terminal.note(`${candidate.name} is left out: ${sentences(problem.reason, problem.fix)}`);
}
