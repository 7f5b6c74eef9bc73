// Compiled by `npm run build`; entries.js of the kit exports a function for each precision.
export { pairwise } from './pairwise';
