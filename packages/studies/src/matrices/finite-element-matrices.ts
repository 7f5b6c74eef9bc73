import { collection, facts, FEATURES, FRAGA, MAGMA, tableOne } from './sources.ts';
import { standIn } from './stand-in.ts';
import type { StudyMatrix } from './study-matrix.ts';

const MEASURED = 'Its rows span as many columns, in runs about as long, as those features say';

/** Matrices of finite elements, finite volumes and molecules. */
export const finiteElementMatrices: readonly StudyMatrix[] = [
  {
    name: 'cant',
    origin: 'Williams/cant',
    facts: [
      ...tableOne(62_451, 4_007_383, 64, 14, 21),
      ...facts(FRAGA, { percentAverageDeviation: 20.2 }),
      ...facts(FEATURES, {
        rows: 62_451,
        nnz: 4_007_383,
        max: 78,
        min: 1,
        deviation: 14.056261,
        meanSpan: 0.008604,
        meanRun: 5.204948,
      }),
      ...facts(MAGMA, { rows: 62_451, nnz: 4_007_383, max: 78 }),
    ],
    source: standIn(
      {
        rows: 62_451,
        nnz: 4_007_383,
        max: 78,
        min: 1,
        deviation: 14.056261,
        meanDeviation: 12.96202,
        like: 'mesh3',
        block: 3,
        side: 9,
      },
      'The mean deviation is the 20.2 % that Fraga prints. A cantilever of elements with three unknowns a node: 62,451 rows are 9 × 9 × 257 nodes, and rows of such a bar span as many columns as those features say.',
    ),
  },
  {
    name: 'consph',
    origin: 'Williams/consph',
    facts: [
      ...tableOne(83_334, 6_010_480, 72, 9, 26),
      ...facts(FEATURES, {
        rows: 83_334,
        nnz: 6_010_480,
        max: 81,
        min: 1,
        deviation: 19.080194,
        meanSpan: 0.069811,
        meanRun: 6.977142,
      }),
    ],
    source: standIn(
      { rows: 83_334, nnz: 6_010_480, max: 81, min: 1, deviation: 19.080194, like: 'mesh3', block: 3 },
      'Concentric spheres of elements with three unknowns a node, in a cubic grid. Rows span as many columns as those features say.',
    ),
  },
  {
    name: 'pdb1HYS',
    origin: 'Williams/pdb1HYS',
    facts: [
      ...tableOne(36_417, 4_344_765, 119, 85, 27),
      ...facts(FEATURES, {
        rows: 36_417,
        nnz: 4_344_765,
        max: 204,
        min: 18,
        deviation: 31.860384,
        meanSpan: 0.129938,
        meanRun: 12.327288,
      }),
    ],
    source: standIn(
      {
        rows: 36_417,
        nnz: 4_344_765,
        max: 204,
        min: 18,
        deviation: 31.860384,
        like: 'blocks',
        block: 12,
        bandwidth: 2900,
      },
      `A protein's atoms near one another. ${MEASURED}.`,
    ),
  },
  {
    name: 'shipssec1',
    origin: 'DNVS/shipsec1',
    facts: [
      ...tableOne(140_874, 7_813_404, 55, 46, 20),
      ...facts(FEATURES, {
        rows: 140_874,
        nnz: 7_813_404,
        max: 102,
        min: 24,
        deviation: 11.074811,
        meanSpan: 0.045876,
        meanRun: 6.953741,
      }),
    ],
    source: standIn(
      {
        rows: 140_874,
        nnz: 7_813_404,
        max: 102,
        min: 24,
        deviation: 11.074811,
        like: 'blocks',
        block: 6,
        bandwidth: 4000,
      },
      `A ship's shells with six unknowns a node. ${MEASURED}.`,
    ),
  },
  {
    name: 'pwtk',
    origin: 'Boeing/pwtk',
    facts: [
      ...tableOne(217_918, 11_634_424, 53, 128, 9),
      ...facts(FEATURES, {
        rows: 217_918,
        nnz: 11_634_424,
        max: 180,
        min: 2,
        deviation: 4.743895,
        meanSpan: 0.059321,
        meanRun: 16.44084,
      }),
      ...facts(MAGMA, { rows: 217_918, nnz: 11_524_432, max: 180 }),
    ],
    source: standIn(
      { rows: 217_918, nnz: 11_634_424, max: 180, min: 2, deviation: 4.743895, like: 'mesh2', block: 6 },
      'A wind tunnel of shells with six unknowns a node: runs are as long as those features say. Some rows of the original span far more columns; of those too little is known.',
    ),
  },
  {
    name: 'rma10',
    origin: 'Bova/rma10',
    facts: [
      ...tableOne(46_835, 2_374_001, 51, 94, 56),
      ...facts(FEATURES, {
        rows: 46_835,
        nnz: 2_374_001,
        max: 145,
        min: 4,
        deviation: 27.780596,
        meanSpan: 0.187771,
        meanRun: 7.135839,
      }),
    ],
    source: standIn(
      { rows: 46_835, nnz: 2_374_001, max: 145, min: 4, deviation: 27.780596, like: 'mesh3', block: 2, side: 40 },
      `A harbour in three dimensions. ${MEASURED}.`,
    ),
  },
  {
    name: 'cop20k_A',
    origin: 'Williams/cop20k_A',
    facts: [
      ...tableOne(121_192, 2_624_331, 22, 59, 64),
      ...facts(collection('Williams/cop20k_A'), { rows: 121_192, nnz: 2_624_331, explicitZeros: 0 }),
      ...facts(FEATURES, {
        rows: 121_192,
        nnz: 2_624_331,
        max: 81,
        min: 0,
        deviation: 13.792662,
        meanSpan: 0.623055,
        meanRun: 2.211965,
      }),
    ],
    source: standIn(
      {
        rows: 121_192,
        nnz: 2_624_331,
        max: 81,
        min: 0,
        deviation: 13.792662,
        like: 'blocks',
        block: 2,
        bandwidth: 55_000,
      },
      `Elements of an accelerator's cavity, numbered so that neighbours are far apart. ${MEASURED}.`,
    ),
  },
  {
    name: 'PR02R',
    origin: 'Fluorem/PR02R',
    facts: [
      ...facts(collection('Fluorem/PR02R'), { rows: 161_070, nnz: 8_185_136, explicitZeros: 0 }),
      ...facts(FEATURES, {
        rows: 161_070,
        nnz: 8_185_136,
        max: 92,
        min: 1,
        deviation: 19.698285,
        meanSpan: 0.039586,
        meanRun: 2.776014,
      }),
    ],
    source: standIn(
      {
        rows: 161_070,
        nnz: 8_185_136,
        max: 92,
        min: 1,
        deviation: 19.698285,
        like: 'blocks',
        block: 3,
        bandwidth: 3600,
      },
      `Finite volumes around a wing, whose blocks of seven unknowns are not full. ${MEASURED}.`,
    ),
  },
  {
    name: 'bcsstk24',
    origin: 'HB/bcsstk24',
    facts: [
      ...tableOne(3562, 159_910, 45, 12, 26),
      ...facts(collection('HB/bcsstk24'), { rows: 3562, nnz: 159_910, explicitZeros: 0 }),
    ],
    source: standIn(
      { rows: 3562, nnz: 159_910, max: 57, deviation: 11.67, like: 'mesh2', block: 3 },
      'A structure, the roof of an arena, as a square grid with three unknowns a node; only the lengths of its rows are known.',
    ),
  },
  {
    name: 'e20r4000',
    facts: tableOne(4241, 131_556, 31, 31, 50),
    source: standIn(
      { rows: 4241, nnz: 131_556, max: 62, deviation: 15.51, like: 'mesh2' },
      'A driven cavity in two dimensions, as cavity10 is, which has the same longest row; only the lengths of its rows are known.',
    ),
  },
];
