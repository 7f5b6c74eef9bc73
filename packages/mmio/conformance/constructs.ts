/** One peculiarity of Matrix Market files, with what other readers are known to do with it. */
export interface Construct {
  readonly title: string;
  /** A file that shows it. */
  readonly text: string;
  /** SciPy 1.17, which reads with fast_matrix_market's code: run. */
  readonly scipy: string;
  /** fast_matrix_market (C++), where it differs from SciPy. */
  readonly fmm?: string;
  /** Ginkgo's `mtx_io`: source read. */
  readonly ginkgo: string;
  /** SuiteSparse CHOLMOD's `cholmod_read`: source read. */
  readonly suitesparse: string;
  /** Why this package does what it does. */
  readonly why: string;
}

const REAL = '%%MatrixMarket matrix coordinate real general\n';
const SYMMETRIC = '%%MatrixMarket matrix coordinate real symmetric\n';

export const CONSTRUCTS: readonly Construct[] = [
  {
    title: 'banner in another case',
    text: '%%matrixmarket MATRIX Coordinate REAL General\n1 1 1\n1 1 2\n',
    scipy: 'refused', ginkgo: 'reads', suitesparse: 'takes it for a comment and guesses the type',
    why: 'The document calls the words case-insensitive.',
  },
  {
    title: 'blanks before the banner',
    text: ` ${REAL}1 1 1\n1 1 2\n`,
    scipy: 'reads', ginkgo: 'refused', suitesparse: 'takes it for a comment and guesses the type',
    why: 'MUMPS writes them; only one meaning is possible.',
  },
  {
    title: 'one % before MatrixMarket',
    text: `${REAL.slice(1)}1 1 1\n1 1 2\n`,
    scipy: 'reads', ginkgo: 'refused', suitesparse: 'takes it for a comment and guesses the type',
    why: 'networkrepository.com writes it.',
  },
  {
    title: 'no banner',
    text: '1 1 1\n1 1 2\n',
    scipy: 'refused', ginkgo: 'refused', suitesparse: 'guesses the type from the data',
    why: 'Nothing is guessed; `assumeBanner` says what it is.',
  },
  {
    title: 'comment among the entries',
    text: `${REAL}2 2 2\n1 1 2\n% half way\n2 2 3\n`,
    scipy: 'refused', ginkgo: 'refused', suitesparse: 'reads',
    why: 'A line that begins with % cannot be an entry.',
  },
  {
    title: 'blank line among the entries',
    text: `${REAL}2 2 2\n1 1 2\n\n2 2 3\n`,
    scipy: 'reads', ginkgo: 'reads', suitesparse: 'reads',
    why: 'The document allows blank lines anywhere.',
  },
  {
    title: 'blank line before the size line',
    text: `${REAL}\n2 2 1\n1 1 2\n`,
    scipy: 'reads', ginkgo: 'refused', suitesparse: 'reads',
    why: 'The document allows blank lines anywhere.',
  },
  {
    title: 'CRLF line ends',
    text: `${REAL}2 2 1\n1 1 2\n`.replaceAll('\n', '\r\n'),
    scipy: 'reads', ginkgo: 'reads (since its pull request 1557)', suitesparse: 'reads',
    why: 'Windows writes them.',
  },
  {
    title: 'exponent with D',
    text: `${REAL}1 1 1\n1 1 1.5D+03\n`,
    scipy: 'reads 1.5: a factor of 1000 is lost', ginkgo: 'reads 1.5 (libstdc++)', suitesparse: 'reads 1.5',
    why: 'Fortran writes it, and it means 1500.',
  },
  {
    title: 'plus sign before a value',
    text: `${REAL}1 1 1\n1 1 +1.5\n`,
    scipy: 'refused', ginkgo: 'reads', suitesparse: 'reads',
    why: 'C and Fortran read it.',
  },
  {
    title: 'text after the entry',
    text: `${REAL}1 1 1\n1 1 1.5 abc\n`,
    scipy: 'reads, ignores it', ginkgo: 'reads, ignores it', suitesparse: 'reads, ignores it',
    why: 'A number too many is the sign of a wrong banner.',
  },
  {
    title: 'half a number',
    text: `${REAL}1 1 1\n1 1 1.5abc\n`,
    scipy: 'reads 1.5', ginkgo: 'reads 1.5', suitesparse: 'reads 1.5',
    why: 'The rest of a number is never ignored.',
  },
  {
    title: 'real value in an integer file',
    text: '%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 1.5\n',
    scipy: 'reads 1', ginkgo: 'reads 1.5', suitesparse: 'reads 1.5',
    why: 'Either the banner or the value is wrong.',
  },
  {
    title: 'integer beyond 2⁵³',
    text: '%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 9007199254740993\n',
    scipy: 'reads, int64', ginkgo: 'reads, rounded to double', suitesparse: 'reads, rounded to double',
    why: 'Kept exactly in `integers`; turning it into float64 has to be asked for.',
  },
  {
    title: 'integer beyond 2⁶³',
    text: '%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 9223372036854775808\n',
    scipy: 'refused (OverflowError)', ginkgo: 'reads, rounded to double', suitesparse: 'reads, rounded to double',
    why: '`integer` is int64; `unsigned-integer` reads up to 2⁶⁴ − 1.',
  },
  {
    title: 'value beyond the float64 range',
    text: `${REAL}1 1 1\n1 1 1e400\n`,
    scipy: 'reads inf', fmm: 'reads inf, or refuses by option', ginkgo: 'refused', suitesparse: 'reads inf (from 1e308 on)',
    why: 'What correct rounding gives, with a warning.',
  },
  {
    title: 'nan and inf',
    text: `${REAL}2 2 2\n1 1 nan\n2 2 -inf\n`,
    scipy: 'reads', ginkgo: 'refused', suitesparse: '–',
    why: 'Solvers write them; they are values.',
  },
  {
    title: 'entry above the diagonal of a symmetric file',
    text: `${SYMMETRIC}2 2 1\n1 2 5\n`,
    scipy: 'reads, mirrors it', ginkgo: 'reads, mirrors it', suitesparse: 'keeps it, later ignored by its storage type',
    why: 'One meaning only: mirrored, with a warning; strict refuses.',
  },
  {
    title: 'both triangles of a symmetric file',
    text: `${SYMMETRIC}2 2 2\n1 2 5\n2 1 5\n`,
    scipy: 'reads doubled values', ginkgo: 'reads doubled entries', suitesparse: 'keeps both',
    why: 'Two meanings, 5 or 10: refused.',
  },
  {
    title: 'diagonal of a skew-symmetric file',
    text: '%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 2\n1 1 3\n2 1 5\n',
    scipy: 'reads, keeps it', ginkgo: '–', suitesparse: 'keeps it',
    why: 'Kept as stored, with a warning; strict refuses.',
  },
  {
    title: 'imaginary part on the diagonal of a hermitian file',
    text: '%%MatrixMarket matrix coordinate complex hermitian\n1 1 1\n1 1 3 4\n',
    scipy: 'reads, keeps it', ginkgo: '–', suitesparse: 'reads, ignores it',
    why: 'Kept as stored, with a warning.',
  },
  {
    title: 'hermitian file that is not complex',
    text: '%%MatrixMarket matrix coordinate real hermitian\n1 1 1\n1 1 3\n',
    scipy: 'reads', ginkgo: 'reads', suitesparse: 'reads',
    why: 'The document excludes it; `symmetric` says the same. SciPy and MatrixMarket.jl also take and write `integer hermitian`.',
  },
  {
    title: 'skew-symmetric pattern',
    text: '%%MatrixMarket matrix coordinate pattern skew-symmetric\n2 2 1\n2 1\n',
    scipy: 'reads', ginkgo: 'reads', suitesparse: 'reads',
    why: 'A pattern has no signs; the document excludes it.',
  },
  {
    title: 'symmetric file that is not square',
    text: `${SYMMETRIC}2 3 1\n1 1 3\n`,
    scipy: 'reads until an index is out of range', ginkgo: 'reads', suitesparse: 'reads it as general, silently',
    why: 'No matrix is both.',
  },
  {
    title: 'row index out of range',
    text: `${REAL}2 2 1\n3 1 3\n`,
    scipy: 'refused with the line', ginkgo: 'reads, index unchecked', suitesparse: 'refused',
    why: 'It would write outside the matrix.',
  },
  {
    title: 'indices that count from 0',
    text: `${REAL}2 2 2\n0 0 3\n1 1 4\n`,
    scipy: 'refused', ginkgo: 'reads, index unchecked', suitesparse: 'detects it',
    why: 'Detection is a guess; `indexBase: 0` says it.',
  },
  {
    title: 'fewer entries than announced',
    text: `${REAL}2 2 3\n1 1 3\n2 2 4\n`,
    scipy: 'refused', ginkgo: 'refused', suitesparse: 'refused',
    why: 'The file is cut short, or its size line is wrong.',
  },
  {
    title: 'more entries than announced',
    text: `${REAL}2 2 1\n1 1 3\n2 2 4\n`,
    scipy: 'refused', ginkgo: 'reads, ignores the rest', suitesparse: 'refused',
    why: 'Data would be lost without a word.',
  },
  {
    title: 'values in a pattern file',
    text: '%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1 7\n',
    scipy: 'reads, ignores them', ginkgo: 'reads, ignores them', suitesparse: 'reads',
    why: "The banner and the data disagree; `patternValues: 'drop'` leaves them out.",
  },
  {
    title: 'one position twice',
    text: `${REAL}1 1 2\n1 1 3\n1 1 4\n`,
    scipy: 'keeps both, which add up', ginkgo: 'keeps both', suitesparse: 'adds them',
    why: 'Added when COO is made; `duplicates` chooses. Files with a `%%GraphBLAS type` line follow LAGraph, which refuses.',
  },
  {
    title: 'value out of the range of a %%GraphBLAS type line',
    text: '%%MatrixMarket matrix coordinate integer general\n%%GraphBLAS type uint8_t\n1 1 1\n1 1 256\n',
    scipy: 'reads, ignores the line', ginkgo: 'reads, ignores the line', suitesparse: 'CHOLMOD reads, ignores the line; LAGraph refuses',
    why: 'The line says what the values may be.',
  },
  {
    title: 'symmetric array, packed',
    text: '%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n',
    scipy: 'reads', ginkgo: 'reads', suitesparse: 'reads',
    why: 'The document packs the lower triangle by columns.',
  },
  {
    title: 'object vector',
    text: '%%MatrixMarket vector coordinate real general\n3 1\n2 5\n',
    scipy: 'refused', fmm: 'reads', ginkgo: '–', suitesparse: '–',
    why: 'fast_matrix_market and Lis write it.',
  },
  {
    title: 'words where the size line should be',
    text: `${REAL}many rows\n1 1 3\n`,
    scipy: 'refused', ginkgo: 'refused', suitesparse: 'refused',
    why: "NIST's own mmio.c loops forever here.",
  },
  {
    title: 'a size line that promises what no memory holds',
    text: `${REAL}2000000000 2000000000 2000000000\n`,
    scipy: 'refused', ginkgo: '–', suitesparse: '–',
    why: 'Memory follows the data that is there.',
  },
];
