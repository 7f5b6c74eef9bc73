import type { Erratum } from '../study.ts';

/** What is wrong in print, and is not copied. */
export const errata: readonly Erratum[] = [
  {
    where: 'V',
    printed: 'for matrices with large dimension the effective bandwidth ranges from 90 to 128 GBps',
    correct: 'from 38: mac_econ (206 500 rows) has 38 and cop20k_A (121 192 rows) 70 in Table I',
    why: 'Of the matrices with more than 100 000 rows two of five are below; rma10 and wbp128, of 46 835 and 16 384 rows, are within.',
  },
  {
    where: 'V',
    printed:
      'the speed-up achieves values higher than 30× for matrices of large dimensions and higher number of entries',
    correct: 'for five matrices of 36 417 to 217 918 rows; the matrix with most entries has 13',
    why: 'Table I: wbp256 has 31 413 932 entries, 2.7 times as many as any other, and a speed-up of 13.',
  },
  {
    where: 'VI',
    printed: 'speed-ups of up to 30×',
    correct: 'up to 33×',
    why: 'Section V says higher than 30×, and Table I prints 33 of consph and pwtk.',
  },
  {
    where: 'V (5)',
    printed: 'with specific matrices of higher dimension (…, wbp128, …)',
    correct: 'wbp128 has 16 384 rows',
    why: 'Nine of the 21 matrices of Table I have fewer rows, and it is not among those that the text calls large elsewhere.',
  },
  {
    where: 'III.D',
    printed: 'that SpMV4GPU falls behind CRS(vector) in very long rows is to be seen in Section V',
    correct: 'Section V says only that SpMV4GPU is the faster',
    why: 'V (3) names no matrix on which CRS(vector) would be.',
  },
  {
    where: 'Table I, rbs480a',
    printed: '17 087 entries',
    correct: '17 088',
    why: 'The file of the Matrix Market has 17 088, as its first line says and counting them does.',
  },
  {
    where: 'IV',
    printed: 'T threads compute rl[] iterations of the inner loop; k = rl[i]/T',
    correct: '⌈rl[i]/T⌉ iterations of each thread',
    why: 'A row whose length T does not divide has entries left for some of its threads.',
  },
  {
    where: 'V',
    printed: 'BW and sp are cut off behind the point: 6., 1.',
    correct: 'not printed',
    why: 'The columns of Table I end with the point.',
  },
];
