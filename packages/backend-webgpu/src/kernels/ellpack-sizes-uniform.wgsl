// Sizes of the matrix in a uniform: one pipeline for all matrices.
fn sizes() -> Launch { return launch; }
