import { report } from './report.mjs';

test('every kernel', async () => {
  expect(await report()).toEqual(JSON.parse(process.env.RIGHT));
});
