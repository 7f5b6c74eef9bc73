import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { renderReport } from '@spmv/report';
import { describe, expect, it } from 'vitest';
import type { StudyRun } from '../src/index.ts';
import { coverageOf, drawnExhibits, judgedClaims, studies, studyPage, studyReport } from '../src/index.ts';
import { EMPTY, madeRun } from './helpers/made-run.ts';

const PACKAGES = new URL('../../', import.meta.url);
const MANIFESTS = readdirSync(PACKAGES).map((name) => readFileSync(new URL(`${name}/package.json`, PACKAGES), 'utf8'));

const CLI = new URL('cli/src/', PACKAGES);
const FLAGS = ['program.ts', 'commands/bench/command.ts', 'commands/flags/timing.ts', 'commands/flags/selection.ts']
  .map((file) => readFileSync(new URL(file, CLI), 'utf8'))
  .join('');

/** Whether a name in backquotes is of a command, a package, a kernel, a flag of a command or a parameter of legs. */
function isKnown(name: string): boolean {
  if (name.startsWith('spmv ')) return existsSync(new URL(`cli/src/commands/${name.slice(5)}/command.ts`, PACKAGES));
  if (name.startsWith('--')) return FLAGS.includes(`'${name}`);
  const ours = name === 'spmv' || name.startsWith('@spmv/') || name.includes('/');
  return ours ? MANIFESTS.some((text) => text.includes(`"${name}"`)) : ['xLoad', 'schedule', 'chunk'].includes(name);
}

const ids = (things: readonly { readonly id: string }[]): readonly string[] => things.map(({ id }) => id);

/** The run of a device that counts occupancy, stores narrower values and is decidedly faster in ELLPACK, on matrices of rows of one length: large, of long rows, and small. */
function able(run: StudyRun): StudyRun {
  const sizes = { rows: 1_000_000, cols: 1_000_000, nnz: 30_000_000, deviation: 0, mean: 5 };
  const kinds = [sizes, { ...sizes, mean: 300 }, { ...sizes, nnz: 1000 }];
  const narrow = run.results.filter(({ leg }) => leg === 'mixed').map((result) => ({ ...result, stored: 'f32' }));
  return {
    ...run,
    matrices: run.matrices.map((matrix, m) => ({ ...matrix, ...kinds[m % kinds.length] })),
    results: [...run.results, ...narrow].map((result) => ({
      ...result,
      ...(result.leg === 'cuda-ellpack' ? { medianMs: 0.01, medianLowMs: 0.01, medianHighMs: 0.01 } : {}),
      occupancy: 1,
    })),
  };
}

describe('studies', () => {
  it('have names of their own', () => {
    expect(new Set(ids(studies)).size).toBe(studies.length);
  });

  for (const study of studies) {
    describe(`study ${study.id}`, () => {
      const known = study.matrices.map(({ name }) => name);

      it('names legs, exhibits, claims and matrices once', () => {
        const names = [ids(study.legs), ids(study.exhibits), ids(study.claims), known];
        for (const list of names) expect(new Set(list).size).toBe(list.length);
      });

      it('runs legs on matrices that it lists, and draws and judges from legs and matrices that exist', () => {
        for (const { matrices = [] } of [...study.legs, ...study.exhibits])
          expect(known).toEqual(expect.arrayContaining([...matrices]));
        for (const { legs } of [...study.exhibits, ...study.claims])
          expect(ids(study.legs)).toEqual(expect.arrayContaining([...legs]));
      });

      it('names the backends of its legs, and every leg is drawn or judged', () => {
        const used = new Set([...study.exhibits, ...study.claims].flatMap(({ legs }) => legs));
        for (const { id, backends = [], againOf } of study.legs) {
          expect({ id, backends: backends.length > 0 }).toEqual({ id, backends: true });
          expect(againOf !== undefined || used.has(id)).toBe(true);
        }
      });

      it('says of a run of nothing what each figure lacks, and judges none of what it would measure', () => {
        for (const { exhibit, missing } of drawnExhibits(study, EMPTY))
          if (missing !== null) expect(missing).toContain(exhibit.legs[0] ?? '');
        for (const { claim, verdict, why } of judgedClaims(study, EMPTY)) {
          expect(why).not.toBe('');
          if (claim.legs.length > 0)
            expect({ claim: claim.id, verdict }).toEqual({ claim: claim.id, verdict: 'not judged' });
        }
      });

      it('makes no figure of what failed, whatever times it has', () => {
        const run = madeRun(study);
        const failed = { ...run, results: run.results.map((result) => ({ ...result, status: 'failed' })) };
        const drawn = drawnExhibits(study, failed).flatMap(({ blocks }) => blocks);
        expect(drawn.filter(({ kind }) => kind === 'chart')).toEqual([]);
      });

      it('has a page with everything in its paper, as it is drawn and judged', () => {
        const url = new URL(`../../../docs/study-${study.id}.md`, import.meta.url);
        expect(readFileSync(url, 'utf8')).toBe(studyPage(study));
        const run = able(madeRun(study));
        const undrawn = drawnExhibits(study, run).filter(({ missing }) => missing !== null);
        // dc1 is judged by a refusal, which has a test of its own; the nested loops are run up to 1024 alone.
        const unjudged = judgedClaims(study, run).filter(
          ({ claim, verdict }) => verdict === 'not judged' && !['dc1', 'sequential-limit'].includes(claim.id),
        );
        expect(undrawn.map(({ exhibit }) => exhibit.id)).toEqual([]);
        expect(unjudged.map(({ claim, why }) => [claim.id, why])).toEqual([]);
        const rows = coverageOf(study);
        expect(rows).toHaveLength(study.exhibits.length + study.claims.length + study.wishes.length);
        for (const { what, state, how } of rows) expect(how, `${what} ${state}`).not.toBe('');
      });

      it('says of what it left out or wished only what exists: commands, packages, kernels', () => {
        const names = study.wishes.flatMap(({ by = '', lacks = '' }) =>
          [...`${by} ${lacks}`.matchAll(/`([^`]+)`/gu)].map(([, name = '']) => name),
        );
        expect(names.length).toBeGreaterThan(0);
        for (const name of names) expect({ name, known: isKnown(name) }).toEqual({ name, known: true });
      });

      it('becomes a report with every exhibit, claim and error in print', () => {
        const report = studyReport(study, madeRun(study));
        expect(report.sections.map(({ title }) => title)).toEqual(
          expect.arrayContaining(
            study.exhibits.map(
              ({ label, title, lacks }) => `${label}: ${title}${lacks === undefined ? '' : ' (partial)'}`,
            ),
          ),
        );
        const rows = report.sections
          .flatMap(({ blocks }) => blocks)
          .flatMap((block) => (block.kind === 'table' ? block.rows : []));
        for (const { text } of study.claims) expect(rows.some(([first]) => first === text)).toBe(true);
        for (const { printed } of study.errata) expect(rows.some(([, second]) => second === printed)).toBe(true);
        const html = renderReport(report);
        for (const { label } of study.exhibits) expect(html).toContain(label);
      });
    });
  }
});
