import type { PackedArrays } from '@spmv/format-packed';
import type { SellArrays } from '@spmv/format-sell';
import type { CooArrays, Csr64Arrays, CsrArrays, CsrPaddedArrays, EllpackArrays, EllpackRArrays } from '@spmv/formats';
import type { FormatArrays } from '@spmv/kernel-kit';
import { expectTypeOf, it } from 'vitest';

it('kernels that depend on no format read the arrays of its layout', () => {
  expectTypeOf<FormatArrays['coo']>().toEqualTypeOf<CooArrays>();
  expectTypeOf<FormatArrays['csr']>().toEqualTypeOf<CsrArrays>();
  expectTypeOf<FormatArrays['csr']>().toEqualTypeOf<CsrPaddedArrays>();
  expectTypeOf<FormatArrays['csr64']>().toEqualTypeOf<Csr64Arrays>();
  expectTypeOf<FormatArrays['ellpack']>().toEqualTypeOf<EllpackArrays>();
  expectTypeOf<FormatArrays['ellpack-r']>().toEqualTypeOf<EllpackRArrays>();
  expectTypeOf<FormatArrays['sell']>().toEqualTypeOf<SellArrays>();
  expectTypeOf<FormatArrays['packed']>().toEqualTypeOf<PackedArrays>();
});
