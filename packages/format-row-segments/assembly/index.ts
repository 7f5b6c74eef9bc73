export { rowSegments, rowSegmentsNarrowF64 } from './row-segments';
