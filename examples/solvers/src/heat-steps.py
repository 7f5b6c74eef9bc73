import numpy as np
from scipy.sparse import diags, eye, kron, csr_matrix, save_npz, load_npz
from scipy.sparse.linalg import cg

n, dt = 100, 1e-4
h = 1 / (n + 1)
T = diags([-1, 2, -1], [-1, 0, 1], shape=(n, n))
A = (eye(n * n) + dt / h**2 * (kron(eye(n), T) + kron(T, eye(n)))).tocsr()
s = np.sin(np.pi * h * np.arange(1, n + 1))
u = np.outer(s, s).ravel()
for _ in range(50):
    u, info = cg(A, u, x0=u, rtol=1e-10)
    assert info == 0
np.save('heat.npy', u.reshape(n, n))
print(np.array_equal(np.load('heat.npy').ravel(), u), u[n * n // 2 + n // 2])
