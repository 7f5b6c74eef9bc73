import type { Block } from '@spmv/report';
import { whyNotDrawn } from './exhibits/not-drawn.ts';
import type { Claim, Exhibit, Judgement, Study } from './study.ts';
import type { StudyRun } from './study-run.ts';

/** A table or figure as drawn from a run. */
export interface DrawnExhibit {
  readonly exhibit: Exhibit;
  readonly blocks: readonly Block[];
  /** Why there is nothing to draw it from; null where it is drawn. */
  readonly missing: string | null;
}

/** A claim with what the run says of it. */
export interface JudgedClaim extends Judgement {
  readonly claim: Claim;
}

/** What a run says of a study: drawn and judged. */
export interface StudyOutcome {
  readonly exhibits: readonly DrawnExhibit[];
  readonly claims: readonly JudgedClaim[];
}

/** Every table and figure, in the paper's order. */
export function drawnExhibits({ exhibits }: Study, run: StudyRun): readonly DrawnExhibit[] {
  return exhibits.map((exhibit) => {
    const blocks = exhibit.draw(run);
    return { exhibit, blocks, missing: blocks.length > 0 ? null : whyNotDrawn(run, exhibit) };
  });
}

const ORDER: readonly Judgement['verdict'][] = ['does not hold', 'holds', 'not judged'];

/** Every claim: first those that do not hold, then those that hold. */
export function judgedClaims({ claims }: Study, run: StudyRun): readonly JudgedClaim[] {
  return claims
    .map((claim) => ({ claim, ...claim.judge(run) }))
    .toSorted((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict));
}

/** Exhibits and claims together. */
export function studyOutcome(study: Study, run: StudyRun): StudyOutcome {
  return { exhibits: drawnExhibits(study, run), claims: judgedClaims(study, run) };
}
