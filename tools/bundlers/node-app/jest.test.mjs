import { readsLargeFile } from './large-file.mjs';
import { report } from './report.mjs';

test('every kernel', async () => {
  expect({ ...(await report()), file: await readsLargeFile() }).toEqual(JSON.parse(process.env.RIGHT));
});
