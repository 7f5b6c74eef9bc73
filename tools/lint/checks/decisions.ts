import type { Check, Finding } from '../check.ts';

const FOLDER = 'docs/adr/';
const NAME = /^(\d{4})-[a-z0-9-]+\.md$/u;
const SECTIONS = ['Status', 'Context', 'Decision', 'Consequences', 'Rejected'];

/** Records of decisions have numbers of their own and the five sections, and the folder's README lists each, and where a missing number went. */
export const decisions: Check = {
  name: 'decisions',
  run(workspace) {
    const findings: Finding[] = [];
    const byNumber = new Map<number, string>();
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
      if (!text.startsWith(`# ${number}. `))
        findings.push({ file, line: 1, message: `does not begin with '# ${number}. '` });
      for (const section of SECTIONS) {
        if (!text.includes(`\n## ${section}\n`)) findings.push({ file, message: `has no section '## ${section}'` });
      }
      if (!index.includes(`(${name})`)) findings.push({ file, message: `is not listed in ${FOLDER}README.md` });
    }
    const last = Math.max(0, ...byNumber.keys());
    for (let number = 1; number <= last; number++) {
      if (!byNumber.has(number) && !index.includes(`\n| ${number} | [`))
        findings.push({
          file: `${FOLDER}README.md`,
          message: `decision ${number} is missing: name the one it was merged into under 'Former numbers'`,
        });
      if (byNumber.has(number) && index.includes(`\n| ${number} | [`))
        findings.push({ file: `${FOLDER}README.md`, message: `decision ${number} is a former one, and has a file` });
    }
    return findings;
  },
};
