import type { PackedArrays } from '@spmv/format-packed';
import type { SellArrays } from '@spmv/format-sell';
import type { CooArrays, Csr64Arrays, CsrArrays, CsrPaddedArrays, EllpackArrays, EllpackRArrays } from '@spmv/formats';
import type * as kit from '@spmv/kernel-kit';
import { expectTypeOf, it } from 'vitest';

it('kernels that depend on no format read the arrays of its layout', () => {
  expectTypeOf<kit.CooArrays>().toEqualTypeOf<CooArrays>();
  expectTypeOf<kit.CsrArrays>().toEqualTypeOf<CsrArrays>();
  expectTypeOf<kit.CsrArrays>().toEqualTypeOf<CsrPaddedArrays>();
  expectTypeOf<kit.Csr64Arrays>().toEqualTypeOf<Csr64Arrays>();
  expectTypeOf<kit.EllpackArrays>().toEqualTypeOf<EllpackArrays>();
  expectTypeOf<kit.EllpackRArrays>().toEqualTypeOf<EllpackRArrays>();
  expectTypeOf<kit.SellArrays>().toEqualTypeOf<SellArrays>();
  expectTypeOf<kit.PackedArrays>().toEqualTypeOf<PackedArrays>();
});
