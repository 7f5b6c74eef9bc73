import { describe, expect, it } from 'vitest';
import { studies } from '../src/index.ts';

const ids = (things: readonly { readonly id: string }[]): readonly string[] => things.map(({ id }) => id);

describe('studies', () => {
  it('have names of their own', () => {
    expect(new Set(ids(studies)).size).toBe(studies.length);
  });

  for (const study of studies) {
    describe(`study ${study.id}`, () => {
      it('names legs, exhibits, claims and matrices once', () => {
        const names = [ids(study.legs), ids(study.exhibits), ids(study.claims), study.matrices.map(({ name }) => name)];
        for (const list of names) expect(new Set(list).size).toBe(list.length);
      });

      it('runs legs on matrices that it lists', () => {
        const known = study.matrices.map(({ name }) => name);
        for (const { matrices = [] } of study.legs) expect(known).toEqual(expect.arrayContaining([...matrices]));
      });

      it('draws and judges from legs that exist', () => {
        const known = ids(study.legs);
        for (const { legs } of [...study.exhibits, ...study.claims])
          expect(known).toEqual(expect.arrayContaining([...legs]));
      });
    });
  }
});
