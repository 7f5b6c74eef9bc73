// Before the tests: what ranks run, compiled once for all of them, however long it takes.
import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** As the set-up of the tests: in a process that reads sources. */
export function setup(): void {
  execFileSync(process.execPath, ['--conditions=@spmv/source', fileURLToPath(import.meta.url), 'compile'], {
    stdio: 'inherit',
  });
}

if (process.argv[2] === 'compile') {
  const [{ compileNative }, { findPetsc }, { missing }] = await Promise.all([
    import('../src/compile.ts'),
    import('../src/find-petsc.ts'),
    import('./missing.ts'),
  ]);
  if ((await missing()) === undefined) await compileNative(await findPetsc(60_000), 3_600_000);
}
