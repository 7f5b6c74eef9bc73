import { posix } from 'node:path';
import type { LintCheck, LintFinding } from '../check.ts';
import { lineAt } from '../syntax.ts';
import type { Workspace } from '../workspace.ts';

/** Links of the Markdown files to files and headings of this repository lead somewhere. */
export const links: LintCheck = {
  name: 'links',
  run: (workspace) =>
    [...workspace.files].flatMap(([file, text]) => (file.endsWith('.md') ? linksOf(workspace, file, text) : [])),
};

/** The anchor that a heading gets on GitHub. */
export function anchorOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/gu, '-');
}

/** The same text with code blanked out, so that positions stay. */
function withoutCode(text: string): string {
  const blank = (code: string): string => code.replace(/[^\n]/gu, ' ');
  return text.replace(/^(```+|~~~+)[^\n]*\n[\s\S]*?^\1\s*$/gmu, blank).replace(/`[^`\n]+`/gu, blank);
}

function anchorsOf(text: string): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const anchors = new Set<string>();
  const fenceless = text.replace(/^(```+|~~~+)[^\n]*\n[\s\S]*?^\1\s*$/gmu, '');
  for (const [, heading = ''] of fenceless.matchAll(/^#{1,6}\s+(.+?)\s*$/gmu)) {
    const anchor = anchorOf(heading);
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    anchors.add(count === 0 ? anchor : `${anchor}-${count}`);
  }
  return anchors;
}

function linksOf(workspace: Workspace, file: string, text: string): readonly LintFinding[] {
  const findings: LintFinding[] = [];
  for (const match of withoutCode(text).matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)|^\[[^\]]+\]:\s+(\S+)/gmu)) {
    const target = match[1] ?? match[2] ?? '';
    if (/^[a-z][a-z0-9+.-]*:/iu.test(target)) continue;
    const [path = '', anchor] = target.split('#', 2);
    const line = lineAt(text, match.index);
    const named =
      path === '' ? file : posix.normalize(posix.join(posix.dirname(file), decodeURI(path))).replace(/\/$/u, '');
    // Where packing puts docs/ into a package.
    const resolved = named.replace(/^packages\/[^/]+\/dist\/docs\//u, 'docs/');
    if (!workspace.exists(resolved)) findings.push({ file, line, message: `'${target}' leads nowhere` });
    else if (
      anchor !== undefined &&
      anchor !== '' &&
      resolved.endsWith('.md') &&
      !anchorsOf(workspace.files.get(resolved) ?? '').has(anchor)
    ) {
      findings.push({ file, line, message: `'${target}': no such heading in ${resolved}` });
    }
  }
  return findings;
}
