/** One change, as its changeset tells it. */
export interface Change {
  readonly summary: string;
  /** What it raises. The first is the package that it is about. */
  readonly releases: readonly { readonly name: string; readonly type: string }[];
}

/** Headings by what a change raises, in the order in which they stand. */
const KINDS = { major: 'Breaking', minor: 'New and changed', patch: 'Fixed' } as const;

/** Up to a full stop outside code. */
const SENTENCE = /^(?:`[^`]*`|[^`])*?[.!?](?=\s|$)/u;

/** The first sentence of a change, on one line. Pure. */
function firstSentence(summary: string): string {
  const [paragraph = ''] = summary.trim().split(/\n\s*\n/u);
  const line = paragraph.replaceAll(/\s+/gu, ' ');
  return SENTENCE.exec(line)?.[0] ?? line;
}

const item = (text: string): string => `- ${text.trim().replaceAll(/\n(?=.)/gu, '\n  ')}`;

const isNew = ({ summary }: Change): boolean => /\bis new\b/u.test(firstSentence(summary));

/** Lists of changes under the heading of their kind, what is new first. `told` gives the text of one. Pure. */
function lists(
  name: string,
  changes: readonly Change[],
  told: (change: Change) => string,
  level: '###' | '####',
): readonly string[] {
  return Object.entries(KINDS).flatMap(([kind, heading]) => {
    const some = changes
      .filter(({ releases }) => releases.some((each) => each.name === name && each.type === kind))
      .toSorted((a, b) => Number(isNew(b)) - Number(isNew(a)));
    return some.length === 0 ? [] : [`${level} ${heading}`, some.map((change) => item(told(change))).join('\n')];
  });
}

/**
 * What a package's CHANGELOG.md says of a version: in full what is about it, in a sentence what is about another one and touches it, with
 * that one's name. Pure.
 */
export function packageSection(name: string, version: string, changes: readonly Change[]): string {
  const told = ({ summary, releases }: Change): string => {
    const about = releases[0]?.name;
    return about === name ? summary : `${firstSentence(summary)} (\`${about}\`)`;
  };
  const said = lists(name, changes, told, '###');
  return [`## ${version}`, ...(said.length > 0 ? said : ['Newer versions of what it depends on.'])].join('\n\n');
}

/** What CHANGELOG.md of the repository says of a release: a sentence for each change, under the package that it is about. Pure. */
export function releaseSection(
  title: string,
  versions: ReadonlyMap<string, string>,
  changes: readonly Change[],
): string {
  const names = [...new Set(changes.map(({ releases }) => releases[0]?.name ?? ''))].filter((name) =>
    versions.has(name),
  );
  // The front door first, then by name.
  names.sort((a, b) => Number(a.startsWith('@')) - Number(b.startsWith('@')) || (a < b ? -1 : 1));
  const packages = names.flatMap((name) => [
    `### ${name} ${versions.get(name)}`,
    ...lists(
      name,
      changes.filter(({ releases }) => releases[0]?.name === name),
      ({ summary }) => firstSentence(summary),
      '####',
    ),
  ]);
  return [`## ${title}`, ...packages].join('\n\n');
}

/** A changelog with a section before those that it has. Pure. */
export function withSection(changelog: string, section: string): string {
  const [title = '', ...older] = changelog.trim().split(/\n(?=## )/u);
  return `${[title.trim(), section, ...older.map((each) => each.trim())].join('\n\n')}\n`;
}
