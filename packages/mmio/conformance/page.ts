import { CONSTRUCTS } from './constructs.ts';
import { describeReading } from './describe.ts';

/** A row of files.tsv. */
export interface PeculiarFile {
  readonly file: string;
  readonly expected: string;
  readonly scipy: string;
  readonly source: string;
  readonly licence: string;
  /** `yes` when the file stands in fixtures/. */
  readonly shipped: string;
  /** What this package does with it, as recorded by tools/conformance.ts. */
  readonly ours: string;
}

const COLUMNS = ['file', 'expected', 'scipy', 'source', 'licence', 'shipped', 'ours'] as const;

export function parseFiles(tsv: string): readonly PeculiarFile[] {
  return tsv
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const cells = line.split('\t');
      return Object.fromEntries(COLUMNS.map((column, c) => [column, cells[c] ?? ''])) as unknown as PeculiarFile;
    });
}

export function formatFiles(files: readonly PeculiarFile[]): string {
  return `${[COLUMNS.join('\t'), ...files.map((file) => COLUMNS.map((column) => file[column]).join('\t'))].join('\n')}\n`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');
}

function row(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(' | ')} |`;
}

function head(cells: readonly string[]): string {
  return `${row(cells)}\n|${'---|'.repeat(cells.length)}`;
}

/** A reading without the shape and the place, which are those of the example. */
function withoutPlaces(reading: string): string {
  return reading
    .replace(/^reads \d+ × \d+, \d+ entr(?:y|ies)(?:, \d+ expanded)?/u, 'reads')
    .replace(/, line \d+, column \d+/u, '');
}

async function constructTable(): Promise<string> {
  const rows: string[] = [head(['what', '@spmv/mmio', 'SciPy 1.17', 'Ginkgo', 'SuiteSparse (CHOLMOD)', 'why'])];
  for (const c of CONSTRUCTS) {
    rows.push(
      row([
        c.title,
        withoutPlaces(await describeReading(c.text)),
        c.fmm === undefined ? c.scipy : `${c.scipy}; fast_matrix_market ${c.fmm}`,
        c.ginkgo,
        c.suitesparse,
        c.why,
      ]),
    );
  }
  return rows.join('\n');
}

function summary(files: readonly PeculiarFile[]): string {
  const dialect = files.filter((file) => file.expected.includes('DIALECT') || file.expected === 'as testmat0');
  const invalid = files.filter((file) => file.file.startsWith('invalid/'));
  const valid = files.filter((file) => file.file.startsWith('valid/') && !dialect.includes(file));
  const reads = (list: readonly PeculiarFile[]): number => list.filter((file) => file.ours.startsWith('reads')).length;
  const refused = valid.filter((file) => !file.ours.startsWith('reads')).map((file) => `\`${file.file}\``);
  return [
    head(['group', 'files', 'read', 'refused']),
    row([
      'valid',
      String(valid.length),
      String(reads(valid)),
      refused.length === 0 ? '0' : `${refused.length}: ${refused.join(', ')}`,
    ]),
    row([
      'dialects of one project',
      String(dialect.length),
      String(reads(dialect)),
      String(dialect.length - reads(dialect)),
    ]),
    row(['invalid', String(invalid.length), String(reads(invalid)), String(invalid.length - reads(invalid))]),
  ].join('\n');
}

/** How many files one of the two readers takes and the other refuses. */
function differences(files: readonly PeculiarFile[]): string {
  const only = (ours: boolean): number =>
    files.filter((file) => file.ours.startsWith('reads') === ours && file.scipy.startsWith('ok') !== ours).length;
  return `This package reads ${only(true)} files that SciPy refuses, and refuses ${only(false)} that SciPy reads`;
}

/** docs/matrix-market-conformance.md. */
export async function conformancePage(files: readonly PeculiarFile[]): Promise<string> {
  return `<!-- Made by packages/mmio/tools/conformance.ts. Do not edit. -->

# Matrix Market: what is read and what is refused

What \`@spmv/mmio\` does by default with each peculiarity of files in the wild and of other projects' tests, and what other readers do.

1. What the format's document (Boisvert, Pozo, Remington 1996) allows is read.
2. What it does not allow but has one meaning is read, with an entry in \`warnings\`; \`strict: true\` refuses it.
3. What has two meanings, or none, is refused with code, line, column, excerpt and fix. Nothing is guessed or left out silently; the fix names
   the option that reads a dialect (\`indexBase\`, \`assumeBanner\`, \`patternValues\`, \`duplicates\`).

## Peculiarities

SciPy 1.17 was run; it contains fast_matrix_market's code, which does the same where it is not named. Ginkgo and CHOLMOD: from their sources.

${await constructTable()}

## Files of other projects

${summary(files)}

A \`%%GraphBLAS type\` line below the banner brings the rules of SuiteSparse:GraphBLAS and LAGraph: the type bounds the values, \`float\` and \`double\` let an
integer file hold reals, unsigned types exclude skew-symmetry, and a repeated position is an error unless \`duplicates\` says otherwise.

${differences(files)}: [each file](../packages/mmio/conformance/files.tsv) with its source, what its project expects, and what both do.
`;
}
