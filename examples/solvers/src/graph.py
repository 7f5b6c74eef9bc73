import numpy as np
from scipy.sparse import coo_matrix, diags
from scipy.sparse.linalg import eigsh

n = 10_000
i, j = np.random.randint(n, size=(2, 80_000))
A = coo_matrix((np.ones(80_000), (i, j)), shape=(n, n)).tocsr()
A.data[:] = 1
out, into = A.sum(axis=1).A1, A.sum(axis=0).A1
P = (diags(np.divide(1, out, where=out > 0, out=np.zeros(n))) @ A).T.tocsr()
r = np.full(n, 1 / n)
for _ in range(100):
    s = 0.85 * (P @ r + r[out == 0].sum() / n) + 0.15 / n
    done, r = np.abs(s - r).sum() < 1e-9, s
    if done:
        break
print(np.argsort(-r)[:3], out[:5], into[:5])
print((A @ (A @ np.ones(n)))[:5])
S = A + A.T
S.data[:] = 1
print(eigsh(S, k=4, which='LA')[0])
