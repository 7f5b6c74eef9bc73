import { collection, COUNTED_FILE, facts, FEATURES, tableOne } from './sources.ts';
import { standIn } from './stand-in.ts';
import type { StudyMatrix } from './study-matrix.ts';

const KKT =
  'the 27-point stencil of 80 × 80 × 80 points for states and constraints, coupled to the controls of six faces by 9 points, and the diagonals: it has exactly the entries and the zeros that the collection counts';

/** Matrices of regular grids, and of bands. */
export const gridMatrices: readonly StudyMatrix[] = [
  {
    name: 'mc2depi',
    origin: 'Williams/mc2depi',
    facts: [
      ...tableOne(525_825, 2_100_225, 4, 0, 2),
      ...facts(collection('Williams/mc2depi'), { rows: 525_825, nnz: 2_100_225, explicitZeros: 0 }),
      ...facts(FEATURES, {
        rows: 525_825,
        nnz: 2_100_225,
        max: 4,
        min: 2,
        deviation: 0.076323,
        meanSpan: 0.001342,
        meanRun: 1.331821,
      }),
    ],
    source: standIn(
      { rows: 525_825, nnz: 2_100_225, max: 4, min: 2, deviation: 0.076323, like: 'mesh2' },
      'A Markov chain on a grid in two dimensions. The original is on a triangle, 525,825 = 1025 · 1026/2, and its direction of steps is not known; rows span as many columns as those features say.',
    ),
  },
  {
    name: 'qcd5_4',
    facts: [
      ...tableOne(49_152, 1_916_928, 39, 1, 0),
      ...facts('Vázquez et al., Table I: σ is 0 and 39 · N are all entries', { max: 39, min: 39, deviation: 0 }),
    ],
    source: standIn(
      { rows: 49_152, nnz: 1_916_928, max: 39, min: 39, deviation: 0, like: 'mesh3', block: 3, side: 45 },
      'A lattice in four dimensions with blocks of three: 39 entries are 13 blocks. In three dimensions, as wide as conf5_4-8x8-15, a matrix of the same rows and entries. I_Av is printed as 1, which σ contradicts.',
    ),
  },
  {
    name: 'nlpkkt80',
    origin: 'Schenk/nlpkkt80',
    facts: [
      ...facts(collection('Schenk/nlpkkt80'), { rows: 1_062_400, nnz: 28_192_672, explicitZeros: 512_000 }),
      ...facts(KKT, { rows: 1_062_400, nnz: 28_704_672, max: 28, min: 5, deviation: 3.735117 }),
      ...facts(`${KKT}; without the zeros`, { nnz: 28_192_672, max: 28, min: 5, deviation: 3.641474 }),
    ],
    source: standIn(
      { rows: 1_062_400, nnz: 28_704_672, max: 28, min: 5, deviation: 3.735117, like: 'mesh3' },
      'Points of a cubic grid; the original has two grids and six faces, whose order is not known. Stored zeros are entries.',
    ),
  },
  {
    name: 'dw8192',
    origin: 'Bai/dw8192',
    facts: [
      ...tableOne(8192, 41_746, 5, 3, 12),
      ...facts(collection('Bai/dw8192'), { rows: 8192, nnz: 41_746, explicitZeros: 0 }),
    ],
    source: standIn(
      { rows: 8192, nnz: 41_746, max: 8, deviation: 0.6115, like: 'mesh2' },
      'A square waveguide on a grid in two dimensions, as dw2048 is; only the lengths of its rows are known.',
    ),
  },
  {
    name: 'mhd3200a',
    origin: 'Bai/mhd3200a',
    facts: [
      ...tableOne(3200, 68_026, 21, 12, 27),
      ...facts(collection('Bai/mhd3200a'), { rows: 3200, nnz: 68_026, explicitZeros: 0 }),
    ],
    source: standIn(
      { rows: 3200, nnz: 68_026, max: 33, deviation: 5.74, like: 'blocks', block: 4, bandwidth: 29 },
      'Blocks in a band as narrow as that of mhd4800a, which is the same problem with more points.',
    ),
  },
  {
    name: 'mhd4800a',
    origin: 'Bai/mhd4800a',
    facts: facts(COUNTED_FILE, {
      rows: 4800,
      nnz: 102_252,
      max: 33,
      min: 1,
      deviation: 5.799511,
      bandwidth: 29,
      meanSpan: 0.0081,
      meanRun: 3.876559,
    }),
    source: standIn(
      { rows: 4800, nnz: 102_252, max: 33, min: 1, deviation: 5.799511, like: 'blocks', block: 4, bandwidth: 29 },
      'Blocks in a band as wide as that of the original, in runs as long.',
    ),
  },
  {
    name: 'rbs480a',
    origin: 'Matrix Market, NEP/rbs480a',
    facts: [
      ...tableOne(480, 17_087, 36, 0, 1),
      ...facts(COUNTED_FILE, {
        rows: 480,
        nnz: 17_088,
        max: 36,
        min: 35,
        deviation: 0.489898,
        bandwidth: 477,
        meanSpan: 0.679466,
        meanRun: 1.866929,
      }),
    ],
    source: standIn(
      { rows: 480, nnz: 17_088, max: 36, min: 35, deviation: 0.489898, like: 'blocks', block: 2, bandwidth: 220 },
      'Entries in pairs over most of the columns, as in the original. The paper prints an entry less than the file has.',
    ),
  },
  {
    name: 'wbp128',
    facts: tableOne(16_384, 3_933_095, 240, 16, 14),
    source: standIn(
      { rows: 16_384, nnz: 3_933_095, max: 256, deviation: 33.61, like: 'blocks', block: 2, bandwidth: 16_384 },
      'Tomographic reconstruction of 128 × 128 points. Only the lengths of its rows are printed; pairs of columns anywhere are assumed, since the longest row has 2 · 128 entries.',
    ),
  },
  {
    name: 'wbp256',
    facts: tableOne(65_536, 31_413_932, 479, 33, 15),
    source: standIn(
      { rows: 65_536, nnz: 31_413_932, max: 512, deviation: 71.9, like: 'blocks', block: 2, bandwidth: 65_536 },
      'Tomographic reconstruction of 256 × 256 points. Only the lengths of its rows are printed; pairs of columns anywhere are assumed, since the longest row has 2 · 256 entries.',
    ),
  },
];
