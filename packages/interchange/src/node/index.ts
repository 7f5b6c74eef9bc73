export { openFile, type OpenFile, withFile } from './file-bytes.ts';
