import stringWidth from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';

/** Columns that a text takes on a terminal: styles none, wide characters two. */
export function visibleWidth(text: string): number {
  return stringWidth(text);
}

/** The lines of a text that is broken between words, and within one only where that alone is too wide. */
export function wrappedLines(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap((line) => {
    if (visibleWidth(line) <= width) return [line];
    // What stands in front of a line belongs to its first part only, and would be trimmed.
    const [lead = ''] = /^ */.exec(line) ?? [];
    const room = Math.max(1, width - lead.length);
    const [first = '', ...rest] = wrapAnsi(line.slice(lead.length), room, { hard: true }).split('\n');
    return [lead + first, ...rest];
  });
}

/** The same as one text, its lines after the first indented. */
export function wrap(text: string, width: number, indent = 0): string {
  const [first = '', ...rest] = wrappedLines(text, width - indent);
  return [first, ...rest.map((line) => ' '.repeat(indent) + line)].join('\n');
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;

/** A bar for `share` of `width`; a sliver for anything above 0. */
export function bar(share: number, width: number): string {
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * width * 8);
  if (share <= 0) return '';
  return eighths === 0 ? '▏' : '█'.repeat(eighths >> 3) + (EIGHTHS[eighths & 7] ?? '');
}
