import { checkCoo, cooOfRows, matrixStatistics, rowStatistics } from '@spmv/core';
import type { StandInOptions } from '@spmv/testkit';
import { generateMatrix, matrixGenerators, standInRows } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import type { MatrixFactName, StudyMatrix } from '../src/index.ts';
import { knownMatrices, matricesNamed } from '../src/index.ts';

/** Entries of a stand-in that is made whole; of larger ones the lengths of the rows. */
const MOST_MADE = 3e6;

const CRISTOFORI = `adder_dcop_32 af_1_k101 af23560 amazon0302 bcsstk17 cage4 cant cavity10 cop20k_A Cube_Coup_dt0 dc1
  FEM_3D_thermal1 lung2 mac_econ_fwd500 mcfe mhd4800a mhda416 ML_Laplace nlpkkt80 olafu olm1000 PR02R raefsky2 rdist2
  roadNet-PA thermal1 thermal2 thermomech_TK webbase-1M west2021`;
const VAZQUEZ = `qh1484 dw2048 rbs480a gemat12 dw8192 mhd3200a e20r4000 bcsstk24 mac_econ qcd5_4 mc2depi rma10 cop20k_A
  wbp128 dense2 cant pdb1HYS consph shipssec1 pwtk wbp256`;

function valuesOf({ facts }: StudyMatrix, what: string): readonly number[] {
  return facts.filter((fact) => fact.what === what).map(({ value }) => value);
}

/** The generator and options of a source. */
function spec(source: string): readonly [string, Readonly<Record<string, number | string>>] {
  const [name = '', query = ''] = source.replace('gen:', '').split('?');
  const pairs = query.split('&').map((pair) => pair.split('=') as [string, string]);
  return [name, Object.fromEntries(pairs.map(([key, text]) => [key, key === 'like' ? text : Number(text)]))];
}

describe('the matrices of the papers', () => {
  it('are listed once, all of them', () => {
    const names = knownMatrices.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(`${CRISTOFORI} ${VAZQUEZ}`.split(/\s+/)));
    expect(matricesNamed(['cage4', 'nothing']).map(({ source }) => source.kind)).toEqual(['stored', 'notRun']);
  });

  it('have facts that say where they are from', () => {
    for (const { name, facts } of knownMatrices) {
      expect(facts.length, name).toBeGreaterThan(0);
      for (const { what, value, from } of facts) {
        expect(from.length, `${name} ${what}`).toBeGreaterThan(3);
        expect(Number.isFinite(value), `${name} ${what}`).toBe(true);
      }
    }
  });

  it('have rows, entries, longest row and deviation known or marked as assumed, never both', () => {
    for (const { name, source, ...matrix } of knownMatrices) {
      if (source.kind === 'notRun') continue;
      const assumed: readonly string[] = source.kind === 'standIn' ? source.assumed : [];
      for (const what of ['rows', 'nnz', 'max', 'deviation'])
        expect(assumed.includes(what), `${name} ${what}`).toBe(
          valuesOf({ name, source, ...matrix }, what).length === 0,
        );
    }
  });

  for (const matrix of knownMatrices) {
    const { name, source } = matrix;
    if (source.kind !== 'standIn') continue;
    it(`${name}: its stand-in has figures that are among the facts, and is what they say`, () => {
      const [generator, options] = spec(source.source);
      expect([generator, options['like']]).toEqual(['standin', source.like]);
      for (const what of ['rows', 'nnz', 'max', 'min']) {
        if (options[what] !== undefined && !source.assumed.includes(what as MatrixFactName))
          expect(valuesOf(matrix, what), what).toContain(options[what]);
      }
      const wanted = options as unknown as StandInOptions;
      const near = valuesOf(matrix, 'deviation').some(
        (value) => Math.abs(value - wanted.deviation) <= 0.005 * wanted.deviation,
      );
      expect(near || source.assumed.includes('deviation'), `deviation ${wanted.deviation}`).toBe(true);
      const rows = standInRows(wanted);
      const found = rowStatistics(rows.shape, rows.rowLength);
      expect([found.rows, found.nnz, found.max]).toEqual([wanted.rows, wanted.nnz, wanted.max]);
      expect(wanted.min ?? found.min).toBe(found.min);
      expect(Math.abs(found.standardDeviation - wanted.deviation)).toBeLessThanOrEqual(0.01 * wanted.deviation);
      const [printed] = valuesOf(matrix, 'percentAverageDeviation');
      if (printed !== undefined)
        expect(Math.abs(found.percentAverageDeviation / printed - 1)).toBeLessThanOrEqual(0.01);
      if (wanted.nnz > MOST_MADE) return;
      const made = cooOfRows(rows);
      expect(checkCoo(made)).toEqual([]);
      const { nnz, max } = matrixStatistics(made);
      expect([nnz, max]).toEqual([wanted.nnz, wanted.max]);
    });
  }

  it('that a generator makes exactly are made with the entries that the papers say', () => {
    for (const matrix of knownMatrices) {
      if (matrix.source.kind !== 'stored' || !matrix.source.source.startsWith('gen:')) continue;
      const [generator, options] = spec(matrix.source.source);
      expect(matrixGenerators.map(({ name }) => name)).toContain(generator);
      const entries = Number(options['rows']) * Number(options['perRow'] ?? options['rows']);
      expect(valuesOf(matrix, 'nnz'), matrix.name).toContain(entries);
      if (entries <= MOST_MADE) expect(generateMatrix(generator, options).values, matrix.name).toHaveLength(entries);
    }
  });
});
