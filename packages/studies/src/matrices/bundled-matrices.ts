import { COUNTED_BUNDLED, facts, FRAGA, tableOne } from './sources.ts';
import type { StudyMatrix } from './study-matrix.ts';

/** Matrices of the papers that come with the command, and the one that is what its name says. */
export const bundledMatrices: readonly StudyMatrix[] = [
  {
    name: 'cage4',
    origin: 'vanHeukelum/cage4',
    facts: [
      ...facts(COUNTED_BUNDLED, { rows: 9, cols: 9, nnz: 49, max: 6, min: 5, deviation: 0.496904, bandwidth: 7 }),
      ...facts(FRAGA, { rows: 9, cols: 9, nnz: 49 }),
    ],
    source: { kind: 'stored', source: 'cage4' },
  },
  {
    name: 'cavity10',
    origin: 'DRIVCAV/cavity10',
    facts: facts(COUNTED_BUNDLED, {
      rows: 2597,
      cols: 2597,
      nnz: 76_367,
      max: 62,
      min: 8,
      deviation: 14.94717,
      percentAverageDeviation: 41.503384,
      bandwidth: 252,
    }),
    source: { kind: 'stored', source: 'cavity10' },
  },
  {
    name: 'adder_dcop_32',
    origin: 'Sandia/adder_dcop_32',
    facts: facts(COUNTED_BUNDLED, {
      rows: 1813,
      cols: 1813,
      nnz: 11_246,
      max: 1310,
      min: 1,
      deviation: 30.777149,
      percentAverageDeviation: 39.957275,
      bandwidth: 1801,
    }),
    source: { kind: 'stored', source: 'adder_dcop_32' },
  },
  {
    name: 'olm1000',
    origin: 'Bai/olm1000',
    facts: facts(COUNTED_BUNDLED, {
      rows: 1000,
      cols: 1000,
      nnz: 3996,
      max: 6,
      min: 2,
      deviation: 1.997995,
      percentAverageDeviation: 49.94995,
      bandwidth: 3,
    }),
    source: { kind: 'stored', source: 'olm1000' },
  },
  {
    name: 'west2021',
    origin: 'HB/west2021',
    facts: facts(COUNTED_BUNDLED, {
      rows: 2021,
      cols: 2021,
      nnz: 7353,
      max: 12,
      min: 1,
      deviation: 2.389425,
      percentAverageDeviation: 50.309759,
      bandwidth: 1887,
    }),
    source: { kind: 'stored', source: 'west2021' },
  },
  {
    name: 'qh1484',
    origin: 'Bai/qh1484',
    facts: [
      ...tableOne(1484, 6110, 4, 9, 39),
      ...facts(COUNTED_BUNDLED, { rows: 1484, nnz: 6110, max: 13, min: 2, deviation: 1.600539, bandwidth: 924 }),
    ],
    source: { kind: 'stored', source: 'qh1484' },
  },
  {
    name: 'dw2048',
    origin: 'Bai/dw2048',
    facts: [
      ...tableOne(2048, 10_114, 5, 3, 10),
      ...facts(COUNTED_BUNDLED, { rows: 2048, nnz: 10_114, max: 8, min: 3, deviation: 0.505945, bandwidth: 1056 }),
    ],
    source: { kind: 'stored', source: 'dw2048' },
  },
  {
    name: 'dense2',
    facts: tableOne(2000, 4_000_000, 2000, 0, 0),
    source: { kind: 'stored', source: 'gen:dense?rows=2000' },
  },
];
