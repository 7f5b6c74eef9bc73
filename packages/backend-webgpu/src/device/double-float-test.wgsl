// The error-free transforms and what is built of them, on operands whose results the host knows exactly. Each case is two values;
// each result four: twoSum and twoProduct of the high words, sum and product of the values. The last results are dot products
// along `chain` cases, added up in a loop as kernels do.
override cases: u32 = 0;
override chain: u32 = 16;

@group(0) @binding(1) var<storage, read> operands: array<Value>;
@group(0) @binding(2) var<storage, read_write> results: array<Value>;

@compute @workgroup_size(64)
fn transforms(@builtin(global_invocation_id) id: vec3<u32>) {
  let k = id.x;
  if (k >= cases) {
    return;
  }
  let a = operands[2 * k];
  let b = operands[2 * k + 1];
  results[4 * k] = twoSum(a.x, b.x);
  results[4 * k + 1] = twoProduct(a.x, b.x);
  results[4 * k + 2] = addSums(a, b);
  results[4 * k + 3] = product(a, b);
  if (k >= cases / chain) {
    return;
  }
  var sum = zeroSum();
  for (var i = k * chain; i < (k + 1) * chain; i++) {
    sum = addProduct(sum, operands[2 * i], operands[2 * i + 1]);
  }
  results[4 * cases + k] = sum;
}
