import type { DenseLayout } from '../operation/operand.ts';
import type { AgreementReport } from './agreement-report.ts';
import { agreementReports } from './agreement-report.ts';
import type { Compared, JudgeElements } from './compared-results.ts';
import { extremesOf, hashOf, widen } from './compared-results.ts';
import type { Reference } from './reference.ts';

/** One result of a product. */
export interface ComparedResult {
  /** Whose results are compared with those of others: a backend, or a kernel. */
  readonly member: string;
  /** The combination that computed it, in words. */
  readonly by: string;
  /** Results of the same key have the same bits by promise; absent where nothing of the kind is promised. */
  readonly sameBits?: string;
  readonly product: string;
  readonly operand: string;
  /** All of the operand as it lies in memory. */
  readonly result: ArrayLike<number>;
  /** The exact result: the same object for all that computed the same. */
  readonly reference: Reference;
  /** What a result of this accumulator may be wrong by. */
  readonly bounds: Float64Array;
  /** Elements of the operand without its gaps. */
  readonly elements: number;
  /** How it lies in memory, where it is dense. */
  readonly layout?: DenseLayout | undefined;
}

/** Compares the results of one product with one another, whatever the oracle says of each. */
export interface AgreementCollector {
  add(compared: ComparedResult): void;
  /** `judge`: exact results of elements that the oracle did not look at before; by default none are asked for. */
  report(judge?: JudgeElements): readonly AgreementReport[];
}

/** Nothing compared yet. Memory: 23 bytes an element of each member, product and operand. */
export function createAgreement(): AgreementCollector {
  const known = new Map<Reference, Compared>();
  return {
    add({ member, by, sameBits, product, operand, result, reference, bounds, elements, layout }) {
      const found: Compared = known.get(reference) ?? {
        product,
        operand,
        reference,
        elements,
        layout,
        members: new Map(),
        names: [],
        bounds: new Set(),
        bits: new Map(),
        unequal: [],
      };
      known.set(reference, found);
      const extremes = found.members.get(member) ?? extremesOf(result.length);
      found.members.set(member, extremes);
      found.bounds.add(bounds);
      widen(extremes, result, found.names.push(by) - 1);
      if (sameBits === undefined) return;
      const hash = hashOf(result);
      const first = found.bits.get(sameBits);
      if (first === undefined) found.bits.set(sameBits, { hash, by });
      else if (first.hash !== hash) found.unequal.push([first.by, by]);
    },
    report: (judge) => agreementReports([...known.values()], judge),
  };
}
