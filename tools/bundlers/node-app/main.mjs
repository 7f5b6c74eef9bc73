import { readsLargeFile } from './large-file.mjs';
import { report } from './report.mjs';

// Not awaited: bundlers that write CommonJS cannot.
void report().then(async (right) => console.log(JSON.stringify({ ...right, file: await readsLargeFile() })));
