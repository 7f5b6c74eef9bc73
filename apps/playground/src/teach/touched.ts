import type { TraceStep } from '@spmv/trace';
import { sectorWords } from './sector-words.ts';

/** What a step touches of one array. */
export interface TouchedParts {
  /** Its name in pictures: `values`, `x`. */
  readonly array: string;
  /** Elements that lanes read or write. */
  readonly used: ReadonlySet<number>;
  /** All elements of the sectors that move for them. */
  readonly moved: ReadonlySet<number>;
}

/** The elements that a step touches; nothing where lanes part. */
export function touchedBy(step: TraceStep | undefined): TouchedParts | undefined {
  if (step === undefined || step.kind === 'branch') return undefined;
  const elements = sectorWords(step).flatMap((sector) => sector.elements);
  return {
    array: step.buffer.replace(/^A\./u, ''),
    used: new Set(elements.filter(({ lanes }) => lanes !== '').map(({ element }) => element)),
    moved: new Set(elements.map(({ element }) => element)),
  };
}
