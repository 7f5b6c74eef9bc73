import type { BenchResult, RunEnd, RunDocument } from '@spmv/engine';
import type { Kept } from '@spmv/engine/keeper';
import { matrixOf } from '@spmv/engine';
import { counted } from '@spmv/engine/basics';
import type { EarlierRun, NotRun, RunMatrix, StudyDevice, Unsteady } from '@spmv/studies';
import { OUT_OF_TIME } from '@spmv/studies';
import { listOf, placesOf } from '../../documents/kept-lists.ts';
import type { CommandHead } from '../../documents/kept-run.ts';
import type { RecordedResult, StudyPair } from '../../documents/study-result.ts';
import { recordedResult } from '../../documents/study-result.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT, worstExit } from '../../exit-codes.ts';
import { runDocument } from '../../documents/run-document.ts';

/** What a run of a study was asked for: what is absent was left to it. */
export interface StudyOptions {
  readonly timeBudgetMs?: number;
  /** Samples of each combination. */
  readonly runs?: number;
  readonly backends?: readonly string[];
  readonly legs?: readonly string[];
  readonly matrices?: readonly string[];
}

/** What is said once of a run of a study. */
export interface StudyHead extends CommandHead {
  readonly options: CommandHead['options'] & StudyOptions;
  /** Its id. */
  readonly study: string;
  readonly legs: readonly string[];
  readonly devices: readonly StudyDevice[];
  /** Of the document that it goes on from. */
  readonly unsteadyBefore?: readonly Unsteady[];
  readonly before?: readonly EarlierRun[];
}

/** `spmv.study/1`: fields of a bench, its rows without samples and with the leg; fields only get added. */
export interface StudyDocument extends Pick<
  RunDocument,
  'schema' | 'started' | 'host' | 'backends' | 'errors' | 'interrupted' | 'leftOut' | 'timings'
> {
  readonly options: StudyHead['options'];
  readonly study: string;
  readonly legs: readonly string[];
  /** The runs that it goes on from. */
  readonly before?: readonly EarlierRun[];
  readonly devices: readonly StudyDevice[];
  /** Each matrix as run. */
  readonly statistics: readonly RunMatrix[];
  readonly results: readonly RecordedResult[];
  readonly notRun: readonly NotRun[];
  readonly unsteady: readonly Unsteady[];
}

/** What a time budget cut short. */
function cutShort(kept: Kept, pairs: ReadonlyMap<number, StudyPair>): readonly NotRun[] {
  return placesOf(kept, 'outOfTime').flatMap(([place, { cases, precision = '', samples }]): readonly NotRun[] => {
    const pair = pairs.get(matrixOf(place));
    if (!pair) return [];
    const late: readonly NotRun[] =
      cases?.length === 0
        ? []
        : cases
          ? [
              {
                ...pair,
                what: `${counted(cases.length, 'combination', 'combinations')} in ${precision}`,
                why: OUT_OF_TIME,
                cut: 'points',
              },
            ]
          : [{ ...pair, what: 'all of it', why: OUT_OF_TIME, ...(pair.matrix === '' ? { cut: 'points' } : {}) }];
    if (samples === undefined) return late;
    return [
      ...late,
      { ...pair, what: `more than ${samples} samples in ${precision}`, why: OUT_OF_TIME, cut: 'samples' },
    ];
  });
}

/** The document of what was kept, finished or not. */
export function studyDocument(kept: Kept, ending: RunEnd): StudyDocument {
  const { study, legs, devices, options, unsteadyBefore = [], before } = kept.head as StudyHead;
  const { schema, started, host, backends, errors, interrupted, leftOut, timings } = runDocument(kept, ending);
  const pairs = new Map(placesOf(kept, 'pairs'));
  const results = placesOf(kept, 'results').flatMap(([place, row]) => {
    const pair = pairs.get(matrixOf(place));
    return pair ? [recordedResult(pair, row as BenchResult)] : [];
  });
  const earlier = listOf(kept, 'earlier');
  const isTaken = (pair: StudyPair): boolean =>
    earlier.some(({ leg, matrix }) => leg === pair.leg && matrix === pair.matrix);
  const unsteady = placesOf(kept, 'matrices').flatMap(([m, { busy }]) => {
    const pair = pairs.get(m);
    return pair && busy !== undefined ? [{ ...pair, why: busy }] : [];
  });
  return {
    schema,
    study,
    started,
    ...(before ? { before } : {}),
    host,
    options,
    legs,
    backends,
    devices: devices.map((device) => {
      const rate = backends.find(({ id }) => id === device.backend)?.copyGbPerSecond;
      return rate === undefined ? device : { ...device, copyGbPerSecond: rate };
    }),
    statistics: listOf(kept, 'statistics'),
    results: [...earlier, ...results],
    notRun: [...listOf(kept, 'notRun'), ...cutShort(kept, pairs)],
    unsteady: [...unsteadyBefore.filter(isTaken), ...unsteady],
    errors,
    interrupted,
    leftOut,
    timings,
  };
}

/** The exit code that it stands for: what this machine lacks is told and no failure, but for a backend that was asked for. */
export function exitOfStudy({ errors, interrupted, results, backends }: StudyDocument, { asked }: StudyHead): ExitCode {
  const codes: number[] = errors.map(({ exitCode }) => exitCode);
  if (interrupted) codes.push(EXIT.interrupted);
  if (results.some(({ status }) => status === 'failed')) codes.push(EXIT.failed);
  if (backends.some(({ id, status }) => status !== 'available' && asked?.includes(id))) codes.push(EXIT.unavailable);
  if (codes.length === 0 && !results.some(({ status }) => status === 'ok')) codes.push(EXIT.failed);
  return worstExit(codes);
}
