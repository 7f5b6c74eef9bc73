import type { AgreementPair, AgreementReport } from '@spmv/core';
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

interface Row {
  readonly member: string;
  readonly row: number;
}

/** Backends as rows and columns: how far each two are apart, in units of their bounds. */
function pairTable(terminal: Terminal, { members, pairs }: AgreementReport): string {
  const pairOf = (a: string, b: string): AgreementPair | undefined =>
    pairs.find(({ members: [first, second] }) => (first === a && second === b) || (first === b && second === a));
  return tableText(
    terminal,
    [
      { header: '', cell: ({ member }: Row) => `  ${member}` },
      ...members.map((other, column) => ({
        header: other,
        align: 'right' as const,
        cell: ({ member, row }: Row) => {
          const pair = column > row ? undefined : pairOf(member, other);
          return pair ? cellOf(pair) : '';
        },
      })),
    ],
    members.map((member, row) => ({ member, row })),
  );
}

/** What the results of a problem say of one another: for each precision a table of pairs, and what was found. */
export function agreementLines(terminal: Terminal, { agreement }: ProblemSummary): readonly string[] {
  return agreement.flatMap((report) => {
    const { precision, members, pairs, combinations } = report;
    const head =
      combinations < 2
        ? `${precision}: one combination, so there is nothing to compare it with`
        : `${precision}: ${grouped(combinations)} combinations against one another, in units of both bounds (= where the numbers are the same)`;
    const isDrawn = members.length > 1 && members.length <= MOST_MEMBERS;
    const farthest =
      members.length > MOST_MEMBERS ? pairs.toSorted((a, b) => b.ratio - a.ratio).slice(0, MOST_PAIRS) : [];
    return [
      wrap(head, terminal.width, 2),
      ...(isDrawn ? [pairTable(terminal, report)] : []),
      ...[...farthest.map((pair) => `${pair.members.join(' and ')}: ${cellOf(pair)}`), ...report.said].map((line) =>
        wrap(`  ${line}`, terminal.width, 4),
      ),
    ];
  });
}
