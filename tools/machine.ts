// What this machine has besides Node and npm: the one place that knows. SPMV_WITHOUT names what is to count as missing: highway,nvcc or all.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import process from 'node:process';

/** Chromium, or what CHROMIUM names. */
export const CHROMIUM: string = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Parts of Chromium that are left out: what asks a network, and the pages of its address bar, which cost each window four times what a small page does. */
const WITHOUT = ['MediaRouter', 'OptimizationHints', 'Translate', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** What Chromium is started with, for tests and for pictures. `without`: further parts that are left out; of this flag the last alone counts. */
export function chromiumFlags(...without: readonly string[]): string[] {
  return [
    '--no-sandbox',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${[...WITHOUT, ...without].join(',')}`,
  ];
}

/** The software adapter of Debian's chromium, as the loader of Vulkan wants it named. */
export const SWIFTSHADER = '/usr/lib/chromium/vk_swiftshader_icd.json';

/** The compiler of C++: g++, or what CXX names. */
export function compiler(): string {
  return process.env['CXX'] ?? 'g++';
}

/** Whether a program is on the PATH, or where an absolute path says. */
function onPath(program: string): boolean {
  const folders = isAbsolute(program) ? [''] : (process.env['PATH'] ?? '').split(delimiter);
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  return folders.some((folder) => endings.some((ending) => isExecutable(join(folder, program + ending))));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const isLinux = process.platform === 'linux';
const succeeds = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

function hasHeader(header: string): boolean {
  const named = (process.env['CPLUS_INCLUDE_PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...named, '/usr/include', '/usr/local/include'].some((folder) => existsSync(join(folder, header)));
}

/** Node opens the library, which is no addon of it, or says what is wrong. */
function opens(library: string): boolean {
  try {
    process.dlopen({ exports: {} }, library);
    return true;
  } catch (cause) {
    return /did not self-register/iu.test(String(cause));
  }
}

/** What of it is missing, how to get it, and whether it is there. */
interface Thing {
  readonly missing: string;
  readonly is: () => boolean;
}

const program = (name: string, from: string): Thing => ({
  missing: `no ${name} (apt install ${from})`,
  is: () => onPath(name),
});
const CUDA = 'from the CUDA toolkit, of version 13';

/** Everything that some test, build or tool wants and can do without. */
const THINGS = {
  cxx: { missing: 'no C++ compiler (apt install g++)', is: () => onPath(compiler()) },
  highway: { missing: 'no libhwy-dev (apt install libhwy-dev)', is: () => hasHeader('hwy/highway.h') },
  nvcc: { missing: `no nvcc (${CUDA})`, is: () => onPath('nvcc') },
  ptxas: { missing: `no ptxas (${CUDA})`, is: () => onPath('ptxas') },
  ncu: { missing: `no ncu (${CUDA})`, is: () => onPath('ncu') },
  chromium: { missing: 'no chromium (apt install chromium)', is: () => isExecutable(CHROMIUM) },
  vulkan: { missing: 'no libvulkan1 (apt install libvulkan1)', is: () => !isLinux || opens('libvulkan.so.1') },
  swiftshader: { missing: 'no SwiftShader (apt install chromium)', is: () => existsSync(SWIFTSHADER) },
  petsc: {
    missing: 'no PETSc (apt install pkg-config libpetsc-real-dev libopenmpi-dev)',
    is: () => onPath(process.env['MPICXX'] || 'mpicxx') && succeeds('pkg-config', '--exists', 'petsc'),
  },
  mpi: {
    missing: 'no mpiexec (apt install openmpi-bin)',
    is: () => onPath(process.env['MPIEXEC'] || 'mpiexec'),
  },
  runtimes: {
    missing: 'no Bun, Deno and workerd (node tools/runtimes/main.ts installs them)',
    is: () => existsSync(join(import.meta.dirname, 'runtimes', 'node_modules', '.bin')),
  },
  metis: program('gpmetis', 'metis'),
  scotch: program('scotch_gpart', 'scotch'),
  make: program('make', 'make'),
  python3: program('python3', 'python3'),
  git: program('git', 'git'),
  bash: program('bash', 'bash'),
  zsh: program('zsh', 'zsh'),
  fish: program('fish', 'fish'),
  script: program('script', 'bsdutils'),
  tar: {
    missing: 'no GNU tar (apt install tar)',
    is: () => /GNU tar/u.test(spawnSync('tar', ['--version'], { encoding: 'utf8' }).stdout ?? ''),
  },
  pnpm: { missing: 'no pnpm (npm i -g pnpm@12.21.0)', is: () => onPath('pnpm') },
  full: { missing: 'no /dev/full (a Linux)', is: () => existsSync('/dev/full') },
  mounts: {
    missing: 'no file systems of its own (unshare -rm mount is refused)',
    is: () => isLinux && succeeds('unshare', '-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'),
  },
} satisfies Readonly<Record<string, Thing>>;

/** What a test, a build or a tool may need. */
export type Need = keyof typeof THINGS;

/** Names of all that may be needed, as SPMV_WITHOUT takes them. */
export const NEEDS: readonly Need[] = Object.keys(THINGS) as Need[];

/** What a machine has and has not. */
export interface Machine {
  /** Whether it is there and not hidden. Looked for once. */
  has(need: Need): boolean;
  /** Whether SPMV_WITHOUT says that it counts as missing. */
  hides(need: Need): boolean;
  /** The first of these that is missing, as one sentence: `no libhwy-dev (apt install libhwy-dev)`. */
  lack(...needs: readonly Need[]): string | undefined;
}

/** The machine as it is, less what `without` names: `highway,nvcc` or `all`. */
export function createMachine(without: string = process.env['SPMV_WITHOUT'] ?? ''): Machine {
  const hidden = new Set(without.split(',').map((name) => name.trim()));
  const found = new Map<Need, boolean>();
  const hides = (need: Need): boolean => hidden.has('all') || hidden.has(need);
  const has = (need: Need): boolean => {
    const known = found.get(need) ?? (!hides(need) && THINGS[need].is());
    found.set(need, known);
    return known;
  };
  const lack = (...needs: readonly Need[]): string | undefined => {
    const first = needs.find((need) => !has(need));
    return first && THINGS[first].missing;
  };
  return { has, hides, lack };
}

/** This machine, asked lazily. */
const { has, hides, lack } = createMachine();
export { has, hides, lack };
