import type { AgreementPair, AgreementReport } from '@spmv/core/oracle';
import type { ProblemSummary } from '@spmv/engine';
import { grouped, significant } from '@spmv/engine/basics';
import type { Terminal } from '../output/terminal.ts';
import { wrap } from '../output/wrap.ts';
import { tableText } from './layout.ts';

/** Members of which a table of all pairs is drawn; of more the pairs that are farthest apart are listed. */
const MOST_MEMBERS = 9;
const MOST_PAIRS = 9;

/** `0.031`, `agree` where the results are the same numbers, and what is not finite in one alone. */
function cellOf({ ratio, unlike, worst }: AgreementPair): string {
  return `${ratio > 0 ? significant(ratio) : worst ? '?' : '='}${unlike > 0 ? '*' : ''}`;
}

/** Members without the backend that all of them are on. */
function shortNames(members: readonly string[]): readonly string[] {
  const onOf = (member: string): string => / on .+$/.exec(member)?.[0] ?? '';
  const on = onOf(members[0] ?? '');
  return members.every((member) => onOf(member) === on)
    ? members.map((m) => m.slice(0, m.length - on.length))
    : members;
}

interface Row {
  readonly head: string;
  readonly row: number;
}

/** Members as rows and columns: how far each two are apart, in units of their bounds. Names that do not fit as heads are numbered before it. */
function pairTable(terminal: Terminal, { members, pairs }: AgreementReport): readonly string[] {
  const pairOf = (a: string, b: string): AgreementPair | undefined =>
    pairs.find(({ members: [first, second] }) => (first === a && second === b) || (first === b && second === a));
  const names = shortNames(members);
  const longest = Math.max(...names.map(({ length }) => length));
  const isNumbered = (names.length + 1) * (longest + 2) > terminal.width;
  const heads = isNumbered ? names.map((_, m) => `${m + 1}`) : names;
  const table = tableText(
    terminal,
    [
      { header: '', cell: ({ head }: Row) => `  ${head}` },
      ...members.map((other, column) => ({
        header: heads[column] as string,
        align: 'right' as const,
        cell: ({ row }: Row) => {
          const pair = column > row ? undefined : pairOf(members[row] as string, other);
          return pair ? cellOf(pair) : '';
        },
      })),
    ],
    heads.map((head, row) => ({ head, row })),
  );
  // A number stays with its name where lines are broken.
  const legend = names.map((name, m) => `${m + 1}\u00a0${name}`).join(', ');
  return isNumbered ? [wrap(`  ${legend}`, terminal.width, 2).replaceAll('\u00a0', ' '), table] : [table];
}

function headOf({ precision, members, pairs, combinations }: AgreementReport): string {
  if (combinations < 2) return `${precision}: one combination, so there is nothing to compare it with`;
  const all = `${precision}: ${grouped(combinations)} combinations against one another`;
  const [only] = shortNames(members);
  const [pair] = pairs;
  if (members.length === 1 && pair)
    return `${all}, all of ${only}: ${pair.ratio === 0 ? 'the same numbers' : `at most ${significant(pair.ratio)} of both bounds apart`}${pair.unlike > 0 ? '*' : ''}`;
  return `${all}, in units of both bounds (= where the numbers are the same)`;
}

/** What the results of a problem say of one another: for each precision a table of pairs, and what was found. */
export function agreementLines(terminal: Terminal, { agreement }: ProblemSummary): readonly string[] {
  return agreement.flatMap((report) => {
    const { members, pairs } = report;
    const isDrawn = members.length > 1 && members.length <= MOST_MEMBERS;
    const farthest =
      members.length > MOST_MEMBERS ? pairs.toSorted((a, b) => b.ratio - a.ratio).slice(0, MOST_PAIRS) : [];
    return [
      wrap(headOf(report), terminal.width, 2),
      ...(isDrawn ? pairTable(terminal, report) : []),
      ...[...farthest.map((pair) => `${pair.members.join(' and ')}: ${cellOf(pair)}`), ...report.said].map((line) =>
        wrap(`  ${line}`, terminal.width, 4),
      ),
    ];
  });
}
