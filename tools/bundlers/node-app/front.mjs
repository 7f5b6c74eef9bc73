// A program that imports nothing but the front door.
import { openMatrix } from 'spmv';

void openMatrix([
  [4, -1],
  [-1, 4],
])
  .then((A) => A.multiply([1, 2]))
  .then(
    (y) => ({ y: [...y] }),
    ({ code, message, fix }) => ({ code, message, fix }),
  )
  .then((told) => console.log(JSON.stringify(told)));
