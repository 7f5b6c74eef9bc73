import { collection, facts, FRAGA, MAGMA } from './sources.ts';
import type { StandInFigures } from './stand-in.ts';
import { standIn } from './stand-in.ts';
import type { MatrixFact, MatrixFactName, StudyMatrix } from './study-matrix.ts';

/** What the collection's site says of a matrix, and how many entries its file has: stored zeros are multiplied, too. */
function counted(origin: string, rows: number, nnz: number, explicitZeros: number): readonly MatrixFact[] {
  const own = facts(collection(origin), { rows, nnz, explicitZeros });
  return explicitZeros === 0
    ? own
    : [...own, ...facts(`${collection(origin)}, zeros included`, { nnz: nnz + explicitZeros })];
}

/** A matrix of which rows and entries are known alone: the figures named in `assumed` are those of its kind, and printed nowhere. */
function like(
  origin: string,
  [rows, nnz, explicitZeros]: readonly [rows: number, nnz: number, explicitZeros: number],
  figures: Omit<StandInFigures, 'rows' | 'nnz'>,
  why: string,
  {
    known = [],
    assumed = ['max', 'deviation'],
  }: { known?: readonly MatrixFact[]; assumed?: readonly MatrixFactName[] } = {},
): StudyMatrix {
  const [, name = ''] = origin.split('/');
  return {
    name,
    origin,
    facts: [...counted(origin, rows, nnz, explicitZeros), ...known],
    source: standIn({ rows, nnz: nnz + explicitZeros, ...figures }, why, assumed),
  };
}

/** Matrices that cannot be had and of whose rows little is published: their stand-ins assume the rest, and say what. */
export const assumedMatrices: readonly StudyMatrix[] = [
  like(
    'Schenk_AFE/af_1_k101',
    [503_625, 17_550_675, 0],
    { max: 35, deviation: 0.85, like: 'mesh2', block: 5 },
    'A sheet of metal, five unknowns a node: seven nodes are 35 entries, which is just above the mean.',
  ),
  like(
    'Bai/af23560',
    [23_560, 460_598, 23_658],
    { max: 21, deviation: 1.5, like: 'mesh2', block: 4 },
    'The flow about an airfoil, four unknowns a point of a grid in two dimensions: five points are 20 entries.',
  ),
  like(
    'SNAP/amazon0302',
    [262_111, 1_234_877, 0],
    { max: 5, deviation: 0.95, like: 'graph' },
    'Products bought together: most rows have five, the next whole number above the mean.',
  ),
  like(
    'HB/bcsstk17',
    [10_974, 428_650, 0],
    { max: 150, deviation: 15, like: 'blocks', block: 6, bandwidth: 520 },
    'Stiffness of a pressure vessel, six unknowns a node, a band of rows of several lengths.',
  ),
  like(
    'IBM_EDA/dc1',
    [116_835, 766_396, 0],
    { max: 114_190, deviation: 361, like: 'network' },
    'A circuit: its longest row alone makes a deviation of 334.',
    { known: facts(FRAGA, { rows: 116_835, max: 114_190 }), assumed: ['deviation'] },
  ),
  like(
    'Botonakis/FEM_3D_thermal1',
    [17_880, 430_740, 0],
    { max: 27, deviation: 4.3, like: 'mesh3' },
    'Heat in three dimensions: 27 points, fewer at the border.',
  ),
  like(
    'Norris/lung2',
    [109_460, 492_564, 0],
    { max: 8, deviation: 1.5, like: 'band', bandwidth: 8 },
    'A transport in the lung: few entries near the diagonal.',
  ),
  like(
    'Bai/mhda416',
    [416, 8562, 0],
    { max: 33, deviation: 5.74, like: 'blocks', block: 4, bandwidth: 29 },
    'The problem of mhd4800a with fewer points, whose rows and band are known.',
  ),
  like(
    'Janna/ML_Laplace',
    [377_002, 27_582_698, 107_274],
    { max: 75, deviation: 3, meanDeviation: 1.06499, like: 'mesh2', block: 2 },
    'Meshless in two dimensions, two unknowns a point; the mean deviation is the printed 1.45 % of the mean; 107 274 of the entries are zeros of the file, which print does not count.',
    { known: facts(FRAGA, { percentAverageDeviation: 1.45 }) },
  ),
  like(
    'Simon/olafu',
    [16_146, 1_015_156, 0],
    { max: 89, deviation: 18, like: 'blocks', block: 6, bandwidth: 590 },
    'A structure, six unknowns a node, a band of rows of several lengths.',
  ),
  like(
    'Simon/raefsky2',
    [3242, 293_551, 725],
    { max: 108, deviation: 20, like: 'blocks', block: 3, bandwidth: 300 },
    'A flow in three dimensions, three unknowns a point: 36 points are 108 entries.',
  ),
  like(
    'Zitney/rdist2',
    [3198, 56_834, 100],
    { max: 61, deviation: 14, like: 'blocks', block: 4, bandwidth: 100 },
    'Reactive distillation: blocks of a stage and its neighbours, in rows of very different lengths.',
  ),
  like(
    'SNAP/roadNet-PA',
    [1_090_920, 3_083_796, 0],
    { max: 9, deviation: 1.03, like: 'network' },
    'Roads: two to four meet at most places.',
  ),
  like(
    'Schmid/thermal1',
    [82_654, 574_458, 0],
    { max: 11, deviation: 0.83, like: 'mesh2' },
    'Heat on an unstructured mesh of about seven neighbours; as long a row as thermal2 has, the same problem on a finer one.',
  ),
  like(
    'Schmid/thermal2',
    [1_228_045, 8_580_313, 0],
    { max: 11, deviation: 0.81, like: 'mesh2' },
    'Heat on an unstructured mesh of about seven neighbours.',
    { known: facts(MAGMA, { rows: 1_228_045, nnz: 8_580_313, max: 11 }), assumed: ['deviation'] },
  ),
  like(
    'Botonakis/thermomech_TK',
    [102_158, 711_558, 0],
    { max: 10, deviation: 0.9, like: 'mesh2' },
    'Heat on an unstructured mesh of about seven neighbours.',
  ),
];
