import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseJsonRecord, recordAt } from '../lint/json.ts';

/** A Node to run published packages on. */
export interface TestedNode {
  readonly version: string;
  /** Environment in which it is the one that scripts find. Undefined where it is not installed, on other platforms than Linux. */
  readonly environment: Readonly<Record<string, string>> | undefined;
}

/** Why there is no {@link TestedNode.environment}. */
export const NO_NODE = 'no older Node to try (pnpm install brings it on Linux)';

function environment(node: string): TestedNode['environment'] {
  return existsSync(node) ? { PATH: [dirname(node), process.env['PATH']].join(delimiter) } : undefined;
}

/** The oldest Node of each line that `engines` names, oldest first, then the one that runs this. */
export function testedNodes(): readonly TestedNode[] {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const manifest = parseJsonRecord(readFileSync(join(here, 'package.json'), 'utf8'));
  const old = Object.entries(recordAt(manifest, 'optionalDependencies') ?? {})
    .filter(([name]) => name.endsWith(`-${process.arch}`))
    .map(([name, range]) => ({
      version: String(range).split('@')[1] ?? '',
      environment: environment(join(here, 'node_modules', name, 'bin', 'node')),
    }));
  return [...old, { version: process.versions.node, environment: environment(process.execPath) }];
}
