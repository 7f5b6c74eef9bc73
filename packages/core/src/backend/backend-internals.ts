import type { Precision } from '../data/precision.ts';
import { SpmvError } from '../errors/spmv-error.ts';
import type { BackendDriver, DriverVector } from './backend-driver.ts';
import { checkLength } from './make-vector.ts';
import { precisionObstacle } from './kernel-obstacle.ts';
import type { PrepareHost } from './prepare.ts';
import type { Bound, BoundMaker, Product } from './sequence.ts';
import { bindProducts } from './sequence.ts';
import type { Vector } from './vector.ts';
import { createVectorHandle, vectorInternals } from './vector.ts';

/** What the package of a backend works with to offer what only this one has, as vectors in memory of others; everything else goes through `Backend`. */
export interface BackendInternals {
  readonly driver: BackendDriver;
  /** A vector of the backend over one of its driver, made where there are elements and disposed of with it. Errors: `OPERAND.LENGTH`, `KERNEL.PRECISION_UNSUPPORTED`, `LIFETIME.DISPOSED`. */
  vectorOver(make: () => DriverVector, length: number, precision: Precision): Vector;
  /** The driver's vector behind one of the backend; absent where it has no elements. Errors: `OPERAND.FOREIGN`, `LIFETIME.DISPOSED`. */
  driverVector(vector: Vector): DriverVector | undefined;
  /** Something made of products whose operands are checked now. Errors: as of `Backend.sequence`, and what `make` throws. */
  bind<T>(what: string, products: readonly Product[], maker: BoundMaker<T>): Promise<Bound<T>>;
}

const INTERNALS: unique symbol = Symbol('spmv backend');

/** What `openBackend` hands out. */
export function withInternals<B extends object>(backend: B, host: PrepareHost): B {
  const { driver, lifetime, owner } = host;
  const internals: BackendInternals = {
    driver,
    vectorOver(make, length, precision) {
      lifetime.assertAlive();
      checkLength(length);
      const obstacle = precisionObstacle(driver.device, precision);
      if (obstacle) throw obstacle;
      const made = length > 0 ? make() : undefined;
      const own = lifetime.own('vector', made, (inner) => inner?.dispose());
      return createVectorHandle({ owner, driver: made, lifetime: own }, length, precision);
    },
    driverVector(vector) {
      const found = vectorInternals(vector, owner);
      if (!found)
        throw new SpmvError('OPERAND.FOREIGN', 'The vector is not one of this backend.', {
          fix: 'Give a vector that this backend has made.',
        });
      found.lifetime.assertAlive();
      return found.driver;
    },
    bind: (what, products, maker) => bindProducts(lifetime, owner, what, products, maker),
  };
  return Object.assign(backend, { [INTERNALS]: internals });
}

/** What is behind a backend that `openBackend` of this package opened, else `undefined`. For packages of backends: products need none of it. */
export function backendInternals(backend: object): BackendInternals | undefined {
  return (backend as { readonly [INTERNALS]?: BackendInternals })[INTERNALS];
}
