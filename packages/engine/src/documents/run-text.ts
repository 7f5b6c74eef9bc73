import { counted } from '../text/numbers.ts';
import type { OutOfTime } from './problem-summary.ts';
import type { RunDocument } from './run-document.ts';

function listed(names: readonly string[], most: number): string {
  return names.length > most ? `${names.slice(0, most).join(', ')} and ${names.length - most} more` : names.join(', ');
}

/**
 * What a time budget left out: lines for what was cut short, with at most so many names, and one for the problems of which nothing was timed. `goOn`
 * says how to go on with so many of those.
 */
export function outOfTimeLines(
  { outOfTime = [], options: { runs = 0 } }: RunDocument,
  goOn: (problems: number) => string = (problems) => ` --resume goes on with ${problems === 1 ? 'it' : 'them'}.`,
  most: number = Infinity,
): readonly string[] {
  const named = ({ matrix, precision }: OutOfTime): string => [matrix, precision ?? ''].join(' ').trim();
  const whole = outOfTime.filter((one) => one.whole);
  const cut = outOfTime.flatMap((one): readonly string[] => {
    const { cases, samples } = one;
    const names = [...new Set((cases ?? []).map(({ backend, kernel, format }) => `${kernel ?? format} on ${backend}`))];
    return [
      ...(samples === undefined
        ? []
        : [
            `${named(one)}: ${samples} samples of each instead of ${runs}, because more take longer than the time budget.`,
          ]),
      ...(one.whole || names.length === 0
        ? []
        : [
            `${named(one)}: ${counted(names.length, 'combination was', 'combinations were')} left out, because the time budget was used up before them, so the fastest may be among them: ${listed(names, most)}.`,
          ]),
    ];
  });
  if (whole.length === 0) return cut;
  return [
    ...cut,
    `${counted(whole.length, 'problem was', 'problems were')} left out, because the time budget was used up: ${whole.map(named).join(', ')}.${goOn(whole.length)}`,
  ];
}

/** `12 ok, 4 refused, 0 failed, 0 unavailable`. */
export function countsLine(results: readonly { readonly status: string }[]): string {
  const count = (status: string): number => results.filter((result) => result.status === status).length;
  return `${count('ok')} ok, ${count('refused')} refused, ${count('failed')} failed, ${count('unavailable')} unavailable`;
}
