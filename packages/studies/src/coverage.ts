import { againstPrint, FASTER } from './exhibits/judged.ts';
import type { Study } from './study.ts';

/** A thing in a paper, and whether it is here. */
export interface Coverage {
  readonly kind: 'table or figure' | 'claim' | 'described or wished';
  readonly what: string;
  readonly where: string;
  readonly state: 'works' | 'partial' | 'left out';
  /** Of what works, by what; of the rest also what is lacking, and why. */
  readonly how: string;
}

function covered(by: string, lacks: string | undefined): Pick<Coverage, 'state' | 'how'> {
  if (lacks === undefined) return { state: 'works', how: by };
  return by === '' ? { state: 'left out', how: lacks } : { state: 'partial', how: `${by}. ${lacks}` };
}

/** Every table, figure, claim and wish of a paper: what is drawn and judged, and what of it is lacking. */
export function coverageOf({ legs: all, exhibits, claims, wishes }: Study): readonly Coverage[] {
  const standIns = new Set(all.flatMap(({ id, standsIn }) => (standsIn ? [id] : [])));
  const named = (ids: readonly string[]): string =>
    ids.flatMap((id) => (standIns.has(id) ? [] : [`\`${id}\``])).join(' ');
  return [
    ...exhibits.map(({ label, title, where, paper, legs, lacks }): Coverage => {
      const from = legs.length === 0 ? 'computed' : `measured by ${named(legs)}`;
      const by = paper === 'printed' ? `${from}, beside what is printed` : from;
      return { kind: 'table or figure', what: `${label}: ${title}`, where, ...covered(by, lacks) };
    }),
    ...claims.map((claim): Coverage => {
      const { id, text, where, legs, of, among, bar, lacks } = claim;
      const cases = among === 1 ? '' : `; ${of} of ${among} cases`;
      const judged = `by ${legs.length === 0 ? 'what is computed' : named(legs)}${cases}`;
      const against = againstPrint(claim).replace(/\.$/, '');
      const by = `\`${id}\`, ${judged}${bar === undefined ? '' : `; ${bar}`}${against === '' ? '' : `. ${against}`}`;
      return { kind: 'claim', what: text, where, ...covered(by, lacks) };
    }),
    ...wishes.map(({ what, where, by = '', lacks }): Coverage => ({
      kind: 'described or wished',
      what,
      where,
      ...covered(by, lacks),
    })),
  ];
}

const TITLES: readonly (readonly [kind: Coverage['kind'], title: string])[] = [
  ['table or figure', 'Tables and figures'],
  ['claim', 'Claims'],
  ['described or wished', 'What it describes or wishes beside them'],
];

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The page of a study in Markdown: its machines, and everything of its paper with *works*, *partial* or *left out*. */
export function studyPage(study: Study): string {
  const { id, title, authors, year, source, systems } = study;
  const all = coverageOf(study);
  const count = (state: Coverage['state']): number => all.filter((one) => one.state === state).length;
  const machines = systems.map(
    ({ name, where, facts }) =>
      `* ${name} (${where}): ${facts.map(({ label, value }) => `${label}: ${value}`).join('; ')}`,
  );
  const tables = TITLES.flatMap(([kind, heading]) => [
    `## ${heading}`,
    '',
    '| in print | where | here | how |',
    '|---|---|---|---|',
    ...all
      .filter((one) => one.kind === kind)
      .map(({ what, where, state, how }) => `| ${[what, where, `*${state}*`, how].map(cell).join(' | ')} |`),
    '',
  ]);
  return [
    `# Study ${id}`,
    '',
    '<!-- Written by node tools/study-pages.ts from packages/studies. -->',
    '',
    `${authors.join(', ')} ${year}: *${title}*. ${source}.`,
    '',
    `Of its paper ${count('works')} ${count('works') === 1 ? 'thing works' : 'things work'}, ${count('partial')} ${count('partial') === 1 ? 'does' : 'do'} in part and ${count('left out')} ${count('left out') === 1 ? 'is' : 'are'} left out. \`spmv study ${id} --list\` says what this machine can run of it; a run says itself what it lacks.`,
    '',
    `Faster is ${FASTER} times as fast and more, over the whole 95 % interval; best is what no other is faster than. Most is more than half of the cases, many a third and more, some one of them. A row’s limits are this project’s, but for quotes. A claim about more cases than were run is not judged while the others can turn it. Where there is no NVIDIA GPU, legs of WebGPU stand in.`,
    '',
    'Machines in print:',
    '',
    ...machines,
    '',
    ...tables,
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}
