export { inflateNode } from './inflate-node.ts';
export {
  readAnyFile,
  readAnyStream,
  type ReadFileOptions,
  readMatrixMarketFile,
  readMatrixMarketFileHeader,
  readMatrixMarketStream,
} from './read-file.ts';
