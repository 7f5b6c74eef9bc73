/** One peculiarity of Matrix Market files, with what other readers are known to do with it. */
export interface Construct {
  readonly title: string;
  /** A file that shows it. */
  readonly text: string;
  /** SciPy 1.17, which reads with fast_matrix_market's code: run. */
  readonly scipy: string;
  /** fast_matrix_market (C++), where it differs from SciPy. */
  readonly fmm?: string;
  /** Ginkgo's `mtx_io`: source read. */
  readonly ginkgo: string;
  /** SuiteSparse CHOLMOD's `cholmod_read`: source read. */
  readonly suitesparse: string;
  /** Why this package does what it does. */
  readonly why: string;
}
