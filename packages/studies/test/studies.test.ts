import { readFileSync } from 'node:fs';
import { renderReport } from '@spmv/report';
import { describe, expect, it } from 'vitest';
import { drawnExhibits, judgedClaims, studies, studyReport } from '../src/index.ts';
import { EMPTY, madeRun } from './helpers/made-run.ts';

const DOCS = readFileSync(new URL('../../../docs/studies.md', import.meta.url), 'utf8');
const ids = (things: readonly { readonly id: string }[]): readonly string[] => things.map(({ id }) => id);

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
        for (const { id, backends = [] } of study.legs) {
          expect({ id, backends: backends.length > 0 }).toEqual({ id, backends: true });
          expect(used).toContain(id);
        }
      });

      it('draws every table and figure of a run in which everything was timed', () => {
        const missing = drawnExhibits(study, madeRun(study)).filter((one) => one.missing !== null);
        expect(missing.map(({ exhibit }) => exhibit.id)).toEqual([]);
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

      it('has every table and figure listed in docs/studies.md', () => {
        const [, section = ''] = DOCS.split(`\n## ${study.id}\n`);
        const [own = ''] = section.split('\n## ');
        for (const { label, title } of study.exhibits) expect(own).toContain(`| ${label} | ${title} |`);
        for (const { facts } of study.systems) for (const { value } of facts) expect(own).toContain(value);
      });

      it('becomes a report with every exhibit, claim and error in print', () => {
        const report = studyReport(study, madeRun(study));
        expect(report.sections.map(({ title }) => title)).toEqual(
          expect.arrayContaining(study.exhibits.map(({ label, title }) => `${label}: ${title}`)),
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
