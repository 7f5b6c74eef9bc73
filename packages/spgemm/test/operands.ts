import type { CooMatrix, StoredMatrix } from '@spmv/core';
import { buildMatrix } from '@spmv/core';
import { csr } from '@spmv/formats';
import { randomUniform } from '@spmv/testkit';

export const square: CooMatrix = randomUniform({ rows: 20, cols: 20, density: 0.2 });

export const built = (coo: CooMatrix): StoredMatrix => buildMatrix(csr, coo);
