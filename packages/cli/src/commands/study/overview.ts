import { availableParallelism } from 'node:os';
import type { BackendRow } from '@spmv/engine';
import { counted } from '@spmv/engine/basics';
import type { Study, StudyLeg, StudyMatrix } from '@spmv/studies';
import { studies } from '@spmv/studies';
import { bringingAny } from '../../discovery/needed.ts';
import { backendRows } from '../../documents/backend-rows.ts';
import type { Context } from '../../documents/context.ts';
import { tableText } from '../../documents/layout.ts';
import { publish } from '../../output/publish.ts';
import { wrap } from '../../output/wrap.ts';
import { withinCores } from './leg-selection.ts';
import { sourceOf, whyNotRun } from './matrix-sources.ts';

/** A leg, and whether this machine can run it. */
interface LegRow {
  readonly id: string;
  readonly title: string;
  readonly backends: readonly string[];
  readonly matrices: number;
  /** What stands in the way; null where nothing does. */
  readonly lacks: string | null;
}

function legRow(leg: StudyLeg, rows: readonly BackendRow[]): LegRow {
  const { id, title, backends = [], matrices = [] } = leg;
  const own = rows.filter((row) => backends.includes(row.id));
  const isOpen = own.some(({ status }) => status === 'available');
  const [some] = withinCores(leg, backends, availableParallelism()).notRun;
  const closed = own.map(({ id: backend, reason }) => `${backend}: ${reason ?? ''}`).join(' ');
  const lacks = isOpen ? (some ? `${some.what}: ${some.why}` : null) : closed;
  return { id, title, backends, matrices: matrices.length, lacks };
}

/** `3 themselves, 20 stand-ins, 7 not run`. */
function matricesText(matrices: readonly StudyMatrix[]): string {
  const count = (kind: StudyMatrix['source']['kind']): number =>
    matrices.filter(({ source }) => source.kind === kind).length;
  return [
    counted(count('stored'), 'itself', 'themselves'),
    counted(count('standIn'), 'stand-in', 'stand-ins'),
    `${count('notRun')} not run`,
  ].join(', ');
}

async function backendsHere(context: Context): Promise<readonly BackendRow[]> {
  const found = await context.discover();
  return backendRows(await found.load(bringingAny('backends')));
}

/** What a document of `--list` says of a study. */
function listed(study: Study, rows: readonly BackendRow[]) {
  const { id, title, authors, year, source, systems, matrices, exhibits, claims, errata } = study;
  return {
    id,
    title,
    authors,
    year,
    source,
    systems,
    legs: study.legs.map((leg) => ({ ...leg, lacks: legRow(leg, rows).lacks })),
    matrices,
    exhibits: exhibits.map(({ id: exhibit, label, title: what, where, paper, legs }) => ({
      id: exhibit,
      label,
      title: what,
      where,
      paper,
      legs,
    })),
    claims: claims.map(({ id: claim, text, where, legs }) => ({ id: claim, text, where, legs })),
    errata,
  };
}

/** `spmv study`: the papers, and how much of each this machine can run. */
export async function listStudies(context: Context): Promise<void> {
  const rows = await backendsHere(context);
  const table = studies.map((study) => {
    const legs = study.legs.map((leg) => legRow(leg, rows));
    return { study, legs, here: legs.filter(({ lacks }) => lacks === null).length };
  });
  await publish(context, {
    document: { schema: 'spmv.studies/1', studies: studies.map((study) => listed(study, rows)) },
    rows: table.map(({ study, legs, here }) => ({ id: study.id, title: study.title, legs: legs.length, here })),
    text: () =>
      tableText(
        context.terminal,
        [
          { header: 'study', cell: ({ study }) => study.id },
          {
            header: 'paper',
            least: 20,
            cell: ({ study }) => `${study.authors.join(', ')} ${study.year}: ${study.title}`,
          },
          { header: 'measurements here', least: 12, cell: ({ legs, here }) => `${here} of ${legs.length}` },
          { header: 'matrices', least: 12, cell: ({ study }) => matricesText(study.matrices) },
          {
            header: 'exhibits',
            least: 8,
            rank: 1,
            cell: ({ study }) => `${study.exhibits.length}, ${study.claims.length} claims`,
          },
        ],
        table,
      ),
  });
}

/** What is run for a matrix; `own` is what was fetched of it. */
function matrixWords(matrix: StudyMatrix, own: string | undefined): string {
  const { source } = matrix;
  if (own !== undefined) return own;
  if (source.kind === 'notRun') return `not run: ${whyNotRun(matrix)}`;
  return source.kind === 'standIn' ? `${source.source} (${source.why})` : source.source;
}

/** `spmv study NAME --list`: what it consists of. */
export async function listStudy(context: Context, study: Study): Promise<void> {
  const rows = await backendsHere(context);
  const { terminal } = context;
  const { matrices, exhibits, claims, errata } = study;
  const own = new Map<string, string>();
  for (const matrix of matrices) {
    const source = await sourceOf(matrix, undefined);
    if (source?.kind === 'collection') own.set(matrix.name, source.text);
  }
  const heading = (text: string): string => `\n${terminal.style('bold', text)}`;
  const line = (text: string): string => wrap(text, terminal.width, 2);
  await publish(context, {
    document: { schema: 'spmv.studies/1', studies: [listed(study, rows)] },
    rows: study.legs.map((leg) => legRow(leg, rows)),
    text: () =>
      [
        terminal.style('bold', `${study.authors.join(', ')} ${study.year}: ${study.title}`),
        line(study.source),
        heading('Measurements'),
        tableText(
          terminal,
          [
            { header: 'leg', cell: ({ id }) => id },
            { header: 'what', least: 20, cell: ({ title }) => title },
            { header: 'on', least: 8, cell: ({ backends }) => backends.join(' ') },
            { header: 'matrices', align: 'right', cell: ({ matrices: count }) => String(count) },
            { header: 'lacks here', least: 16, cell: ({ lacks }) => lacks ?? '' },
          ],
          study.legs.map((leg) => legRow(leg, rows)),
        ),
        heading(`Matrices: ${matricesText(matrices)}`),
        tableText(
          terminal,
          [
            { header: 'matrix', cell: ({ name }) => name },
            { header: 'what is run', least: 24, cell: (matrix) => matrixWords(matrix, own.get(matrix.name)) },
          ],
          matrices,
        ),
        heading('Tables and figures'),
        ...exhibits.map(({ label, title, where }) => line(`${label}, ${title} (${where})`)),
        heading('Claims'),
        ...claims.map(({ text, where }) => line(`${text} (${where})`)),
        heading('Errors in print'),
        ...errata.map(({ where, printed, correct }) => line(`${where}: ${printed} → ${correct}`)),
      ].join('\n'),
  });
}
