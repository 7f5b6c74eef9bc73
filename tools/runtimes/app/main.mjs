// Prints what works in the runtime that runs this.
import { outcomes } from './checks.mjs';

console.log(JSON.stringify(await outcomes()));
