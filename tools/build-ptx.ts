// Compiles the CUDA kernels of a package (src/kernels/*.cu) with nvcc, if they changed, into dist/kernels: PTX that every device from
// compute capability 7.5 on translates, and machine code for 9.0, whose products may overlap; or what the first line of a source names,
// `// builds: compute_80 sm_90a`. A source that says `// also complex` is compiled once more, into NAME-complex. Headers are the package's own and those of
// @spmv/kernel-kit. Without nvcc nothing is made, and the CUDA backend compiles the sources on the machine that runs.
// Usage: node tools/build-ptx.ts [--for-tests] package-folder ...   (--for-tests: PTX alone, hardly optimized where a source has `// slow to compile`)
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { has } from './machine.ts';
import { forEach } from './packages/compile-addon.ts';

const HEADERS = fileURLToPath(new URL('../packages/kernel-kit/cuda', import.meta.url));
const OPTIONS = ['-O3', '-std=c++17', '--restrict', '-I', HEADERS];
const DEFAULT_BUILDS = 'compute_75 sm_90';
const HARDLY = '-Ofc=max';
/** Lies beside what was hardly optimized. */
const MARK = '.for-tests';

/** What is made of a source: the ending of its file, and nvcc's options for it. */
function buildsOf(source: string): readonly (readonly [suffix: string, options: readonly string[]])[] {
  const text = readFileSync(source, 'utf8');
  const named = /^\/\/ builds: (.+)/u.exec(text)?.[1] ?? DEFAULT_BUILDS;
  const builds = named.split(' ').map((build): readonly [string, readonly string[]] => {
    if (build.startsWith('compute_')) return ['ptx', ['-ptx', `-arch=${build}`]];
    return [`${build}.cubin`, ['-cubin', '-gencode', `arch=${build.replace('sm_', 'compute_')},code=${build}`]];
  });
  const real = builds.map(([suffix, options]) => [`.${suffix}`, options] as const);
  if (!/^\/\/ also complex$/mu.test(text)) return real;
  return [
    ...real,
    ...builds.map(([suffix, options]) => [`-complex.${suffix}`, [...options, '-DSPMV_COMPLEX']] as const),
  ];
}

const timeOf = (file: string): number => statSync(file).mtimeMs;
const headersIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.cuh'))
    .map((name) => join(folder, name));

interface Compilation {
  readonly from: string;
  readonly to: string;
  readonly options: readonly string[];
}

/** What a package has to have compiled. */
function staleIn(folder: string, forTests: boolean): readonly Compilation[] {
  const source = join(folder, 'src', 'kernels');
  const target = join(folder, 'dist', 'kernels');
  const shared = [...headersIn(source), ...headersIn(HEADERS), fileURLToPath(import.meta.url)];
  const newest = Math.max(...shared.map(timeOf));
  return readdirSync(source)
    .filter((name) => name.endsWith('.cu'))
    .flatMap((name) =>
      buildsOf(join(source, name)).map(([suffix, options]) => ({
        from: join(source, name),
        to: join(target, name.replace(/\.cu$/u, suffix)),
        options:
          forTests && /^\/\/ slow to compile/mu.test(readFileSync(join(source, name), 'utf8'))
            ? [...options, HARDLY]
            : options,
      })),
    )
    .filter(
      ({ from, to }) =>
        !existsSync(to) || timeOf(to) < Math.max(newest, timeOf(from)) || (!forTests && existsSync(`${to}${MARK}`)),
    )
    .filter(({ to }) => {
      if (!forTests || to.endsWith('.ptx')) return true;
      // Machine code of what the source was would be taken in place of its PTX.
      rmSync(to, { force: true });
      return false;
    });
}

const given = process.argv.slice(2);
const forTests = given[0] === '--for-tests';
const stale = (forTests ? given.slice(1) : given).flatMap((folder) => staleIn(folder, forTests));
if (stale.length > 0 && !has('nvcc')) {
  process.stderr.write(
    'nvcc is not installed, so no PTX is made. NVRTC compiles the kernels on the machine that runs them, or they are refused where it is missing.\n',
  );
} else {
  await forEach(stale, async ({ from, to, options }) => {
    mkdirSync(dirname(to), { recursive: true });
    const { stderr } = await promisify(execFile)('nvcc', [...options, ...OPTIONS, from, '-o', to]);
    process.stderr.write(stderr);
    if (options.includes(HARDLY)) writeFileSync(`${to}${MARK}`, '');
    else rmSync(`${to}${MARK}`, { force: true });
  });
}
