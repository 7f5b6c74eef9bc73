export { readMatrixMarketFile, readMatrixMarketFileHeader } from './read-file.ts';
