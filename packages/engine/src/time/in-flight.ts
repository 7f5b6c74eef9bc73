import type { Calibrated } from './calibrate.ts';
import type { TimingSubject } from './timing-subject.ts';

/** Calls that are in flight together take about this long one after another: nobody is heard meanwhile. */
const TOGETHER_MS = 50;

interface Group {
  readonly first: TimingSubject;
  readonly members: number[];
  ms: number;
}

/**
 * Subjects by place, those together whose devices' clocks are read without waiting for one after another: the device has no time to sleep, and
 * waiting counts once. They write the same vectors, so that no device runs two of them beside each other. Alone is what has no clock, or one
 * that wants to be alone, and what needs its vectors reset or caches emptied before it.
 */
export function inFlightTogether(
  subjects: readonly TimingSubject[],
  states: readonly (Calibrated | Error)[],
  cold: boolean,
): readonly (readonly number[])[] {
  const groups: Group[] = [];
  for (const [s, subject] of subjects.entries()) {
    const state = states[s];
    const isClocked = state !== undefined && !(state instanceof Error) && state.clocked > 0;
    const ms = isClocked && subject.operator.timesInOrder && !cold && !subject.readsResult ? state.clockMs : Infinity;
    const group = groups.find((one) => one.ms + ms <= TOGETHER_MS && shareVectors(one.first, subject));
    if (group) {
      group.members.push(s);
      group.ms += ms;
    } else groups.push({ first: subject, members: [s], ms });
  }
  return groups.map(({ members }) => members);
}

function shareVectors(a: TimingSubject, b: TimingSubject): boolean {
  return a.backend === b.backend && a.operands.every((operand, o) => Object.is(operand, b.operands[o]));
}
