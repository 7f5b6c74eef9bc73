import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { build } from 'vite';
import { writeServiceWorker } from '../../build/service-worker.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The page as it is published, built once for all files of tests. */
    readonly site: string;
  }
}

/** The folders that were made, which vitest asks to be removed by another function. */
const made: string[] = [];

/** Builds the page of the sources as they are now. */
export async function setup(project: TestProject): Promise<void> {
  const site = mkdtempSync(join(tmpdir(), 'spmv-site-'));
  made.push(site);
  const root = fileURLToPath(new URL('../..', import.meta.url));
  // Vite takes the environment of tests for development.
  process.env['NODE_ENV'] = 'production';
  await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'error', build: { outDir: site } });
  process.env['NODE_ENV'] = 'test';
  await writeServiceWorker(site);
  project.provide('site', site);
}

/** Removes it. */
export function teardown(): void {
  for (const site of made) rmSync(site, { recursive: true, force: true });
}
