import { execFile, execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import type { AddonBuild } from './addon-build.ts';
import { addonCompiler, addonPlatform } from './addon-build.ts';

const run = promisify(execFile);

/** Whether `target` is there and newer than all of these. */
export function upToDate(target: string, sources: readonly string[]): boolean {
  if (!existsSync(target)) return false;
  const made = statSync(target).mtimeMs;
  return sources.every((source) => existsSync(source) && statSync(source).mtimeMs < made);
}

/** Makes a file beside its place and moves it there: a process that runs the old one keeps it, where writing into it would end that process. */
export async function replace(target: string, make: (made: string) => Promise<unknown> | void): Promise<void> {
  const made = `${target}.${process.pid}`;
  await make(made);
  renameSync(made, target);
}

/** Does `work` for each item, as many at a time as there are processors. */
export async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const one = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(left.length, availableParallelism()) }, one));
}

/** What an object was made of: the rule that the compiler leaves beside it. */
function prerequisites(rule: string): readonly string[] {
  if (!existsSync(rule)) return [rule];
  const text = readFileSync(rule, 'utf8').replaceAll('\\\n', ' ');
  const names = text.slice(text.indexOf(': ') + 2).match(/(?:\\.|\S)+/gu) ?? [];
  return names.map((name) => name.replaceAll('\\ ', ' '));
}

/** How {@link compileAddon} differs from what is published. */
export interface CompileOptions {
  /** Flags after those of the package, for the compiler and the linker. */
  readonly flags?: readonly string[];
  /** As one file, which takes less than half the time where headers take most of it. */
  readonly together?: boolean;
  /** Files whose change makes everything anew. */
  readonly after: readonly string[];
}

/**
 * Compiles `addon/*.cpp` of the package in `root` into objects in the folder `objects`, side by side and only those that something changed of, and
 * links them as `target`. What the compiler says goes to stderr. Throws where it fails.
 */
export async function compileAddon(
  root: string,
  build: AddonBuild,
  objects: string,
  target: string,
  { flags = [], together = false, after }: CompileOptions,
): Promise<void> {
  const compiler = addonCompiler();
  const manifest = join(root, 'package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
  const folders = ['addon', 'node_modules/node-addon-api', 'node_modules/node-api-headers/include'];
  const given = [
    '-fPIC',
    '-fvisibility=hidden',
    '-Wall',
    '-Wextra',
    ...build.flags,
    ...flags,
    `-DSPMV_VERSION="${version}"`,
    ...folders.map((folder) => `-I${join(root, folder)}`),
  ];
  mkdirSync(objects, { recursive: true });
  const files = readdirSync(join(root, 'addon'))
    .filter((name) => name.endsWith('.cpp'))
    .map((name) => join(root, 'addon', name))
    .toSorted();
  const whole = join(objects, 'together.cpp');
  if (together) writeFileSync(whole, files.map((file) => `#include "${file}"\n`).join(''));
  const sources = together ? [whole] : files;
  const objectOf = (source: string): string => join(objects, `${basename(source, '.cpp')}.o`);
  await forEach(sources, async (file) => {
    const object = objectOf(file);
    const rule = object.replace(/o$/u, 'd');
    const alone = together || readFileSync(file, 'utf8').includes('SPMV_VERSION') ? [manifest] : [];
    if (upToDate(object, [...prerequisites(rule), ...alone, ...after])) return;
    await replace(object, async (made) => {
      // With the system's headers: kernels are included by one of Highway's, and count as such.
      const args = [...given, '-MD', '-MF', rule, '-c', file, '-o', made];
      const began = new Date();
      const { stderr } = await run(compiler, args, { maxBuffer: 2 ** 26 });
      process.stderr.write(stderr);
      // As old as what it was made of: a header that changed meanwhile is newer.
      utimesSync(made, began, began);
    });
  });
  const link = addonPlatform().startsWith('darwin')
    ? ['-undefined', 'dynamic_lookup']
    : ['-Wl,--gc-sections', '-static-libgcc', '-static-libstdc++'];
  await replace(target, (made) => {
    execFileSync(compiler, ['-shared', ...flags, ...sources.map(objectOf), '-o', made, ...link, ...build.libraries], {
      stdio: 'inherit',
    });
  });
}
