import type { Study } from '@spmv/studies';
import { readStudyRun, standInsText, studies, studyOutcome, studyReport } from '@spmv/studies';
import { suggestNames } from '@spmv/core';
import { countsLine } from '@spmv/engine';
import { counted } from '@spmv/engine/basics';
import { usageError } from '../../cli-error.ts';
import type { Context, Finisher } from '../../documents/context.ts';
import { tookText } from '../../documents/run-document.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import type { OutputContext } from '../../output/publish.ts';
import { publish } from '../../output/publish.ts';
import { wrap } from '../../output/wrap.ts';
import { reportOf } from '../flags/report.ts';
import { readDocument } from './earlier.ts';
import { measure } from './measure.ts';
import { listStudies, listStudy } from './overview.ts';
import type { StudyDocument, StudyHead } from './study-document.ts';
import { exitOfStudy, studyDocument } from './study-document.ts';
import type { StudyFlags } from './study-flags.ts';
import { busyLines, outcomeText } from './study-text.ts';

/** The study of this id. Errors: usage. */
function studyOf(id: string): Study {
  const found = studies.find((study) => study.id === id);
  if (found) return found;
  const names = studies.map((study) => study.id);
  throw usageError(`There is no study '${id}'.`, suggestNames(id, names));
}

/** `spmv study [NAME]`: which there are, what one consists of, or what it measures. */
export async function run(context: Context, id: string | undefined, flags: StudyFlags): Promise<ExitCode | undefined> {
  if (id === undefined) {
    await listStudies(context);
    return EXIT.ok;
  }
  const study = studyOf(id);
  if (flags.list) {
    await listStudy(context, study);
    return EXIT.ok;
  }
  const { report } = reportOf(flags);
  if (flags.from === undefined) return measure(context, study, flags);
  await handOut(context, study, readDocument(flags.from, id) as StudyDocument, report);
  return EXIT.ok;
}

/** Draws and judges a document: text or JSON, and the report where one is wanted. */
async function handOut(
  context: OutputContext,
  study: Study,
  document: StudyDocument,
  report: string | undefined,
): Promise<void> {
  const { run: recorded } = readStudyRun(document);
  const outcome = studyOutcome(study, recorded);
  const { exhibits, claims } = outcome;
  const judged = {
    ...document,
    exhibits: exhibits.map(({ exhibit: { id, label }, missing, partial }) => ({ id, label, missing, partial })),
    claims: claims.map(({ claim: { id, text, where }, verdict, why }) => ({ id, text, where, verdict, why })),
  };
  const html = async (): Promise<string> => {
    const { renderReport } = await import('@spmv/report');
    return renderReport({
      ...studyReport(study, recorded, outcome, busyLines(recorded)),
      documents: [{ name: study.id, document: judged }],
    });
  };
  const { results, host, timings, before } = document;
  await publish(context, {
    document: judged,
    rows: results,
    ...(report === undefined ? {} : { page: { file: report, html } }),
    text: () =>
      [
        outcomeText(context.terminal, { study, exhibits, claims, run: recorded }),
        '',
        wrap(
          [
            `${counted(recorded.matrices.length, 'matrix', 'matrices')}: ${countsLine(results)}.`,
            standInsText(study, recorded),
            `${host.cpu}, Node ${host.node}.`,
            tookText(timings, before ? 'Its last part took' : 'Took'),
          ]
            .filter((text) => text !== '')
            .join(' '),
          context.terminal.width,
        ),
      ].join('\n'),
  });
}

/** The document of what was kept, with its tables and figures; also of a run that was stopped or lost. */
export const finish: Finisher = async (context, kept, ending) => {
  const head = kept.head as StudyHead;
  const document = studyDocument(kept, ending);
  await handOut(context, studyOf(head.study), document, head.report);
  return exitOfStudy(document, head);
};
