import { collection, facts, FRAGA, MAGMA } from './sources.ts';
import type { StudyMatrix } from './study-matrix.ts';

/** Matrices of the papers that cannot be had and of whose rows too little is published to stand in for them. */
export const matricesNotRun: readonly StudyMatrix[] = [
  {
    name: 'af_1_k101',
    origin: 'Schenk_AFE/af_1_k101',
    facts: facts(collection('Schenk_AFE/af_1_k101'), { rows: 503_625, nnz: 17_550_675, explicitZeros: 0 }),
    source: {
      kind: 'notRun',
      why: 'The matrix is not here, and to stand in for it its longest row and the deviation of its rows would have to be known.',
    },
  },
  {
    name: 'af23560',
    origin: 'Bai/af23560',
    facts: facts(collection('Bai/af23560'), { rows: 23_560, nnz: 460_598, explicitZeros: 23_658 }),
    source: {
      kind: 'notRun',
      why: 'The matrix is not here, and to stand in for it its longest row and the deviation of its rows would have to be known.',
    },
  },
  {
    name: 'amazon0302',
    origin: 'SNAP/amazon0302',
    facts: facts(collection('SNAP/amazon0302'), { rows: 262_111, nnz: 1_234_877, explicitZeros: 0 }),
    source: {
      kind: 'notRun',
      why: 'The matrix is not here, and to stand in for it its longest row and the deviation of its rows would have to be known.',
    },
  },
  {
    name: 'bcsstk17',
    origin: 'HB/bcsstk17',
    facts: facts(collection('HB/bcsstk17'), { rows: 10_974, nnz: 428_650, explicitZeros: 0 }),
    source: {
      kind: 'notRun',
      why: 'The matrix is not here, and to stand in for it its longest row and the deviation of its rows would have to be known.',
    },
  },
  {
    name: 'Cube_Coup_dt0',
    origin: 'Janna/Cube_Coup_dt0',
    facts: [
      ...facts(collection('Janna/Cube_Coup_dt0'), { rows: 2_164_760, nnz: 124_406_070, explicitZeros: 2_800_074 }),
      ...facts(MAGMA, { nnz: 124_406_070, max: 68 }),
    ],
    source: {
      kind: 'notRun',
      why: 'The matrix is not here, and to stand in for it the deviation of its rows would have to be known.',
    },
  },
  {
    name: 'dc1',
    origin: 'IBM_EDA/dc1',
    facts: [
      ...facts(collection('IBM_EDA/dc1'), { rows: 116_835, nnz: 766_396, explicitZeros: 0 }),
      ...facts(FRAGA, { rows: 116_835, max: 114_190 }),
    ],
    source: {
      kind: 'notRun',
      why: 'The matrix is not here, and to stand in for it the deviation of its rows would have to be known.',
    },
  },
  {
    name: 'FEM_3D_thermal1',
    origin: 'Botonakis/FEM_3D_thermal1',
    facts: facts(collection('Botonakis/FEM_3D_thermal1'), { rows: 17_880, nnz: 430_740, explicitZeros: 0 }),
    source: {
      kind: 'notRun',
      why: 'The matrix is not here, and to stand in for it its longest row and the deviation of its rows would have to be known.',
    },
  },
  {
    name: 'lung2',
    origin: 'Norris/lung2',
    facts: facts(collection('Norris/lung2'), { rows: 109_460, nnz: 492_564, explicitZeros: 0 }),
    source: {
      kind: 'notRun',
      why: 'The matrix is not here, and to stand in for it its longest row and the deviation of its rows would have to be known.',
    },
  },
  {
    name: 'mhda416',
    origin: 'Bai/mhda416',
    facts: facts(collection('Bai/mhda416'), { rows: 416, nnz: 8562, explicitZeros: 0 }),
    source: {
      kind: 'notRun',
      why: 'The matrix is not here, and to stand in for it its longest row and the deviation of its rows would have to be known.',
    },
  },
  {
    name: 'ML_Laplace',
    origin: 'Janna/ML_Laplace',
    facts: [
      ...facts(collection('Janna/ML_Laplace'), { rows: 377_002, nnz: 27_582_698, explicitZeros: 107_274 }),
      ...facts(FRAGA, { percentAverageDeviation: 1.45 }),
    ],
    source: {
      kind: 'notRun',
      why: 'The matrix is not here, and to stand in for it its longest row and the standard deviation of its rows would have to be known.',
    },
  },
  {
    name: 'olafu',
    origin: 'Simon/olafu',
    facts: facts(collection('Simon/olafu'), { rows: 16_146, nnz: 1_015_156, explicitZeros: 0 }),
    source: {
      kind: 'notRun',
      why: 'The matrix is not here, and to stand in for it its longest row and the deviation of its rows would have to be known.',
    },
  },
  {
    name: 'raefsky2',
    origin: 'Simon/raefsky2',
    facts: facts(collection('Simon/raefsky2'), { rows: 3242, nnz: 293_551, explicitZeros: 725 }),
    source: {
      kind: 'notRun',
      why: 'The matrix is not here, and to stand in for it its longest row and the deviation of its rows would have to be known.',
    },
  },
  {
    name: 'rdist2',
    origin: 'Zitney/rdist2',
    facts: facts(collection('Zitney/rdist2'), { rows: 3198, nnz: 56_834, explicitZeros: 100 }),
    source: {
      kind: 'notRun',
      why: 'The matrix is not here, and to stand in for it its longest row and the deviation of its rows would have to be known.',
    },
  },
  {
    name: 'roadNet-PA',
    origin: 'SNAP/roadNet-PA',
    facts: facts(collection('SNAP/roadNet-PA'), { rows: 1_090_920, nnz: 3_083_796, explicitZeros: 0 }),
    source: {
      kind: 'notRun',
      why: 'The matrix is not here, and to stand in for it its longest row and the deviation of its rows would have to be known.',
    },
  },
  {
    name: 'thermal1',
    origin: 'Schmid/thermal1',
    facts: facts(collection('Schmid/thermal1'), { rows: 82_654, nnz: 574_458, explicitZeros: 0 }),
    source: {
      kind: 'notRun',
      why: 'The matrix is not here, and to stand in for it its longest row and the deviation of its rows would have to be known.',
    },
  },
  {
    name: 'thermal2',
    origin: 'Schmid/thermal2',
    facts: [
      ...facts(collection('Schmid/thermal2'), { rows: 1_228_045, nnz: 8_580_313, explicitZeros: 0 }),
      ...facts(MAGMA, { rows: 1_228_045, nnz: 8_580_313, max: 11 }),
    ],
    source: {
      kind: 'notRun',
      why: 'The matrix is not here, and to stand in for it the deviation of its rows would have to be known.',
    },
  },
  {
    name: 'thermomech_TK',
    origin: 'Botonakis/thermomech_TK',
    facts: facts(collection('Botonakis/thermomech_TK'), { rows: 102_158, nnz: 711_558, explicitZeros: 0 }),
    source: {
      kind: 'notRun',
      why: 'The matrix is not here, and to stand in for it its longest row and the deviation of its rows would have to be known.',
    },
  },
];
