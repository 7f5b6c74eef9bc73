import type { MatrixFactName, StudySource } from './study-matrix.ts';

/** The figures that a stand-in has, and what its columns are like: the options of the generator `standin`. */
export interface StandInFigures {
  readonly rows: number;
  readonly nnz: number;
  readonly max: number;
  readonly min?: number;
  readonly deviation: number;
  /** Mean absolute deviation. */
  readonly meanDeviation?: number;
  readonly like: 'mesh2' | 'mesh3' | 'band' | 'blocks' | 'graph' | 'network';
  readonly block?: number;
  readonly bandwidth?: number;
  readonly side?: number;
}

/** The source of a stand-in with these figures. `why` says where its kind of columns is from, `assumed` names figures that are printed nowhere. */
export function standIn(figures: StandInFigures, why: string, assumed: readonly MatrixFactName[] = []): StudySource {
  const query = Object.entries(figures).map(([key, value]) => `${key}=${value}`);
  return { kind: 'standIn', source: `gen:standin?${query.join('&')}`, like: figures.like, why, assumed };
}
