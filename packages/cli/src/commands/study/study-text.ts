import { loadWords } from '@spmv/engine';
import { counted } from '@spmv/engine/basics';
import { driftTexts } from '@spmv/studies';
import type { DrawnExhibit, JudgedClaim, NotRun, Study, StudyRun } from '@spmv/studies';
import { printable } from '../../output/printable.ts';
import type { Style, Terminal } from '../../output/terminal.ts';
import { wrap } from '../../output/wrap.ts';
import { NOT_ASKED } from './leg-selection.ts';

/** What was drawn and judged from a run. */
export interface DrawnStudy {
  readonly study: Study;
  readonly exhibits: readonly DrawnExhibit[];
  readonly claims: readonly JudgedClaim[];
  readonly run: StudyRun;
}

const MARKS: Readonly<Record<JudgedClaim['verdict'], readonly [mark: string, style: Style]>> = {
  'does not hold': ['✗', 'red'],
  holds: ['✓', 'green'],
  'too noisy to tell': ['~', 'yellow'],
  'not judged': ['?', 'dim'],
};

/** The same thing about several legs and matrices, said once. */
function notRunLines(notRun: readonly NotRun[]): readonly string[] {
  const groups = new Map<string, { readonly one: NotRun; readonly of: Set<string> }>();
  for (const one of notRun) {
    // Whoever left it out knows.
    if (one.why === NOT_ASKED) continue;
    const key = JSON.stringify([one.what, one.why]);
    const group = groups.get(key) ?? { one, of: new Set<string>() };
    groups.set(key, group);
    group.of.add([one.leg, one.matrix].filter((part) => part !== null && part !== '').join(' on '));
  }
  return [...groups.values()].map(({ one, of }) => `${[...of].join(', ')}: ${one.what}: ${one.why}`);
}

/** What says that times of this run are uncertain: a load before it began, in the words of `spmv bench`, and samples that spread. */
export function busyLines({ machine: { loadAverage: load, cores }, unsteady }: StudyRun): readonly string[] {
  const began = loadWords({ load, cores });
  const where = new Set(unsteady.map(({ leg, matrix }) => [leg, matrix].filter(Boolean).join(' on ')));
  const spread = `${counted(where.size, 'measurement has', 'measurements have')} times that cannot tell combinations apart, or are no base of quotients: ${[...where].join(', ')}.`;
  return [
    ...(began === undefined ? [] : [`This machine was busy: ${began}.`]),
    ...(unsteady.length === 0 ? [] : [spread]),
  ];
}

/** Claims, those that do not hold first; then each table and figure, and what was not run. */
export function outcomeText(terminal: Terminal, { study, exhibits, claims, run }: DrawnStudy): string {
  const { width } = terminal;
  const line = (text: string): string => wrap(printable(text, { styled: true, line: true }), width, 2);
  const heading = (text: string): string => terminal.style('bold', text);
  const claimLines = claims.map(({ claim, verdict, why }) => {
    const [mark, style] = MARKS[verdict];
    return line(`${terminal.style(style, `${mark} ${verdict}`)}: ${claim.text} (${claim.where}) ${why}`);
  });
  const left = notRunLines(run.notRun);
  const drawn = exhibits.filter(({ missing }) => missing === null);
  const exhibitLines = exhibits.map(({ exhibit, missing, partial }) => {
    const what = `${exhibit.label}, ${exhibit.title}${partial === null ? '' : ` (partial: ${partial.replace(/\.$/, '')})`}`;
    return line(
      missing === null
        ? `${terminal.style('green', '✓')} ${what}`
        : `${terminal.style('dim', '–')} ${what}: ${missing}`,
    );
  });
  return [
    heading(`${study.authors.join(', ')} ${study.year}: ${study.title}`),
    ...[...busyLines(run), ...driftTexts(run)].map((text) => terminal.style('yellow', line(text))),
    '',
    heading('Claims'),
    ...claimLines,
    '',
    heading(`Tables and figures: ${counted(drawn.length, 'is', 'are')} drawn, of ${exhibits.length}`),
    ...exhibitLines,
    ...(left.length === 0 ? [] : ['', heading('Not run'), ...left.map(line)]),
  ].join('\n');
}
