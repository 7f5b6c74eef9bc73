import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { readWorkspace } from '../lint/workspace.ts';
import { ROOT, type Tarball } from '../packages/pack-all.ts';
import { type EndedProgram, runOutside } from './run-outside.ts';

/** Runs Yarn 4 in a folder. Errors: an `Error` with its output when it fails. */
export async function yarn(folder: string, ...args: readonly string[]): Promise<EndedProgram> {
  const program = createRequire(import.meta.url).resolve('@yarnpkg/cli-dist/bin/yarn.js');
  const own = { YARN_ENABLE_TELEMETRY: '0', YARN_GLOBAL_FOLDER: join(folder, '.yarn', 'global') };
  const ended = await runOutside(process.execPath, [program, ...args], folder, own);
  if (ended.code !== 0) throw new Error(`yarn ${args.join(' ')} failed:\n${ended.stdout}${ended.stderr}`);
  return ended;
}

/** Installs what a package.json says, by Plug'n'Play unless a .yarnrc.yml says otherwise, of packed packages and nothing else of `@spmv`. */
export async function installByYarn(
  folder: string,
  packed: readonly Tarball[],
  manifest: Readonly<Record<string, unknown>>,
): Promise<void> {
  const resolutions = Object.fromEntries(packed.map(({ name, file }) => [name, `file:${file}`]));
  // Yarn asks for the packages of all platforms, also where they are optional.
  for (const name of platformNames().filter((one) => resolutions[one] === undefined)) {
    const absent = join(folder, 'absent', name);
    mkdirSync(absent, { recursive: true });
    writeFileSync(join(absent, 'package.json'), JSON.stringify({ name, version: '0.0.0' }));
    resolutions[name] = `file:./absent/${name}`;
  }
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'outside', private: true, ...manifest, resolutions }),
  );
  // A folder of its own, whatever is above it.
  writeFileSync(join(folder, 'yarn.lock'), '');
  await yarn(folder, 'install');
}

function platformNames(): readonly string[] {
  return readWorkspace(ROOT).packages.flatMap(({ manifest }) =>
    Object.keys((manifest['optionalDependencies'] ?? {}) as Readonly<Record<string, string>>).filter((name) =>
      name.startsWith('@spmv/'),
    ),
  );
}
