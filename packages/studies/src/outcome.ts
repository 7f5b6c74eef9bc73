import type { ReportBlock } from '@spmv/report';
import { judgeClaim } from './exhibits/judged.ts';
import { leftOutOf, leftOutText, whyNotDrawn } from './exhibits/left-out.ts';
import type { Claim, Exhibit, Judgement, Study } from './study.ts';
import type { StudyRun } from './study-run.ts';

/** A table or figure as drawn from a run. */
export interface DrawnExhibit {
  readonly exhibit: Exhibit;
  readonly blocks: readonly ReportBlock[];
  /** Why there is nothing to draw it from; null where it is drawn. */
  readonly missing: string | null;
  /** What of it was left out, and why; null where it is drawn whole, or not at all. */
  readonly partial: string | null;
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
    if (blocks.length === 0) return { exhibit, blocks, missing: whyNotDrawn(run, exhibit), partial: null };
    const partial = [exhibit.lacks ?? '', leftOutText(leftOutOf(run, exhibit))].filter((text) => text !== '').join(' ');
    return { exhibit, blocks, missing: null, partial: partial || null };
  });
}

const ORDER: readonly Judgement['verdict'][] = ['does not hold', 'holds', 'too noisy to tell', 'not judged'];

/** Every claim: first those that do not hold, then those that hold. */
export function judgedClaims({ claims }: Study, run: StudyRun): readonly JudgedClaim[] {
  return claims
    .map((claim) => ({ claim, ...judgeClaim(claim, run) }))
    .toSorted((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict));
}

/** Exhibits and claims together. */
export function studyOutcome(study: Study, run: StudyRun): StudyOutcome {
  return { exhibits: drawnExhibits(study, run), claims: judgedClaims(study, run) };
}
