import { collection, facts, FEATURES, FRAGA, tableOne } from './sources.ts';
import { standIn } from './stand-in.ts';
import type { StudyMatrix } from './study-matrix.ts';

/** `mac_econ` of Vázquez et al. */
const macEcon: StudyMatrix = {
  name: 'mac_econ_fwd500',
  origin: 'Williams/mac_econ_fwd500',
  facts: [
    ...tableOne(206_500, 1_273_389, 6, 38, 72),
    ...facts(FEATURES, {
      rows: 206_500,
      nnz: 1_273_389,
      max: 44,
      min: 1,
      deviation: 4.435865,
      meanSpan: 0.001908,
      meanRun: 1.096904,
    }),
  ],
  source: standIn(
    { rows: 206_500, nnz: 1_273_389, max: 44, min: 1, deviation: 4.435865, like: 'band', bandwidth: 340 },
    'A model of an economy: single entries near the diagonal, in rows that span as many columns as those features say.',
  ),
};

/** Matrices of networks, economies and chemistry. */
export const otherMatrices: readonly StudyMatrix[] = [
  {
    name: 'webbase-1M',
    origin: 'Williams/webbase-1M',
    facts: [
      ...facts(FRAGA, { percentAverageDeviation: 60.12 }),
      ...facts(collection('Williams/webbase-1M'), { rows: 1_000_005, nnz: 3_105_536, explicitZeros: 0 }),
      ...facts(FEATURES, {
        rows: 1_000_005,
        nnz: 3_105_536,
        max: 4700,
        min: 1,
        deviation: 25.34521,
        meanSpan: 0.152463,
        meanRun: 1.187423,
      }),
    ],
    source: standIn(
      {
        rows: 1_000_005,
        nnz: 3_105_536,
        max: 4700,
        min: 1,
        deviation: 25.34521,
        meanDeviation: 1.867039,
        like: 'network',
      },
      'The mean deviation is the 60.12 % that Fraga prints. Links between pages: near ones, few hubs, long rows that reach everywhere.',
    ),
  },
  macEcon,
  { ...macEcon, name: 'mac_econ' },
  {
    name: 'gemat12',
    origin: 'HB/gemat12',
    facts: [
      ...tableOne(4929, 33_111, 7, 37, 45),
      ...facts(collection('HB/gemat12'), { rows: 4929, nnz: 33_044, explicitZeros: 67 }),
    ],
    source: standIn(
      { rows: 4929, nnz: 33_111, max: 44, deviation: 3.023, like: 'network' },
      'A power network; only the lengths of its rows are known. The paper counts the 67 stored zeros.',
    ),
  },
  {
    name: 'mcfe',
    origin: 'HB/mcfe',
    facts: [
      ...facts(collection('HB/mcfe'), { rows: 765, nnz: 24_382, explicitZeros: 0 }),
      ...facts('counted in ngraph.sparse-collection 0.0.2 of npm, which leaves the full diagonal out', {
        rows: 765,
        nnz: 24_382,
        max: 81,
        min: 17,
        deviation: 16.911281,
        bandwidth: 187,
      }),
    ],
    source: standIn(
      { rows: 765, nnz: 24_382, max: 81, min: 17, deviation: 16.911281, like: 'blocks', block: 3, bandwidth: 60 },
      'A variable band: rows span as many columns as those of the original, on average.',
    ),
  },
];
