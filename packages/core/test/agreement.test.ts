import { describe, expect, it } from 'vitest';
import type { AgreementReport, ComparedResult, JudgeElements, Reference } from '../src/oracle/index.ts';
import { createAgreement, emptyReference, errorBounds } from '../src/oracle/index.ts';

/** A reference of sums of 4 terms of magnitude 8. */
function referenceOf(high: readonly number[], elements?: readonly number[]): Reference {
  const reference = emptyReference('f64', high.length);
  reference.high.set(high);
  reference.magnitude.fill(8);
  reference.terms.fill(4);
  return elements ? { ...reference, elements: Int32Array.from(elements) } : reference;
}

interface Given {
  readonly sameBits?: string;
  readonly kernel?: string;
}

/** What is said of results by member, of one product. */
function reportOf(
  reference: Reference,
  results: readonly (readonly [member: string, result: readonly number[], given?: Given])[],
  judge?: JudgeElements,
): AgreementReport {
  const agreement = createAgreement();
  const bounds = errorBounds(reference, 'f64');
  for (const [member, result, { kernel = 'k', ...given } = {}] of results) {
    const compared: ComparedResult = {
      member,
      by: `${member} ${kernel}`,
      product: 'alpha=1',
      operand: 'y',
      result: Float64Array.from(result),
      reference,
      bounds,
      elements: result.length,
      ...given,
    };
    agreement.add(compared);
  }
  const [report] = agreement.report(judge);
  if (!report) throw new RangeError('nothing was compared');
  return report;
}

const EXACT = [1, 2, 3, 4];
const UNIT = 2 ** -52;

describe('results against one another', () => {
  it('are the same numbers, or differ by so much of both bounds, with pair, element, values and side', () => {
    const near = reportOf(referenceOf(EXACT), [
      ['a', EXACT],
      ['b', [1, 2, 3 + 2 * UNIT, 4]],
      ['c', EXACT],
    ]);
    expect(near.members).toEqual(['a', 'b', 'c']);
    expect(near.pairs.map(({ members }) => members.join())).toEqual(['a,a', 'a,b', 'a,c', 'b,b', 'b,c', 'c,c']);
    expect(near.pairs.find(({ members }) => members.join() === 'a,c')).toEqual({
      members: ['a', 'c'],
      unlike: 0,
      ratio: 0,
    });
    const apart = near.pairs.find(({ members }) => members.join() === 'a,b');
    expect(apart?.ratio).toBeGreaterThan(0.01);
    expect(apart?.ratio).toBeLessThan(1);
    expect(apart?.worst).toMatchObject({
      operand: 'y',
      element: 2,
      values: [3, 3 + 2 * UNIT],
      hex: ['0x4008000000000000', '0x4008000000000001'],
      by: ['a k', 'b k'],
      exact: 3,
      right: [0, 1],
    });
    expect(near.odd).toEqual([]);
    expect(near.judged).toEqual({ byOracle: 4, byOneAnother: 0, byNobody: 0 });
  });

  it('name the odd one out: of three by the others, of two by the oracle', () => {
    const wrong = [1, 2, 3, 4.5];
    const three = reportOf(referenceOf(EXACT), [
      ['a', EXACT],
      ['b', wrong],
      ['c', EXACT],
    ]);
    expect(three.odd).toEqual(['b']);
    const pair = three.pairs.find(({ members }) => members.join() === 'b,c');
    expect(pair?.ratio).toBeGreaterThan(1);
    expect(pair?.worst).toMatchObject({ element: 3, values: [4.5, 4], right: [1] });
    expect(
      reportOf(referenceOf(EXACT), [
        ['a', wrong],
        ['b', EXACT],
      ]).odd,
    ).toEqual(['a']);
    // Of two that the oracle contradicts nobody is odd.
    expect(
      reportOf(referenceOf(EXACT), [
        ['a', wrong],
        ['b', [1, 2, 3, 5]],
      ]).odd,
    ).toEqual([]);
    expect(
      reportOf(referenceOf(EXACT), [
        ['a', EXACT],
        ['b', EXACT],
      ]).odd,
    ).toEqual([]);
  });

  it('suspect the reference where all agree and it does not', () => {
    const reference = referenceOf([1, 2, 7, 4]);
    const alike = reportOf(reference, [
      ['a', EXACT],
      ['b', [1, 2, 3 + UNIT, 4]],
    ]);
    expect(alike.suspected).toEqual({
      elements: 1,
      first: { product: 'alpha=1', operand: 'y', element: 2, got: 3, exact: 7 },
    });
    expect(alike.odd).toEqual([]);
    // One result is no evidence, and results that differ are none.
    expect(reportOf(reference, [['a', EXACT]]).suspected.elements).toBe(0);
    expect(
      reportOf(reference, [
        ['a', EXACT],
        ['b', [1, 2, 5, 4]],
      ]).suspected.elements,
    ).toBe(0);
    expect(
      reportOf(referenceOf(EXACT), [
        ['a', EXACT],
        ['b', EXACT],
      ]).suspected.elements,
    ).toBe(0);
    // A reference that is no number has no bound that says who agrees.
    const none = reportOf(referenceOf([1, 2, Number.NaN, 4]), [
      ['a', EXACT],
      ['b', EXACT],
    ]);
    expect(none.suspected.elements).toBe(1);
  });

  it('compare what the oracle did not look at, and ask it where they differ', () => {
    const sampled = referenceOf([1], [0]);
    const same = reportOf(sampled, [
      ['a', EXACT],
      ['b', EXACT],
    ]);
    expect(same.judged).toEqual({ byOracle: 1, byOneAnother: 3, byNobody: 0 });
    expect(reportOf(sampled, [['a', EXACT]]).judged).toEqual({ byOracle: 1, byOneAnother: 0, byNobody: 3 });
    const asked: number[] = [];
    const judge: JudgeElements = (_, operand, elements) => {
      expect(operand).toBe('y');
      asked.push(...elements);
      const reference = referenceOf(
        Array.from(elements, (e) => EXACT[e] as number),
        [...elements],
      );
      return { reference, bounds: errorBounds(reference, 'f64') };
    };
    const differing = reportOf(
      sampled,
      [
        ['a', EXACT],
        ['b', [1, 2, 3, 4.5]],
      ],
      judge,
    );
    expect(new Set(asked)).toEqual(new Set([3]));
    const pair = differing.pairs.find(({ members }) => members.join() === 'a,b');
    expect(pair?.ratio).toBeGreaterThan(1);
    expect(pair?.worst).toMatchObject({ element: 3, exact: 4, right: [0] });
    // Without an answer the widest bound of the others serves, and nobody is said to be right.
    const unanswered = reportOf(sampled, [
      ['a', EXACT],
      ['b', [1, 2, 3, 4.5]],
    ]);
    expect(unanswered.pairs.find(({ members }) => members.join() === 'a,b')?.worst).toMatchObject({
      exact: null,
      right: [],
    });
  });

  it('count what is finite in one alone, and compare kernels of one member, too', () => {
    const report = reportOf(referenceOf(EXACT), [
      ['a', EXACT, { kernel: 'one' }],
      ['a', [1, Number.POSITIVE_INFINITY, 3, 9], { kernel: 'two' }],
    ]);
    const [own] = report.pairs;
    expect(own).toMatchObject({ members: ['a', 'a'], unlike: 1, worst: { element: 3, by: ['a one', 'a two'] } });
  });

  it('hold those to the same bits that promise them', () => {
    const zeros = [
      ['a', [0], { sameBits: 'k' }],
      ['b', [-0], { sameBits: 'k' }],
    ] as const;
    expect(reportOf(referenceOf([0]), zeros).unequalBits).toEqual([['a k', 'b k']]);
    const others = [
      ['a', [0], { sameBits: 'k' }],
      ['b', [-0], { sameBits: 'l' }],
      ['c', [-0]],
    ] as const;
    expect(reportOf(referenceOf([0]), others).unequalBits).toEqual([]);
  });

  it('ask the oracle where one result alone is not finite, and where they differ by more than their rows may', () => {
    const layout = { rows: 2, cols: 3, order: 'row', leadingDimension: 3, batch: 1, batchStride: 6 } as const;
    const exact = [1, 1, 1, 1e8, 1e8, 1e8];
    // One column is judged: rows of magnitude 8 and 8e8.
    const of = (elements: readonly number[]): Reference => {
      const reference = referenceOf(
        elements.map((e) => exact[e] as number),
        elements,
      );
      elements.forEach((e, i) => (reference.magnitude[i] = 8 * (exact[e] as number)));
      return reference;
    };
    const judge: JudgeElements = (_, __, elements) => {
      const reference = of([...elements]);
      return { reference, bounds: errorBounds(reference, 'f64') };
    };
    const worstOf = (b: readonly number[]): AgreementReport['pairs'][number] | undefined => {
      const agreement = createAgreement();
      const reference = of([0, 3]);
      for (const [member, result] of [
        ['a', exact],
        ['b', b],
      ] as const)
        agreement.add({
          member,
          by: member,
          product: 'p',
          operand: 'Y',
          result,
          reference,
          bounds: errorBounds(reference, 'f64'),
          elements: 6,
          layout,
        });
      return agreement.report(judge)[0]?.pairs.find(({ members }) => members.join() === 'a,b');
    };
    for (const strange of [Number.NaN, Number.NEGATIVE_INFINITY])
      expect(worstOf([1, 1, strange, 1e8, 1e8, 1e8])).toMatchObject({
        ratio: Infinity,
        worst: { element: 2, values: [1, strange], right: [0], exact: 1 },
      });
    // Wrong in the small row by less than what rounding does to the large one.
    const rounding = 2e-8;
    const wrong = worstOf([1, 1 + 1e-9, 1, 1e8 + rounding, 1e8 + rounding, 1e8 + rounding]);
    expect(wrong?.ratio).toBeGreaterThan(1e4);
    expect(wrong?.worst).toMatchObject({ element: 1, right: [0] });
  });

  it('are judged by nobody where a bound is infinite, and suspect a reference whose bound is none', () => {
    const endless = referenceOf(EXACT);
    endless.magnitude[1] = Number.POSITIVE_INFINITY;
    const report = reportOf(endless, [
      ['a', EXACT],
      ['b', [1, 1000, 3, 4]],
    ]);
    expect(report.judged).toEqual({ byOracle: 3, byOneAnother: 0, byNobody: 1 });
    expect(report.pairs[1]).toMatchObject({ ratio: 0, worst: { element: 1, values: [2, 1000] } });
    const none = referenceOf(EXACT);
    none.magnitude[1] = Number.NaN;
    expect(
      reportOf(none, [
        ['a', EXACT],
        ['b', EXACT],
      ]).suspected,
    ).toMatchObject({ elements: 1, first: { element: 1, bound: NaN } });
  });
});
