import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPacked } from '../outside-package/make-plugin.ts';
import { packAll } from '../packages/pack-all.ts';

/** What the page imports, and what that depends on. */
const ROOMS = [
  'core',
  'kernel-kit',
  'formats',
  'format-packed',
  'format-sell',
  'format-hyb',
  'format-bell',
  'format-csr16',
  'format-row-segments',
  'gemm',
  'kernels-cpu',
  'backend-serial',
  'backend-threads',
  'backend-webgpu',
  'spmv',
  'advice',
  'spmm',
  'mmio',
  'interchange',
  'format-symmetric',
  'kernels-native',
];

/** A web application in a new folder outside the repository, with packed packages alone. Gives the folder, which the caller removes. */
export async function makeApp(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-app-'));
  const app = join(folder, 'app');
  const tarballs = await packAll(join(folder, 'packed'), { rooms: ROOMS });
  const dependencies = Object.fromEntries(tarballs.map(({ name, file }) => [name, `file:${file}`]));
  await installPacked(app, { dependencies, overrides: dependencies });
  cpSync(fileURLToPath(new URL('app', import.meta.url)), app, { recursive: true });
  return app;
}
