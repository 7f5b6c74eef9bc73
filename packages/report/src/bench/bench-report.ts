import type { ReportBlock, Report, ReportDocument, Section } from '../model/report.ts';
import { adviceBlocks } from './advice-blocks.ts';
import { agreementBlocks } from './agreement-blocks.ts';
import { allRows } from './all-rows.ts';
import type { BenchDocument } from './bench-document.ts';
import { noDocuments, readBench } from './bench-document.ts';
import { bestBlocks } from './best.ts';
import { breakEvenBlocks } from './break-even.ts';
import { textIn } from './fields.ts';
import { errorBlocks } from './error-blocks.ts';
import { factsOf } from './facts.ts';
import { leftOutBlocks } from './left-out.ts';
import { matrixBlocks } from './matrices.ts';
import { rooflineBlocks } from './roofline-blocks.ts';
import { timedRows } from './rows.ts';
import { sideBySide } from './side-by-side.ts';
import { speedBlocks, speedupBlocks, storageBlocks } from './speed.ts';
import { sweepBlocks } from './sweep-blocks.ts';
import { workerBlocks } from './workers.ts';

/** What a report of several shows of each: what is the same for all, and rows that stand side by side already, are left to its own report. */
const OF_EACH = new Set(['best', 'advice', 'sweep', 'speed', 'speedup', 'roofline', 'workers', 'left-out']);

/** All that is shown of one document, without what it has nothing for. */
function sectionsOf(document: BenchDocument): readonly Section[] {
  const timed = timedRows(document.rows);
  const isSweep = document.axis !== null;
  const all: readonly (readonly [id: string, title: string, blocks: readonly ReportBlock[]])[] = [
    ['best', 'Best of each', bestBlocks(document)],
    ['advice', 'Advice', adviceBlocks(document)],
    ['sweep', `Over ${document.axis ?? ''}`, sweepBlocks(document)],
    ['speed', 'Rate by format and backend', isSweep ? [] : speedBlocks(timed)],
    ['speedup', 'Speed-up', isSweep ? [] : speedupBlocks(timed)],
    ['roofline', 'Roofline', rooflineBlocks(document, timed)],
    ['workers', 'Workers', workerBlocks(timed)],
    ['storage', 'Storage', storageBlocks(timed)],
    ['break-even', 'Break-even', isSweep ? [] : breakEvenBlocks(document)],
    ['error', 'Error', errorBlocks(document)],
    ['agreement', 'Backends against one another', agreementBlocks(document)],
    ['matrices', 'Matrices', matrixBlocks(document)],
    ['left-out', 'Left out', leftOutBlocks(document)],
    ['rows', 'All results', allRows(document.rows)],
  ];
  return all.filter(([, , blocks]) => blocks.length > 0).map(([id, title, blocks]) => ({ id, title, blocks }));
}

function titleOf({ problems, axis, fields }: BenchDocument): string {
  const [first, ...others] = problems.map(({ name }) => name);
  const command = textIn(fields, 'schema')?.startsWith('spmv.validate') ? 'spmv validate' : 'spmv bench';
  const over = axis === null ? command : `spmv sweep over ${axis}`;
  if (first === undefined) return over;
  return others.length === 0 ? `${over}: ${first}` : `${over}: ${first} and ${others.length} more`;
}

/** Two documents of one name are told apart by their number. */
function named(documents: readonly ReportDocument[]): readonly ReportDocument[] {
  return documents.map(({ name, document }, d) => {
    const isTwice = documents.some((other, o) => o !== d && other.name === name);
    return { name: isTwice ? `${name} (${d + 1})` : name, document };
  });
}

/**
 * The report of documents that `spmv bench --json` or `spmv sweep --json` wrote, of this version or an earlier one; of several, side by side,
 * the first being what the others are compared with. Errors: `REPORT.DOCUMENT`, also for none.
 */
export function benchReport(documents: readonly ReportDocument[]): Report {
  const sources = named(documents);
  const read = sources.map(({ name, document }) => readBench(name, document));
  const [first, ...others] = read;
  if (first === undefined) throw noDocuments();
  if (others.length === 0)
    return {
      title: titleOf(first),
      subtitle: first.name,
      facts: factsOf(first),
      sections: sectionsOf(first),
      documents: sources,
    };
  return {
    title: `${read.length} runs of spmv bench, side by side`,
    subtitle: read.map(({ name }) => name).join(', '),
    facts: [],
    sections: [
      ...sideBySide(read),
      ...read.flatMap((document, d) =>
        sectionsOf(document)
          .filter(({ id }) => OF_EACH.has(id))
          .map(({ id, title, blocks }) => ({ id: `${id}-${d + 1}`, title: `${document.name}: ${title}`, blocks })),
      ),
    ],
    documents: sources,
  };
}
