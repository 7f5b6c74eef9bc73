import { expect } from 'vitest';
import type { CollectionLab } from '../helpers/collection-lab.ts';
import { it } from '../helpers/collection-lab.ts';
import { archiveOf, whole } from '../helpers/collection-server.ts';
import { fakeProject } from '../helpers/project.ts';
import type { CliRun } from '../helpers/run-cli.ts';
import { runCli } from '../helpers/run-cli.ts';

interface Document {
  readonly statistics: readonly { readonly name: string; readonly source: string }[];
  readonly notRun: readonly { readonly matrix: string | null; readonly why: string }[];
}

const cwd = fakeProject({ workspace: ['backend-serial'] });

/** A stand-in, one that cannot be had here and is not served, and one that comes with the command. */
const SOME = ['study', 'cristofori', '--matrix', 'mcfe,Cube_Coup_dt0,cavity10', '--leg', 'serial', '--json'];

function run({ server, cache }: CollectionLab, args: readonly string[]): Promise<CliRun> {
  return runCli(args, { cwd, env: { SPMV_SUITESPARSE: server.base, SPMV_CACHE: cache, NO_PROXY: '127.0.0.1' } });
}

function sourcesIn({ stdout }: CliRun): Readonly<Record<string, string>> {
  const { statistics } = JSON.parse(stdout) as Document;
  return Object.fromEntries(statistics.map(({ name, source }) => [name, source]));
}

it('without what was fetched, a study has stand-ins, and says what gets the others', async ({ lab }) => {
  const before = await run(lab, SOME);
  expect(sourcesIn(before)).toMatchObject({ mcfe: expect.stringMatching(/^gen:standin/), cavity10: 'cavity10' });
  const { notRun } = JSON.parse(before.stdout) as Document;
  const why = notRun.find(({ matrix }) => matrix === 'Cube_Coup_dt0')?.why;
  expect(why).toContain('spmv fetch Janna/Cube_Coup_dt0 gets it, --fetch all such matrices.');
  expect(lab.server.requests).toEqual([]);
});

it('--fetch gets the matrices themselves; what cannot be had keeps its stand-in, and later ones need no network', async ({
  lab,
}) => {
  lab.server.answer('/MM/HB/mcfe.tar.gz', whole(archiveOf('mcfe')));
  const first = await run(lab, [...SOME, '--fetch']);
  expect(first.code).toBe(0);
  expect(sourcesIn(first)).toEqual({ mcfe: 'suitesparse:HB/mcfe', cavity10: 'cavity10' });
  expect(first.stderr).toContain('The SuiteSparse collection has no matrix Janna/Cube_Coup_dt0.');
  expect(lab.server.requests).not.toContain('GET /MM/DRIVCAV/cavity10.tar.gz');
  await lab.server.close();
  expect(sourcesIn(await run(lab, SOME))['mcfe']).toBe('suitesparse:HB/mcfe');
  expect((await run(lab, ['study', 'cristofori', '--list'])).stdout).toMatch(/^mcfe +suitesparse:HB\/mcfe$/m);
});
