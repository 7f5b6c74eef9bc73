export { type ReadFileOptions, readMatrixMarketFile, readMatrixMarketFileHeader } from './read-file.ts';
