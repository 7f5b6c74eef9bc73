import { counted } from '../text/numbers.ts';
import type { CaseProblem } from '../plan/case.ts';
import type { CaseRun } from './case-result.ts';
import { judgeOperands, verdictOn } from '../check/check-operator.ts';
import type { CheckVariant } from '../check/check-variant.ts';
import type { RunScope } from './prepare-case.ts';
import { problemFrom, released } from './prepare-case.ts';
import type { TimingSubject } from '../time/timing-subject.ts';
import { timeGroup } from '../time/time-group.ts';
import type { PreparedCase } from '../time/timing-subjects.ts';
import { subjectsOf } from '../time/timing-subjects.ts';

/** One more product after the timed ones: thousands in a row must not have changed anything. */
async function checkAgain(
  scope: RunScope,
  { run }: PreparedCase,
  subject: TimingSubject,
  variant: CheckVariant,
): Promise<CaseProblem | undefined> {
  await subject.reset();
  subject.operator.apply(...subject.operands);
  const judged = await judgeOperands(scope, run.case, variant);
  return verdictOn({ ...judged, worst: { ...judged.worst, variant: 'after the timed products' } }, run.case.precision);
}

/** Times a group, `runs` samples of each, and disposes of its operators. Never throws: what went wrong is part of the run that it went wrong for. */
export async function timeAll(
  scope: RunScope,
  group: readonly PreparedCase[],
  runs: number,
): Promise<readonly CaseRun[]> {
  const { timing, variants, signal, host } = scope.options;
  const variant = variants[0];
  if (!timing || !variant || group.length === 0)
    return Promise.all(group.map((prepared) => released(prepared, prepared.run, host)));
  const bound = await subjectsOf(scope, group, variant);
  scope.options.onProgress(`timing ${counted(group.length, 'combination', 'combinations')}`);
  const subjects = bound.filter((subject): subject is TimingSubject => !(subject instanceof Error));
  const runOf = new Map(group.map(({ run }, g) => [bound[g], run]));
  const times = await timeGroup(subjects, { ...timing, runs }, signal, (s, outcome) => {
    const run = runOf.get(subjects[s]);
    if (run) scope.options.onRun?.({ ...run, times: outcome });
  });
  const done: CaseRun[] = [];
  for (const [g, prepared] of group.entries()) {
    const subject = bound[g];
    const outcome = subject instanceof Error ? subject : times[subjects.indexOf(subject as TimingSubject)];
    let run = prepared.run;
    if (outcome instanceof Error) run = { ...run, problem: problemFrom(outcome, host) };
    else if (outcome !== undefined) {
      const problem = await checkAgain(scope, prepared, subject as TimingSubject, variant).catch((error: unknown) =>
        problemFrom(error, host),
      );
      // Nothing can be checked on a device that is lost; what it computed before was right.
      run = problem && problem.code !== 'BACKEND.DEVICE_LOST' ? { ...run, problem } : { ...run, times: outcome };
    }
    const last = await released(prepared, run, host);
    done.push(last);
    scope.options.onRun?.(last);
  }
  return done;
}
