import type { SpaceProblem } from '../methods/method.ts';
import { copy, product } from '../space/steps.ts';

/** What x is worth, computed anew from b, A and x. */
export interface Truth {
  /** ‖b − Ax‖. */
  readonly residual: number;
  /** ‖Aᵀ(b − Ax)‖, where Aᵀ is there. */
  readonly normal?: number;
}

/** Computes ‖b − Ax‖ of the x there is, trusting nothing that a method has updated. */
export async function truthOf({ space, A, AT, b, x }: SpaceProblem): Promise<() => Promise<Truth>> {
  const r = space.vector(A.shape.rows);
  const [size, normal] = [space.scalar(), space.scalar()];
  const g = AT ? space.vector(AT.shape.rows) : undefined;
  const run = await space.compile([
    copy(b, r),
    product(A, x, r, { alpha: -1, beta: 1, norm: size }),
    ...(AT && g ? [product(AT, r, g, { norm: normal })] : []),
  ]);
  return async () => {
    await run.run();
    const [squared = 0, squaredNormal = 0] = await space.numbers([size, normal]);
    return { residual: Math.sqrt(squared), ...(AT ? { normal: Math.sqrt(squaredNormal) } : {}) };
  };
}
