import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { ASSETS, POLICY } from '../template/layout.ts';
import { relativeTo } from '../template/paths.ts';
import type { TextFile } from './page.ts';

/**
 * A report of the command, made to be one file, as files that the policy of this site allows: its styles and its script stand beside it, under a
 * name made of what they hold, so that all reports share them. The data that the command would read back stays in the repository's file.
 */
export function splitReport(path: string, report: string): readonly TextFile[] {
  const parts: TextFile[] = [];
  const beside = (text: string, extension: string): string => {
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
    const file = `site/report-${hash}.${extension}`;
    parts.push({ path: file, text });
    return relativeTo(path, file);
  };
  const page = report
    .replace(
      /<meta http-equiv="Content-Security-Policy" content="[^"]*">/u,
      `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    )
    .replaceAll(/<script type="application\/json"[^>]*>[\s\S]*?<\/script>/gu, '')
    .replaceAll(
      /<style>([\s\S]*?)<\/style>/gu,
      (_, text: string) => `<link rel="stylesheet" href="${beside(text, 'css')}">`,
    )
    .replaceAll(
      /<script>([\s\S]*?)<\/script>/gu,
      (_, text: string) => `<script type="module" src="${beside(text, 'js')}"></script>`,
    )
    .replace('</head>', `<link rel="icon" href="${relativeTo(path, ASSETS.icon)}" type="image/svg+xml">\n</head>`)
    .replace(
      /<body[^>]*>/u,
      (body) =>
        `${body}\n<nav aria-label="Site"><a href="${relativeTo(path, posix.join(posix.dirname(path), 'index.html'))}">Back to the results</a></nav>`,
    );
  return [{ path, text: page }, ...parts];
}
