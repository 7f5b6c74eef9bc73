import type { Roof } from '../model/charts.ts';
import type { ReportBlock } from '../model/report.ts';
import { formatNumber } from '../numbers.ts';
import type { BenchDocument } from './bench-document.ts';
import { listIn, numberIn, textIn } from './fields.ts';
import type { TimedRow } from './rows.ts';
import { distinct, fastest, formatName, groupsOf, placeName } from './rows.ts';

/** The roof of a backend; of all, where it is `null`. */
interface DeviceRoof {
  readonly backend: string | null;
  readonly roof: Roof;
}

/** What the devices of a document copy and compute, where somebody measured. */
function roofsOf({ fields }: BenchDocument): readonly DeviceRoof[] {
  return listIn(fields, 'backends').flatMap((backend): readonly DeviceRoof[] => {
    const [gbPerSecond, gflops] = [numberIn(backend, 'copyGbPerSecond'), numberIn(backend, 'peakGflops')];
    if (gbPerSecond === null && gflops === null) return [];
    const said = [
      ...(gbPerSecond === null ? [] : [`copies ${formatNumber(gbPerSecond)} GB/s`]),
      ...(gflops === null ? [] : [`computes ${formatNumber(gflops)} GFLOP/s`]),
    ];
    const id = textIn(backend, 'id') ?? '';
    return [
      {
        backend: id,
        roof: {
          label: `${id} ${said.join(', ')}`,
          ...(gbPerSecond === null ? {} : { gbPerSecond }),
          ...(gflops === null ? {} : { gflops }),
        },
      },
    ];
  });
}

/** The highest rate of compulsory bytes in the run: a roof where nobody measured what the device copies. */
function highest(rows: readonly TimedRow[]): readonly DeviceRoof[] {
  const rates = rows.flatMap((row) => (row.gbPerSecond === null ? [] : [{ rate: row.gbPerSecond, row }]));
  const [first] = rates;
  if (first === undefined) return [];
  const { rate, row } = rates.reduce((a, b) => (b.rate > a.rate ? b : a), first);
  return [
    { backend: null, roof: { label: `highest here: ${formatNumber(rate)} GB/s (${row.problem})`, gbPerSecond: rate } },
  ];
}

/** Rates under the roofs: the best of each format on each problem. */
export function rooflineBlocks(document: BenchDocument, rows: readonly TimedRow[]): readonly ReportBlock[] {
  const placed = rows.filter(({ gflops, gbPerSecond }) => gflops !== null && gbPerSecond !== null && gbPerSecond > 0);
  if (placed.length === 0) return [];
  const measured = roofsOf(document);
  const roofs = measured.length > 0 ? measured : highest(placed);
  return [
    ...distinct(placed.map(({ precision }) => precision)).map((precision): ReportBlock => {
      const own = placed.filter((row) => row.precision === precision);
      return {
        kind: 'chart',
        title: `${precision}: rate against flops per compulsory byte`,
        chart: {
          kind: 'roofline',
          roofs: roofs.flatMap(({ backend, roof }) =>
            backend === null || own.some((row) => row.backend === backend) ? [roof] : [],
          ),
          series: distinct(own.map(placeName)).map((place) => {
            const here = groupsOf(
              own.filter((row) => placeName(row) === place),
              (row) => JSON.stringify([row.problem, formatName(row)]),
            );
            const points = [...here.values()].flatMap((group) => fastest(group) ?? []);
            return {
              name: place,
              ...(points.some(({ isImported }) => isImported) ? { printed: true } : {}),
              points: points.map((row) => ({
                x: (row.gflops ?? Number.NaN) / (row.gbPerSecond ?? Number.NaN),
                y: row.gflops,
                label: `${row.problem} ${formatName(row)}`,
              })),
            };
          }),
        },
      };
    }),
    {
      kind: 'text',
      tone: 'note',
      text:
        measured.length > 0
          ? 'Compulsory bytes are those of the format once, each operand read once and written once. The roof is what the device itself copies, measured on this machine; what fits into caches may lie above it.'
          : 'Compulsory bytes are those of the format once, each operand read once and written once. The document does not say what the device copies: the roof is the highest rate of compulsory bytes in this run.',
    },
  ];
}
