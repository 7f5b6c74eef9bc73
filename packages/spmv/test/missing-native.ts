import { nativeLevels } from '@spmv/kernels-native';

/** Why there is no compiled code here. */
export const missingNative = ((): string | undefined => {
  try {
    nativeLevels();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
})();
