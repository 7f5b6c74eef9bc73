// Ranks, degrees and walks of a random directed graph, and the largest eigenvalues of the graph without directions.
import { openMatrix } from 'spmv';
import { add, fromTriplets, map, transpose } from 'spmv/build';

const n = 10_000;
const node = () => Math.floor(Math.random() * n);
const triplets = Array.from({ length: 80_000 }, () => [node(), node(), 1]);
const links = map(fromTriplets([n, n], triplets), () => 1); // i → j; a link given twice counts once
const A = await openMatrix(links);
const { ranks, converged } = await A.pageRank({ damping: 0.85 });
const first = [...ranks.keys()].sort((i, j) => ranks[j] - ranks[i]).slice(0, 3);
console.log(converged, first, A.sum(1).slice(0, 5), A.sum(0).slice(0, 5));
const walks = await A.multiply(await A.multiply(new Float64Array(n).fill(1)));
console.log(walks.slice(0, 5));
const S = await openMatrix(map(add(links, transpose(links)), () => 1));
const eigen = await S.eigenvalues({ k: 4, which: 'LA' });
console.log(eigen.converged, eigen.values);
await A.dispose();
await S.dispose();
