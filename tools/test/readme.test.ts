import { expect, it } from 'vitest';
import { readmeIsCurrent, withExample } from '../readme.ts';

it('the README shows the example program that the tests run', () => {
  expect(readmeIsCurrent(), 'run: pnpm exec node tools/readme.ts').toBe(true);
});

it('a dollar sign in the example is not a pattern', () => {
  expect(withExample('<!-- example:begin --><!-- example:end -->', "a$'b")).toContain("a$'b");
});
