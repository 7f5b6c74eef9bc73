import { report } from './report.mjs';

// Not awaited: bundlers that write CommonJS cannot.
void report().then((right) => console.log(JSON.stringify(right)));
