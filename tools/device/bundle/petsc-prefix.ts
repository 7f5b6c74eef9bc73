// PETSc and Open MPI of this machine in a folder of their own, for hosts that have neither: Debian's files, without what
// a bundle has no room for.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { makeStub } from './stub-library.ts';

const LIBRARIES = '/usr/lib/x86_64-linux-gnu';

/** What every host with a loader has, in a version that is as new. */
const SYSTEM = /^(?:lib(?:c|m|dl|rt|pthread|stdc\+\+|gcc_s)\.so|ld-linux|linux-vdso)/;

/** What PETSc itself needs to multiply and to solve. The other libraries that it names are stubs here: solvers, file formats and pictures of others. */
const NEEDED_BY_PETSC = /^lib(?:mpi|blas|lapack|yaml-0)\.so/;

/** Plugins of Open MPI that are for networks, for other starters and for debuggers. */
const FOREIGN_PLUGINS =
  /ucx|ofi|psm|openib|slurm|gridengine|flux|jsm|monitoring|spml|scoll|sshmem|memheap|fcoll|fbtl|romio|treematch|simulator|atomic/;

const output = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): string =>
  execFileSync(program, args, { encoding: 'utf8', env, maxBuffer: 2 ** 26 });

/** mpiexec with what it needs to find itself. */
const RUN = `#!/bin/sh
here=$(dirname "$(dirname "$(readlink -f "$0")")")
export LD_LIBRARY_PATH="$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" HWLOC_PLUGINS_PATH="$here/lib/hwloc"
export OPAL_PREFIX="$here" OPAL_BINDIR="$here/bin" OPAL_LIBDIR="$here/lib" OPAL_PKGLIBDIR="$here/lib/openmpi"
export OPAL_DATADIR="$here/share" OPAL_PKGDATADIR="$here/share/openmpi"
exec "$@"
`;

/** Libraries that a file names, and where the loader finds each. */
function namedBy(file: string): ReadonlyMap<string, string> {
  const names = [...output('readelf', ['-dW', file]).matchAll(/\(NEEDED\).*\[(.+)\]/g)].map(([, name = '']) => name);
  const found = new Map(
    [...output('ldd', [file]).matchAll(/^\s*(\S+) => (\/\S+)/gm)].map(([, name = '', path = '']) => [name, path]),
  );
  return new Map(
    names
      .filter((name) => !SYSTEM.test(name))
      .map((name) => {
        const path = found.get(name);
        if (path === undefined) throw new Error(`${file} needs ${name}, which is not installed`);
        return [name, path];
      }),
  );
}

/** BLAS and LAPACK of the reference: a thirtieth of OpenBLAS, and products of sparse matrices call neither. */
function smaller(name: string, path: string): string {
  const reference = /^lib(blas|lapack)\.so/.exec(name)?.[1];
  return reference === undefined ? path : join(LIBRARIES, reference, name);
}

/** Copies a library and all that it names, under the names by which they are asked for. */
function copyLibrary(name: string, path: string, lib: string, done: Set<string>): void {
  if (done.has(name)) return;
  done.add(name);
  copyFileSync(realpathSync(path), join(lib, name));
  for (const [next, at] of namedBy(path)) copyLibrary(next, smaller(next, at), lib, done);
}

/** The worker and the addon of backend petsc, compiled in a cache of their own. */
function compiled(root: string): { readonly worker: string; readonly addon: string; dispose(): void } {
  const cache = mkdtempSync(join(tmpdir(), 'spmv-petsc-'));
  const entry = join(root, 'packages', 'backend-petsc', 'dist', 'index.js');
  const program = `import { petscBackend } from ${JSON.stringify(entry)};
    const options = { ranks: 1, allowRoot: true, oversubscribe: true, compileSeconds: 1000 };
    await (await petscBackend(options).open({})).dispose();`;
  const env = { ...process.env, SPMV_CACHE: cache, SPMV_PETSC_PREFIX: '' };
  const said = output(process.execPath, ['--input-type=module', '--eval', program], env);
  const files = readdirSync(join(cache, 'petsc')).map((name) => join(cache, 'petsc', name));
  const addon = files.find((file) => file.endsWith('.node'));
  const worker = files.find((file) => /\/[0-9a-f]+$/.test(file));
  if (!addon || !worker) throw new Error(`backend petsc did not compile: ${said}`);
  return { worker, addon, dispose: () => rmSync(cache, { recursive: true }) };
}

/**
 * Makes `prefix` with `bin/` (mpiexec, orted, the worker and the programs named), `lib/` (shared libraries, plugins of Open MPI in `lib/openmpi`, the addon), `share/` and `petsc.json`: what
 * option `prefix` of backend petsc takes. Needs PETSc and Open MPI of Debian, x64.
 */
export function makePetscPrefix(root: string, prefix: string, programs: readonly string[]): void {
  rmSync(prefix, { recursive: true, force: true });
  const [bin, lib, share] = ['bin', 'lib', 'share'].map((name) => join(prefix, name)) as [string, string, string];
  for (const folder of [bin, join(lib, 'openmpi'), share]) mkdirSync(folder, { recursive: true });
  const { worker, addon, dispose } = compiled(root);
  const done = new Set<string>();
  const put = (path: string, name: string): void => {
    copyFileSync(realpathSync(path), join(bin, name));
    for (const [needed, at] of namedBy(path))
      if (!needed.startsWith('libpetsc')) copyLibrary(needed, smaller(needed, at), lib, done);
  };
  for (const name of ['mpiexec', 'orted']) put(join('/usr/bin', name), name);
  put(worker, 'worker');
  for (const program of programs) put(program, basename(program));
  copyFileSync(addon, join(lib, 'spmv-petsc.node'));
  const [petscName = '', petsc = ''] = [...namedBy(worker)].find(([name]) => name.startsWith('libpetsc')) ?? [];
  dispose();
  copyFileSync(realpathSync(petsc), join(lib, petscName));
  for (const [name, at] of namedBy(petsc)) {
    if (NEEDED_BY_PETSC.test(name)) copyLibrary(name, smaller(name, at), lib, done);
    else if (!done.has(name)) makeStub(name, at, petsc, join(lib, name));
  }
  const plugins = join(LIBRARIES, 'openmpi', 'lib', 'openmpi3');
  for (const name of readdirSync(plugins).filter((file) => file.startsWith('mca_') && !FOREIGN_PLUGINS.test(file))) {
    copyFileSync(join(plugins, name), join(lib, 'openmpi', name));
    for (const [needed, at] of namedBy(join(plugins, name))) copyLibrary(needed, at, lib, done);
  }
  cpSync('/usr/share/openmpi', join(share, 'openmpi'), { recursive: true, dereference: true });
  const files = readdirSync(prefix, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files.filter(({ parentPath: at }) => !at.startsWith(share))) {
    chmodSync(join(parentPath, name), 0o755);
    execFileSync('strip', ['--strip-unneeded', join(parentPath, name)]);
  }
  // Programs that are not started by the backend.
  writeFileSync(join(bin, 'run'), RUN, { mode: 0o755 });
  const [, mpi = ''] = /(\d+\.\d+\.\d+)/.exec(output('mpiexec', ['--version'])) ?? [];
  const facts = { petsc: output('pkg-config', ['--modversion', 'petsc']).trim(), mpi: `Open MPI ${mpi}` };
  writeFileSync(join(prefix, 'petsc.json'), `${JSON.stringify(facts)}\n`);
}
