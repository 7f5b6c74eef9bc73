import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { compiler as ownCompiler, hides } from '../machine.ts';

/** `addon/build.json` of a package: how its addon is built. */
export interface AddonBuild {
  /** Name of the binary in the packages for single platforms. */
  readonly name: string;
  readonly flags: readonly string[];
  /** Flags that leave out what a processor with this feature (Linux's word) does not choose, the first that it has: for builds that stay on the machine. */
  readonly here?: Readonly<Record<string, readonly string[]>>;
  /** Whether such builds compile its files as one. */
  readonly together?: true;
  readonly libraries: readonly string[];
  /** Headers of others, by what brings each. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What a build without the addon means for users. */
  readonly without: string;
}

/** The description of the addon of the package in `folder`; `undefined` where it has none. */
export function addonBuild(folder: string): AddonBuild | undefined {
  const file = join(folder, 'addon', 'build.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as AddonBuild) : undefined;
}

/** The compiler of addons. */
export function addonCompiler(): string {
  return ownCompiler();
}

/** The platform that addons are built for here, as their packages are called: `linux-x64-gnu`. `SPMV_ADDON_PLATFORM` names the one that `CXX` compiles for. */
export function addonPlatform(): string {
  const report = process.report?.getReport() as { readonly header?: Readonly<Record<string, unknown>> } | undefined;
  const libc = report?.header?.['glibcVersionRuntime'] === undefined ? '-musl' : '-gnu';
  return (
    process.env['SPMV_ADDON_PLATFORM'] ??
    `${process.platform}-${process.arch}${process.platform === 'linux' ? libc : ''}`
  );
}

/** The flags of a build for this machine alone; none where it is built whole. */
export function flagsForHere({ here = {} }: AddonBuild): readonly string[] {
  if (process.platform !== 'linux' || process.env['SPMV_ADDON_PLATFORM'] !== undefined) return [];
  const features = new Set(/^flags\s*: (.*)$/mu.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1]?.split(' '));
  return Object.entries(here).find(([feature]) => features.has(feature))?.[1] ?? [];
}

/** What is missing here to build an addon, or `undefined`. */
export function missingForAddon({ headers = {} }: AddonBuild, compiler: string = addonCompiler()): string | undefined {
  if (hides('cxx') || spawnSync(compiler, ['--version'], { stdio: 'ignore' }).status !== 0)
    return `no C++ compiler '${compiler}'. Install g++, or set CXX.`;
  for (const [header, brings] of Object.entries(headers)) {
    const found = spawnSync(compiler, ['-fsyntax-only', '-x', 'c++', '-'], { input: `#include <${header}>\n` });
    if (found.status !== 0 || (header.startsWith('hwy/') && hides('highway')))
      return `no header ${header}. Install ${brings}, or add its folder to CPLUS_INCLUDE_PATH.`;
  }
  return undefined;
}
