import type { ReportBlock } from '../model/report.ts';
import { formatNumber } from '../numbers.ts';
import type { BenchDocument } from './bench-document.ts';

/** Where the entries of each matrix are and how long its rows, where the document says. */
export function matrixBlocks({ problems }: BenchDocument): readonly ReportBlock[] {
  return problems.flatMap(({ name, size, spy, rowLengths }): readonly ReportBlock[] => {
    const shape =
      size === null
        ? ''
        : `${formatNumber(size.rows)} × ${formatNumber(size.cols)}, ${formatNumber(size.nnz)} entries. `;
    return [
      ...(spy === null
        ? []
        : [
            {
              kind: 'picture',
              title: `${name}: where the entries are`,
              ...spy,
              summary: `${shape}The darker, the more entries fall on a pixel.`,
            } as const,
          ]),
      ...(rowLengths.length === 0
        ? []
        : [
            {
              kind: 'chart',
              title: `${name}: rows by their number of entries`,
              chart: { kind: 'histogram', x: { label: 'entries' }, y: { label: 'rows' }, bins: rowLengths },
            } as const,
          ]),
    ];
  });
}
