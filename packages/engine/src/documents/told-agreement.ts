import type { AgreementPair, AgreementReport, Difference } from '@spmv/core';
import { counted, grouped, significant } from '../text/numbers.ts';

/** What results say of one another, and the same in sentences. */
export interface ToldAgreement extends AgreementReport {
  readonly said: readonly string[];
}

function whoIsRight({ exact, right }: Difference, members: AgreementPair['members']): string {
  if (exact === null) return 'the reference does not say who is right';
  if (right.length === 2) return 'the reference accepts both';
  const [one] = right;
  return one === undefined ? 'the reference accepts neither' : `the reference sides with ${members[one]}`;
}

/** Where two results are farthest apart, and whom the oracle sides with. */
function worstLine({ members, ratio, worst }: AgreementPair): string {
  if (!worst) return '';
  const { operand, element, product, by, values, hex } = worst;
  const sides = by.map((name, m) => `${name} has ${values[m]} (${hex[m]})`);
  return `farthest apart: ${operand}[${element}] (${product}): ${sides.join(', ')}: ${significant(ratio)} of both bounds; ${whoIsRight(worst, members)}`;
}

function farthest(pairs: readonly AgreementPair[]): readonly AgreementPair[] {
  return pairs.toSorted((a, b) => b.ratio - a.ratio);
}

/** What was found, in sentences: the same in the terminal, in a report and on a page. */
function sentencesOf({ pairs, odd, suspected, unequalBits, judged }: AgreementReport): readonly string[] {
  const apart = farthest(pairs).filter(({ ratio }) => ratio > 1);
  const unlike = Math.max(0, ...pairs.map((pair) => pair.unlike));
  const { byOracle, byOneAnother, byNobody } = judged;
  const [worst] = farthest(pairs);
  return [
    ...(worst ? [worstLine(worst)] : []),
    ...(apart.length > 0 ? [`${counted(apart.length, 'pair', 'pairs')} of ${grouped(pairs.length)} disagree`] : []),
    ...odd.map((member) => `odd one out: ${member}`),
    ...(suspected.first
      ? [
          `reference suspected: in ${counted(suspected.elements, 'element', 'elements')} all results agree and the reference does not, first ${suspected.first.operand}[${suspected.first.element}] (${suspected.first.product}): ${suspected.first.got} where it says ${suspected.first.exact}`,
        ]
      : []),
    ...unequalBits.map(([first, second]) => `not the same bits, as promised: ${first} and ${second}`),
    ...(unlike > 0 ? [`* ${counted(unlike, 'element', 'elements')} overflowed in some and not in others`] : []),
    `judged by the oracle ${grouped(byOracle)}, by one another ${grouped(byOneAnother)}, by nobody ${grouped(byNobody)}`,
  ].filter((line) => line !== '');
}

/** With the sentences that the terminal, a report and a page show. */
export function toldAgreement(reports: readonly AgreementReport[]): readonly ToldAgreement[] {
  return reports.map((report) => ({ ...report, said: sentencesOf(report) }));
}

/** Whether results contradict one another, a promise of equal bits, or the reference all alike. */
export function disagrees({ pairs, unequalBits, suspected }: AgreementReport): boolean {
  return pairs.some(({ ratio }) => !(ratio <= 1)) || unequalBits.length > 0 || suspected.elements > 0;
}
