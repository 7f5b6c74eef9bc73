import { SpmvError } from '@spmv/core';
import { withDrift } from './drift.ts';
import { withUnavailable } from './not-available.ts';
import { ofLegs } from './of-legs.ts';
import { withSizes } from './sizes-not-run.ts';
import { studies } from './studies.ts';
import type { EarlierRun, NotRun, RunMatrix, StudyDevice, StudyResult, StudyRun, Unsteady } from './study-run.ts';

/** A run of a study that was recorded. */
export interface RecordedStudy {
  /** Id of the study. */
  readonly study: string;
  readonly run: StudyRun;
}

/** What of a document is read; see `spmv.study/1`. */
interface StudyDocument {
  readonly schema?: unknown;
  readonly study?: unknown;
  readonly started?: string;
  readonly before?: readonly EarlierRun[];
  readonly timings?: Readonly<Record<string, number>>;
  readonly options?: { readonly timeBudgetMs?: number };
  readonly host?: {
    readonly cpu?: string;
    readonly cores?: number;
    readonly loadAverage?: number;
    readonly os?: string;
    readonly node?: string;
  };
  readonly devices?: readonly StudyDevice[];
  readonly statistics?: readonly RunMatrix[];
  readonly results?: readonly StudyResult[];
  readonly notRun?: readonly NotRun[];
  readonly unsteady?: readonly Unsteady[];
}

/** Why something was not run: first an exhibit has a share of the budget, then what the others left. */
export const OUT_OF_TIME = 'what was left of the time budget did not suffice';
/** The words of older documents, of which it is as true. */
const OLD_WORDS = 'the time budget was used up';

/** With how much it was, where the document says it; of a resumed run that of the last part. */
function withBudget(one: NotRun, ms: number | undefined): NotRun {
  if (one.why !== OUT_OF_TIME && one.why !== OLD_WORDS) return one;
  return { ...one, why: ms === undefined ? OUT_OF_TIME : OUT_OF_TIME.replace('budget', `budget of ${ms / 1000} s`) };
}

const FIX = 'Make one with spmv study NAME --json > FILE.';

function fail(message: string): never {
  throw new SpmvError('STUDY.DOCUMENT', message, { fix: FIX });
}

/** The first list that is none, or whose items are not objects. */
function wrongList(document: StudyDocument): string | undefined {
  const lists = ['devices', 'statistics', 'results', 'notRun', 'unsteady'] as const;
  return lists.find((name) => {
    const list: unknown = document[name];
    return !Array.isArray(list) || list.some((item) => typeof item !== 'object' || item === null);
  });
}

function isResult(result: StudyResult): boolean {
  const { leg, matrix, status, medianMs, launchParams, kernelParams, formatParams } = result;
  const params: readonly unknown[] = [launchParams, kernelParams, formatParams];
  return (
    [leg, matrix, status].every((value: unknown) => typeof value === 'string') &&
    params.every((value) => typeof value === 'object' && value !== null) &&
    (medianMs === null || typeof medianMs === 'number')
  );
}

/** What `spmv study --json` wrote, without the results that the study of today does not measure, and with how far those of several legs are apart. Errors: `STUDY.DOCUMENT`. */
export function readStudyRun(value: unknown): RecordedStudy {
  const document = (value ?? {}) as StudyDocument;
  const { schema, study, host = {} } = document;
  if (schema !== 'spmv.study/1' || typeof study !== 'string')
    fail(`This is no document of a study (schema ${String(schema)}).`);
  const wrong = wrongList(document);
  if (wrong !== undefined) fail(`This document of a study has no list '${wrong}'.`);
  const { results = [], timings = {} } = document;
  const tookMs = Object.values(timings).reduce((sum, ms) => sum + ms, 0);
  const bad = results.findIndex((result) => !isResult(result));
  if (bad >= 0) fail(`results[${bad}] of this document is no result of a study.`);
  const known = studies.find(({ id }) => id === study) ?? { legs: [] };
  const run: StudyRun = {
    started: document.started ?? '',
    ...(tookMs > 0 ? { tookMs } : {}),
    ...(document.before ? { before: document.before } : {}),
    machine: {
      cpu: host.cpu ?? 'unknown',
      cores: host.cores ?? 0,
      loadAverage: host.loadAverage ?? 0,
      os: host.os ?? '',
      runtime: host.node === undefined ? '' : `Node ${host.node}`,
      devices: document.devices ?? [],
    },
    matrices: document.statistics ?? [],
    // A figure of what did not validate is none, whoever wrote it.
    results: results.map((result) => (result.status === 'ok' ? result : withoutFigures(result))),
    notRun: (document.notRun ?? []).map((one) => withBudget(one, document.options?.timeBudgetMs)),
    unsteady: document.unsteady ?? [],
  };
  return {
    study,
    run: known.legs.length === 0 ? run : withDrift(known, withUnavailable(ofLegs(known, withSizes(known, run)))),
  };
}

function withoutFigures(result: StudyResult): StudyResult {
  return { ...result, medianMs: null, gflops: null, gbPerSecond: null, speedup: null };
}
