import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { has } from '../machine.ts';
import { packAll, type Tarball } from '../packages/pack-all.ts';
import { publishWorkspace } from '../registry/publish.ts';
import { startRegistry } from '../registry/start-registry.ts';

declare module 'vitest' {
  /** What every test of this project is given by `inject`. */
  interface ProvidedContext {
    /** All public packages as npm would get them. */
    packed: readonly Tarball[];
    /** A registry of their own in which they are published: its URL. */
    registry: string;
  }
}

/** Packs and publishes everything once, and takes it away after the last test. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!has('pnpm')) {
    // Tests, which are skipped, ask for them before they are.
    project.provide('packed', []);
    project.provide('registry', '');
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'spmv-packed-'));
  const [registry, packed] = await Promise.all([startRegistry(), packAll(folder)]);
  await publishWorkspace(registry.url, packed);
  project.provide('packed', packed);
  project.provide('registry', registry.url);
  return async () => {
    await registry.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
