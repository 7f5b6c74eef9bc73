import type { Problem } from '../cli-error.ts';
import type { LoadedInstallation } from '../discovery/installation.ts';

/** A plugin that was found and is not used, in the words of JSON documents. */
export interface LeftOut extends Problem {
  readonly package: string;
  readonly version: string | null;
}

/** Every plugin that this installation goes on without. */
export function leftOutRows({ unusable }: LoadedInstallation): readonly LeftOut[] {
  return unusable.map(({ candidate, problem: { code, reason, fix } }) => ({ package: candidate.name, version: candidate.version, code, reason, fix }));
}
