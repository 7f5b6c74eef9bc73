import { posix } from 'node:path';
import { isRecord, recordAt } from '../lint/json.ts';
import type { Workspace } from '../lint/workspace.ts';

/** One module that users import. */
export interface EntryPoint {
  /** As in an import: `@spmv/mmio/node`. */
  readonly name: string;
  /** Its source relative to the root. */
  readonly file: string;
}

/** Every module that the published packages export. */
export function entryPoints(workspace: Workspace): readonly EntryPoint[] {
  const published = workspace.packages.filter(
    ({ folder, manifest }) => folder.startsWith('packages/') && manifest['private'] !== true,
  );
  return published.flatMap(({ name, folder, manifest }) =>
    Object.entries(recordAt(manifest, 'exports') ?? {}).flatMap(([entry, target]) => {
      const source = isRecord(target) ? target['@spmv/source'] : undefined;
      return typeof source === 'string' ? [{ name: posix.join(name, entry), file: posix.join(folder, source) }] : [];
    }),
  );
}
