import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPacked } from '../outside-package/make-plugin.ts';
import { withNeeds } from '../outside-package/with-needs.ts';
import { packAll, type Tarball } from '../packages/pack-all.ts';

const HERE = import.meta.url;

/** What the page imports; what that depends on comes with it. */
const IMPORTED = [
  'spmv',
  'gemm',
  'backend-threads',
  'backend-webgpu',
  'format-hyb',
  'format-bell',
  'format-csr16',
  'format-row-segments',
];

/** What the program for Node imports. */
const IMPORTED_IN_NODE = ['spmv', 'backend-threads', 'mmio'];

/** A web application in a new folder outside the repository, with packed packages alone. Gives the folder, which the caller removes. */
export async function makeApp(): Promise<string> {
  return (await appOf('app', IMPORTED)).app;
}

/** An application of packed packages. Its folder is one of the folder that the caller removes. */
export interface PackedApp {
  readonly app: string;
  readonly tarballs: readonly Tarball[];
}

/** The same for a program of Node. */
export function makeNodeApp(): Promise<PackedApp> {
  return appOf('node-app', IMPORTED_IN_NODE);
}

async function appOf(sources: string, imported: readonly string[]): Promise<PackedApp> {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-app-'));
  const app = join(folder, 'app');
  const tarballs = await packAll(join(folder, 'packed'), { rooms: withNeeds(...imported) });
  const dependencies = Object.fromEntries(tarballs.map(({ name, file }) => [name, `file:${file}`]));
  await installPacked(app, { dependencies, overrides: dependencies });
  cpSync(fileURLToPath(new URL(sources, HERE)), app, { recursive: true });
  return { app, tarballs };
}
