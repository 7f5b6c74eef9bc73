/**
 * Characters that a terminal obeys or that turn text around, in names, comments or values that others wrote: C0 and C1 controls, DEL,
 * separators of lines and paragraphs, marks and overrides of direction. Tab and line feed are left to {@link printable}.
 */
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb]/g;
/** The same and what would begin another line or column. */
const OBEYED_IN_LINE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb]/g;
/** What `styleText` writes for the styles of a terminal: these are our own. */
const STYLE = /(\u001b\[(?:1|2|22|31|32|33|36|39)m)/;

function code(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * Text that does nothing to a terminal but appear: what it would obey is written as `\u001b`, in JSON the same string. `styled` text keeps the
 * styles of this program; a `line` also has no line feed and no tab.
 */
export function printable(
  text: string,
  { styled = false, line = false }: { readonly styled?: boolean; readonly line?: boolean } = {},
): string {
  const plain = (part: string): string => part.replace(line ? OBEYED_IN_LINE : OBEYED, code);
  return styled
    ? text
        .split(STYLE)
        .map((part, p) => (p % 2 === 1 ? part : plain(part)))
        .join('')
    : plain(text);
}
