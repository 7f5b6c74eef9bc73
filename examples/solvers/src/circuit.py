import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.linalg import splu

rows, cols = 25, 40
n = rows * cols                                   # the last node is the ground
k = np.arange(n).reshape(rows, cols)
i = np.concatenate([k[:, :-1].ravel(), k[:-1].ravel()])
j = np.concatenate([k[:, 1:].ravel(), k[1:].ravel()])
m = n - 1

def stamp(g):
    r, c = np.concatenate([i, j, i, j]), np.concatenate([i, j, j, i])
    v = np.concatenate([g, g, -g, -g])
    keep = (r < m) & (c < m)
    return coo_matrix((v[keep], (r[keep], c[keep])), shape=(m, m)).tocsc()

G = stamp(0.1 + np.random.rand(i.size))
b = np.zeros(m); b[0] = 1
print('lu', splu(G).solve(b)[0])
G.data[:] = stamp(0.1 + np.random.rand(i.size)).data
print('lu', splu(G).solve(b)[0])
