import type { ReportBlock } from '@spmv/report';
import type { StudyMatrix } from './matrices/study-matrix.ts';
import type { StudyRun } from './study-run.ts';

/** A paper: what it measured, how that is measured here, and what it printed. */
export interface Study {
  /** `fraga`. */
  readonly id: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly year: number;
  /** Where it appeared. */
  readonly source: string;
  readonly systems: readonly PrintedSystem[];
  readonly matrices: readonly StudyMatrix[];
  readonly legs: readonly StudyLeg[];
  /** Every table and figure of the paper, in its order, also those that only describe. */
  readonly exhibits: readonly Exhibit[];
  readonly claims: readonly Claim[];
  /** What it describes, uses or wishes beside them. */
  readonly wishes: readonly Wish[];
  readonly errata: readonly Erratum[];
}

/** A machine of the paper, as printed. */
export interface PrintedSystem {
  readonly name: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  /** Section or page. */
  readonly where: string;
}

/** One series of measurements: everything that is named, on every problem. What is not named is not restricted, parameters have their defaults. */
export interface StudyLeg {
  readonly id: string;
  readonly title: string;
  /** Names of matrices; absent for an operation that stores none. */
  readonly matrices?: readonly string[];
  /** It runs in place of other legs where their device is not there: what lacks it alone is whole. */
  readonly standsIn?: boolean;
  /** The leg whose points these are, measured once more: it tells how far measurements drift, and no table or figure reads it. */
  readonly againOf?: string;
  /** Default `spmv`. */
  readonly operation?: string;
  readonly options?: Readonly<Record<string, number | string | boolean>>;
  /** One problem for each of these. */
  readonly sizes?: readonly Readonly<Record<string, number>>[];
  /** What operands hold, by name: sources as `spmv bench --operand` takes them. */
  readonly operands?: Readonly<Record<string, string>>;
  readonly backends?: readonly string[];
  readonly formats?: readonly string[];
  readonly kernels?: readonly string[];
  readonly precisions?: readonly string[];
  /** Precisions of the stored values. */
  readonly stored?: readonly string[];
  /** Every combination of these values; one that a kernel or machine cannot have is left out with the reason. `threads` of `cores`: as many as the machine runs at a time. */
  readonly params?: Readonly<Record<string, readonly (number | string | boolean)[]>>;
  /** Each product is given what it reads anew from the host: into one set of vectors, or two in turns. */
  readonly uploads?: 'in-sequence' | 'overlapped';
  /** How long each worker computes and waits, too. */
  readonly profile?: boolean;
  /** Timed products; the first is never among them. */
  readonly runs?: number;
}

/** A table or figure. */
export interface Exhibit {
  readonly id: string;
  /** `Figure 6`. */
  readonly label: string;
  readonly title: string;
  /** Section or page. */
  readonly where: string;
  /** Whether its numbers are printed in the text; else the claim in words, or neither. */
  readonly paper: 'printed' | 'words' | 'none';
  /** The legs that `draw` reads. */
  readonly legs: readonly string[];
  /** The matrices that it is about; absent: all. */
  readonly matrices?: readonly string[];
  /** The backends of these legs that `draw` reads; absent: all. */
  readonly backends?: readonly string[];
  /** What of it is not drawn whatever ran, or is another thing here, and why. */
  readonly lacks?: string;
  /** Nothing where the run lacks what it needs. */
  draw(run: StudyRun): readonly ReportBlock[];
  /** What the paper prints of it, for a run that lacks what it needs. */
  printed?(): readonly ReportBlock[];
}

/** What the paper says in words. */
export interface Claim {
  readonly id: string;
  readonly text: string;
  readonly where: string;
  readonly legs: readonly string[];
  /** The matrices that it is about; absent: all. */
  readonly matrices?: readonly string[];
  /** The backends of these legs that it compares; absent: all. */
  readonly backends?: readonly string[];
  /** Of how many of its cases it says something: of every one, more than half, a third and more, or one at least. */
  readonly of: 'all' | 'most' | 'many' | 'some';
  /** What of it is not judged whatever ran, or on other terms, and why. */
  readonly lacks?: string;
  /** The values of a parameter that it is about, where it is not about all that its legs sweep. */
  readonly values?: Readonly<Record<string, readonly number[]>>;
  /** What a word of it is taken to mean: `“comparable” is within a factor of 2`. */
  readonly bar?: string;
  /** How many cases the paper speaks of: no verdict where those that were not run could turn it. */
  readonly among: number;
  /** Its cases compare the points that all sides have, so that a sweep that was cut short has some, too. */
  readonly comparesPoints?: boolean;
  /** Why a machine cannot judge it, whatever ran; `undefined` where it can. */
  unfit?(run: StudyRun): string | undefined;
  /** Cases that were run and say nothing of it, each with why: they count as not run. */
  aside?(run: StudyRun): readonly string[];
  /** What it is judged by. */
  cases(run: StudyRun): readonly ClaimCase[];
  /** The same by the numbers that the paper prints: said where these contradict its sentence. */
  printed?(): readonly ClaimCase[];
}

/** One case of a claim. */
export interface ClaimCase {
  readonly name: string;
  /** `null` where the intervals of the medians leave it open. */
  readonly holds: boolean | null;
  /** With its number: `1.31× (1.28 to 1.35)`. */
  readonly text: string;
}

/** What a paper describes, uses or wishes beside its exhibits and claims. */
export interface Wish {
  readonly what: string;
  readonly where: string;
  /** What does it here: commands, packages and kernels by name in backquotes. Absent where nothing does. */
  readonly by?: string;
  /** What is lacking, and why; there where `by` is not. */
  readonly lacks?: string;
}

/** What a run says of a claim, with its numbers. */
export interface Judgement {
  readonly verdict: 'holds' | 'does not hold' | 'too noisy to tell' | 'not judged';
  readonly why: string;
}

/** An error in print. */
export interface Erratum {
  readonly where: string;
  readonly printed: string;
  readonly correct: string;
  /** How it shows. */
  readonly why: string;
}
