import type { Advice, Advised, Refused, TunedPoint } from '@spmv/advice';
import { formatBytes, PRECISIONS } from '@spmv/core';
import type { ProblemBlocks } from '@spmv/engine';
import { counted, formatMs, grouped, paramsText, sentences, significant, times } from '@spmv/engine/basics';
import { printable } from '../output/printable.ts';
import type { Terminal } from '../output/terminal.ts';
import { wrap } from '../output/wrap.ts';
import { tableText } from './layout.ts';
import { problemLine } from './tables.ts';

/** Advice for one matrix: a result of `spmv.advise/1`. */
export interface AdviceRow extends ProblemBlocks, Advice {
  /** The fastest point that `spmv tune` kept on this machine for the problem. */
  readonly tuned: TunedPoint | null;
}

const CONFIDENCE: Readonly<Record<Advice['confidence'], string>> = {
  measured: 'tried, and ahead of all others by more than trials differ',
  close: 'tried, but others may be as fast: spmv bench tells',
  predicted: 'not tried: from statistics alone',
};

/** What is advised, in a line: `wasm/csr-simd (format csr) on threads`. */
function choiceText({ kernel, format, backend, precision }: Advised): string {
  return `${precision}: use ${kernel} (format ${format}) on ${backend}`;
}

function payoffText({ choice, payoff, spentMs }: Advice): string {
  if (!choice?.setup || !payoff) return '';
  const { against, products, withAdvice } = payoff;
  const spent = `this advice took ${formatMs(spentMs)}`;
  if (withAdvice === null) return `from the first product on: nothing that was tried is ready sooner; ${spent}`;
  return `from ${counted(products, 'product', 'products')} on over ${against.kernel} on ${against.backend} (${formatMs(against.ms)}), from ${grouped(withAdvice)} on with the advice, which took ${formatMs(spentMs)}`;
}

/** What a search found here before. */
function tunedText({ tuned }: AdviceRow): string {
  if (!tuned) return '';
  const { kernel, backend, precision, medianMs, formatParams, kernelParams, launchParams } = tuned;
  const params = paramsText(formatParams, kernelParams, launchParams);
  return `${kernel} on ${backend} (${[precision, params].filter((part) => part !== '').join(', ')}) took ${formatMs(medianMs)} in spmv tune: --tuned kept`;
}

function factsOf(advice: AdviceRow, choice: Advised): readonly (readonly [string, string])[] {
  const { format, formatParams, kernel, kernelParams, backend, launchParams, setup, ms, hostBytes } = choice;
  const withParams = (id: string, params: Advised['formatParams']): string =>
    [id, paramsText(params)].filter((part) => part !== '').join('  ');
  const flops = 2 * PRECISIONS[choice.precision].components ** 2 * advice.traits.nnz;
  // No operations in no time are no rate.
  const rate = flops > 0 ? `, ${significant(flops / ms / 1e6)} GFLOP/s` : '';
  const held = setup ? `${formatBytes(setup.bytesResident)} on ${backend}, ` : '';
  const ready = setup
    ? `conversion ${formatMs(setup.convertMs)}, preparation ${formatMs(setup.prepareMs)}`
    : 'not tried';
  return [
    ['format', withParams(format, formatParams)],
    ['kernel', withParams(kernel, kernelParams)],
    ['backend', withParams(backend, launchParams)],
    ['a product', `${formatMs(ms)}${choice.trialsMs.length > 0 ? '' : ' expected'}${rate}`],
    ['memory', `${held}${formatBytes(hostBytes)} while it is built`],
    ['to be ready', ready],
    ['pays off', payoffText(advice)],
    ['sure', CONFIDENCE[advice.confidence]],
    ['tuned', tunedText(advice)],
  ];
}

/** Candidates that are shown where nobody asks for all. */
const SHOWN = 10;

function candidatesText(terminal: Terminal, { choice, others }: Advice, all: boolean): string {
  const usable = [...(choice ? [choice] : []), ...others].filter(({ refusal }) => refusal === undefined);
  const tried = usable.filter(({ trialsMs }) => trialsMs.length > 0);
  const rows = all ? usable : usable.slice(0, Math.max(SHOWN, tried.length));
  const table = tableText(
    terminal,
    [
      { header: 'kernel', least: 14, cell: ({ kernel }) => kernel },
      { header: 'backend', cell: ({ backend }) => backend },
      {
        header: 'expected',
        align: 'right',
        cell: ({ predictedMs, predictedFrom }) => (predictedFrom === 'bytes' ? '?' : formatMs(predictedMs)),
      },
      {
        header: 'trials',
        align: 'right',
        cell: ({ trialsMs }) => (trialsMs.length > 0 ? String(trialsMs.length) : ''),
      },
      { header: 'took', align: 'right', cell: ({ trialsMs, ms }) => (trialsMs.length > 0 ? formatMs(ms) : '') },
      {
        header: 'ready in',
        align: 'right',
        rank: 2,
        cell: ({ setup }) => (setup ? formatMs(setup.convertMs + setup.prepareMs) : ''),
      },
      { header: 'bytes', align: 'right', rank: 1, cell: ({ bytes }) => formatBytes(bytes) },
    ],
    rows,
  );
  const rest = usable.length - rows.length;
  return rest > 0 ? `${table}\n${rest} more: --all` : table;
}

function refusedLines({ refused, others }: Advice, all: boolean): readonly string[] {
  const byReason = new Map<string, Refused[]>();
  for (const one of refused) {
    const said = `${one.format} ${sentences(one.reason, one.fix)}`;
    const key =
      !all && one.kernel !== null && one.reason.includes(`'${one.kernel}'`)
        ? one.reason.replaceAll(`'${one.kernel}'`, '')
        : said;
    byReason.set(key, [...(byReason.get(key) ?? []), one]);
  }
  const planned = [...byReason.values()].map((rows) => {
    const [{ format, kernel, reason, fix }] = rows as [Refused];
    const where = [...new Set(rows.map(({ backend }) => backend))].join(', ');
    const kernels = new Set(rows.map((one) => one.kernel));
    const [what, rest] =
      kernels.size > 1 && rows.some((one) => one.reason !== reason)
        ? [`${kernels.size} kernels, the first of them ${kernel},`, ' The others: --all.']
        : [format, ''];
    return `refused  ${what} on ${where}: ${sentences(reason, fix)}${rest}`;
  });
  const ofTrials = new Map<string, string[]>();
  for (const { kernel, backend, refusal, wrong } of others) {
    if (refusal === undefined) continue;
    const text = `${wrong ? 'WRONG  ' : 'refused'}  \n on ${backend}: ${sentences(refusal)}`;
    ofTrials.set(text, [...(ofTrials.get(text) ?? []), kernel]);
  }
  const later = [...ofTrials].map(([text, kernels]) => text.replace('\n', () => kernels.join(', ')));
  return [...planned, ...later];
}

/** Advice for one matrix as text. */
export function adviceText(terminal: Terminal, row: AdviceRow, all: boolean): string {
  const { choice, margin, confidence, reasons } = row;
  const line = (text: string, indent = 2): string => wrap(printable(text, { line: true }), terminal.width, indent);
  const head = choice
    ? `${terminal.style('cyan', '→')} ${choiceText(choice)}${margin !== null && confidence === 'measured' ? `, ${times(margin)} ahead of the next` : ''}`
    : `${terminal.style('yellow', '→')} nothing can be advised: every candidate is refused`;
  const facts = choice
    ? factsOf(row, choice)
        .filter(([, text]) => text !== '')
        .map(([name, text]) => line(`  ${name.padEnd(12)} ${text}`, 15))
    : [];
  return [
    problemLine(terminal, row),
    line(head),
    ...facts,
    ...reasons.map((reason) => line(`  ${reason}`)),
    ...(choice ? ['', candidatesText(terminal, row, all)] : []),
    ...refusedLines(row, all).map((text) => line(text)),
    '',
  ].join('\n');
}
