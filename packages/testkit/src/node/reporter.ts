/* oxlint-disable import/no-default-export -- node asks for it */
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

/** Reasons to skip that are told. */
const MOST_REASONS = 8;

/** Tests skipped for reasons that differ in numbers alone. */
interface Group {
  readonly reason: string;
  count: number;
}

/** What a failed test says: what it threw, where the runner has put that into an error of its own. */
function wordsOf(error: Error): string {
  const cause = error.cause ?? error;
  return cause instanceof Error ? (cause.stack ?? cause.message) : inspect(cause);
}

function addTo(groups: Map<string, Group>, skip: string | boolean): void {
  const reason = typeof skip === 'string' && skip !== '' ? skip : 'no reason given';
  const key = reason.replaceAll(/\d+/gu, '#');
  const group = groups.get(key) ?? { reason, count: 0 };
  group.count++;
  groups.set(key, group);
}

function* told(groups: ReadonlyMap<string, Group>): Generator<string> {
  const sorted = [...groups.values()].toSorted((a, b) => b.count - a.count);
  for (const { reason, count } of sorted.slice(0, MOST_REASONS)) yield `skipped ${count}: ${reason}\n`;
  const rest = sorted.slice(MOST_REASONS).reduce((sum, { count }) => sum + count, 0);
  if (rest > 0) yield `skipped ${rest}: ${sorted.length - MOST_REASONS} other reasons\n`;
}

/**
 * A reporter of `node --test`: failures, skips by reason with how many there are, and the result at last. What tests print is passed on.
 * `node --test --test-reporter=@spmv/testkit/reporter`
 */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const skipped = new Map<string, Group>();
  let passed = 0;
  let failed = 0;
  for await (const { type, data } of events) {
    if (type === 'test:stdout' || type === 'test:stderr') yield data.message;
    else if (type === 'test:pass' && data.skip !== undefined) addTo(skipped, data.skip);
    else if (type === 'test:pass' && data.details.type !== 'suite') passed++;
    else if (type === 'test:fail' && data.todo === undefined) {
      const { error } = data.details;
      // Of a group whose tests have said it.
      if ((error as { readonly failureType?: string }).failureType === 'subtestsFailed') continue;
      failed++;
      yield `✖ ${data.name}\n${wordsOf(error).replaceAll(/^/gmu, '  ')}\n\n`;
    }
  }
  yield* told(skipped);
  yield `${passed} passed, ${failed} failed\n`;
}
