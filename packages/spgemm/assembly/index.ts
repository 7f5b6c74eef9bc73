export { fillRows } from './fill-rows';
export { countEntries, countTerms, countWords, fillWords, startRows, startTerms } from './count-rows';
export { countTripleEntries, countTriples, fillTriples, startTriples, transpose } from './row-triples';
