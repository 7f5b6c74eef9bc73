import type { Workspace } from './workspace.ts';

/** Something a check does not accept. */
export interface LintFinding {
  /** Relative to the root, with `/`. */
  readonly file: string;
  /** Counted from 1. */
  readonly line?: number;
  readonly message: string;
}

/** A rule of this repository that no general linter knows. Pure: looks only at the files it is given. */
export interface LintCheck {
  readonly name: string;
  run(workspace: Workspace): readonly LintFinding[];
}

/** `file:line: message [check]`, as editors and terminals link it. */
export function formatFinding(check: string, finding: LintFinding): string {
  const place = finding.line === undefined ? finding.file : `${finding.file}:${finding.line}`;
  return `${place}: ${finding.message} [${check}]`;
}
