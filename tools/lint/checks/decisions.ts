import type { LintCheck, LintFinding } from '../check.ts';

const FOLDER = 'docs/adr/';
const NAME = /^(\d{4})-[a-z0-9-]+\.md$/u;
const SECTIONS = ['Status', 'Context', 'Decision', 'Consequences', 'Rejected'];

/** What a record's status says of decisions that were merged into it: `Includes former 2, 27 and 29.` */
const FORMER = /\bIncludes former (?<numbers>\d+(?:(?:, | and )\d+)*)/u;

/** Records of decisions have numbers of their own and the five sections, the folder's README lists each, and the record that a missing number went into names it. */
export const decisions: LintCheck = {
  name: 'decisions',
  run(workspace) {
    const findings: LintFinding[] = [];
    const byNumber = new Map<number, string>();
    const former = new Set<number>();
    const index = workspace.files.get(`${FOLDER}README.md`) ?? '';
    for (const [file, text] of workspace.files) {
      const name = file.startsWith(FOLDER) ? file.slice(FOLDER.length) : '';
      if (name === '' || name === 'README.md') continue;
      const number = Number(NAME.exec(name)?.[1] ?? Number.NaN);
      if (Number.isNaN(number)) {
        findings.push({ file, message: 'is not called NNNN-words-with-hyphens.md' });
        continue;
      }
      const earlier = byNumber.get(number);
      if (earlier !== undefined) findings.push({ file, message: `has the number of ${earlier}` });
      byNumber.set(number, file);
      for (const merged of FORMER.exec(text)?.groups?.['numbers']?.split(/, | and /u) ?? []) former.add(Number(merged));
      if (!text.startsWith(`# ${number}. `))
        findings.push({ file, line: 1, message: `does not begin with '# ${number}. '` });
      for (const section of SECTIONS) {
        if (!text.includes(`\n## ${section}\n`)) findings.push({ file, message: `has no section '## ${section}'` });
      }
      if (!index.includes(`(${name})`)) findings.push({ file, message: `is not listed in ${FOLDER}README.md` });
    }
    const last = Math.max(0, ...byNumber.keys());
    for (let number = 1; number <= last; number++) {
      if (!byNumber.has(number) && !former.has(number))
        findings.push({
          file: `${FOLDER}README.md`,
          message: `decision ${number} is missing: the status of the one it was merged into says 'Includes former ${number}'`,
        });
      if (byNumber.has(number) && former.has(number))
        findings.push({
          file: byNumber.get(number) ?? '',
          message: `decision ${number} is a former one, and has a file`,
        });
    }
    return findings;
  },
};
