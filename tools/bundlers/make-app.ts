import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPacked } from '../outside-package/make-plugin.ts';
import { withNeeds } from '../outside-package/with-needs.ts';
import { packAll } from '../packages/pack-all.ts';

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

/** A web application in a new folder outside the repository, with packed packages alone. Gives the folder, which the caller removes. */
export async function makeApp(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-app-'));
  const app = join(folder, 'app');
  const tarballs = await packAll(join(folder, 'packed'), { rooms: withNeeds(...IMPORTED) });
  const dependencies = Object.fromEntries(tarballs.map(({ name, file }) => [name, `file:${file}`]));
  await installPacked(app, { dependencies, overrides: dependencies });
  cpSync(fileURLToPath(new URL('app', import.meta.url)), app, { recursive: true });
  return app;
}
