import type { AgreementPair, AgreementReport, Difference, SuspectedElement } from '@spmv/core/oracle';
import { placeText } from '@spmv/core/oracle';
import { counted, grouped, significant } from '../text/numbers.ts';

/** What results say of one another, and the same in sentences. */
export interface ToldAgreement extends AgreementReport {
  readonly said: readonly string[];
}

function whoIsRight({ exact, right, by }: Difference, members: AgreementPair['members'], ratio: number): string {
  if (exact === null) return 'the reference does not say who is right';
  if (ratio === 0) return 'the bound there is infinite, so the reference accepts anything';
  if (right.length === 2) return 'the reference accepts both';
  const [one] = right;
  if (one === undefined) return 'the reference accepts neither';
  return `the reference sides with ${members[0] === members[1] ? by[one] : members[one]}`;
}

/** Where two results are farthest apart, and whom the oracle sides with. */
function worstLine({ members, ratio, worst }: AgreementPair, precision: AgreementReport['precision']): string {
  if (!worst) return '';
  const { operand, element, product, by, values, hex } = worst;
  const sides = by.map((name, m) => `${name} has ${values[m]} (${hex[m]})`);
  return `farthest apart: ${placeText(operand, element, precision)} (${product}): ${sides.join(', ')}: ${significant(ratio)} of both bounds; ${whoIsRight(worst, members, ratio)}`;
}

function suspectedWords(
  { operand, element, product, got, exact, bound }: SuspectedElement,
  precision: AgreementReport['precision'],
): string {
  const where = `first ${placeText(operand, element, precision)} (${product})`;
  return bound === undefined
    ? `all results agree and the reference does not, ${where}: ${got} where it says ${exact}`
    : `its bound is none, ${where}: ${bound}`;
}

function farthest(pairs: readonly AgreementPair[]): readonly AgreementPair[] {
  return pairs.toSorted((a, b) => b.ratio - a.ratio);
}

/** What was found, in sentences: the same in the terminal, in a report and on a page. */
function sentencesOf({ precision, pairs, odd, suspected, unequalBits, judged }: AgreementReport): readonly string[] {
  const apart = farthest(pairs).filter(({ ratio }) => ratio > 1);
  const unlike = Math.max(0, ...pairs.map((pair) => pair.unlike));
  const { byOracle, byOneAnother, byNobody } = judged;
  const [worst] = farthest(pairs);
  return [
    ...(worst ? [worstLine(worst, precision)] : []),
    ...(apart.length > 0 ? [`${counted(apart.length, 'pair', 'pairs')} of ${grouped(pairs.length)} disagree`] : []),
    ...odd.map((member) => `odd one out: ${member}`),
    ...(suspected.first
      ? [
          `reference suspected: in ${counted(suspected.elements, 'element', 'elements')} ${suspectedWords(suspected.first, precision)}`,
        ]
      : []),
    ...unequalBits.map(([first, second]) => `not the same bits, as promised: ${first} and ${second}`),
    ...(unlike > 0 ? [`* ${counted(unlike, 'element', 'elements')} are finite in some results and not in others`] : []),
    `elements of a result judged by the oracle ${grouped(byOracle)}, by one another ${grouped(byOneAnother)}, by nobody ${grouped(byNobody)}`,
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
