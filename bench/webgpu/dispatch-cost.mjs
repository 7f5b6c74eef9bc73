// What a dispatch costs the device, by what it is bound to and does: nanoseconds each of many in one pass (or a pass each).
// Usage: node bench/webgpu/dispatch-cost.mjs [--out FILE] [--each 400] [--runs 11] [--groups 250]
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { create } from 'webgpu';

const { values: options } = parseArgs({
  options: {
    out: { type: 'string' },
    each: { type: 'string', default: '400' },
    runs: { type: 'string', default: '11' },
    groups: { type: 'string', default: '250' },
  },
});
const EACH = Number(options.each);
const RUNS = Number(options.runs);
const GROUPS = Number(options.groups);
const BLOCK = 256;

const gpu = create([
  'enable-dawn-features=disable_robustness,disable_workgroup_init,allow_unsafe_apis',
  'disable-dawn-features=timestamp_quantization',
]);
const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
const immediates = adapter.limits.maxImmediateSize ?? 0;
const device = await adapter.requestDevice({
  requiredFeatures: ['timestamp-query'],
  requiredLimits: {
    maxComputeInvocationsPerWorkgroup: adapter.limits.maxComputeInvocationsPerWorkgroup,
    maxComputeWorkgroupSizeX: adapter.limits.maxComputeWorkgroupSizeX,
    ...(immediates > 0 ? { maxImmediateSize: immediates } : {}),
  },
});
const STORAGE = 0x80 | 0x4 | 0x8;
const elements = GROUPS * BLOCK;
const buffer = (usage, bytes = elements * 4) => device.createBuffer({ size: bytes, usage });
const buffers = {
  y: buffer(STORAGE),
  z: buffer(STORAGE),
  carry: buffer(STORAGE),
  x: buffer(STORAGE),
  a: buffer(STORAGE),
  b: buffer(STORAGE),
  scalars: buffer(0x40 | 0x8, 1024),
  numbers: buffer(0x40 | 0x8, 256),
};
device.queue.writeBuffer(
  buffers.a,
  0,
  Uint32Array.from({ length: elements }, (_, k) => (k * 7919) % elements),
);
device.queue.writeBuffer(
  buffers.b,
  0,
  Uint32Array.from({ length: elements }, (_, k) => (k * 104729) % elements),
);
device.queue.writeBuffer(buffers.numbers, 0, Uint32Array.of(elements, 1, 2, 3));

const DECLARATIONS = {
  y: ['storage', 'var<storage, read_write> y: array<f32>'],
  z: ['storage', 'var<storage, read_write> z: array<f32>'],
  carry: ['storage', 'var<storage, read_write> carry: array<f32>'],
  x: ['read-only-storage', 'var<storage, read> x: array<f32>'],
  a: ['read-only-storage', 'var<storage, read> a: array<u32>'],
  b: ['read-only-storage', 'var<storage, read> b: array<u32>'],
  scalars: ['uniform', 'var<uniform> scalars: vec4<f32>'],
  numbers: ['uniform', 'var<uniform> numbers: vec4<u32>'],
};

const WRITE = 'y[i] = 1.0;';
/** name → what is bound, what is done; `again`: pipeline and bind group set before every dispatch. */
const PROBES = [
  { name: 'empty, nothing bound, one group', bind: [], body: '', groups: 1 },
  { name: 'empty, y bound, one group', bind: ['y'], body: '', groups: 1 },
  { name: 'empty, y bound', bind: ['y'], body: '' },
  { name: 'empty, x bound (no barrier)', bind: ['x'], body: '' },
  { name: 'empty, y and carry bound', bind: ['y', 'carry'], body: '' },
  { name: 'write', bind: ['y'], body: WRITE },
  { name: 'write, set again', bind: ['y'], body: WRITE, again: true },
  { name: 'write, set again, dynamic offset', bind: ['scalars', 'y'], body: WRITE, again: true, dynamic: true },
  { name: 'write, dynamic offset', bind: ['scalars', 'y'], body: WRITE, dynamic: true },
  { name: 'write, alternating y and z', bind: ['y'], body: WRITE, alternate: true },
  { name: 'write, a pass each', bind: ['y'], body: WRITE, passes: true },
  { name: 'write a uniform', bind: ['scalars', 'y'], body: 'y[i] = scalars.x;' },
  { name: 'write a uniform, dynamic offset', bind: ['scalars', 'y'], body: 'y[i] = scalars.x;', dynamic: true },
  {
    name: 'write a uniform, dynamic offset, set again',
    bind: ['scalars', 'y'],
    body: 'y[i] = scalars.x;',
    dynamic: true,
    again: true,
  },
  {
    name: 'write two uniforms, one after another',
    bind: ['scalars', 'numbers', 'y'],
    body: 'if (i < numbers.x) { y[i] = scalars.x; }',
  },
  { name: 'write an immediate', bind: ['y'], body: 'y[i] = given.x;', immediate: true },
  { name: 'write an immediate, set again', bind: ['y'], body: 'y[i] = given.x;', immediate: true, again: true },
  { name: 'copy x', bind: ['x', 'y'], body: 'y[i] = x[i];' },
  { name: 'copy x under a uniform bound', bind: ['numbers', 'x', 'y'], body: 'if (i < numbers.x) { y[i] = x[i]; }' },
  {
    name: 'copy x times a uniform under a uniform bound',
    bind: ['scalars', 'numbers', 'x', 'y'],
    body: 'if (i < numbers.x) { y[i] = scalars.x * x[i]; }',
  },
  { name: 'copy x[a]', bind: ['a', 'x', 'y'], body: 'y[i] = x[a[i]];' },
  { name: 'copy x[a[b]]', bind: ['a', 'b', 'x', 'y'], body: 'y[i] = x[a[b[i]]];' },
  { name: 'copy x[a[a[b]]]', bind: ['a', 'b', 'x', 'y'], body: 'y[i] = x[a[a[b[i]]]];' },
  { name: 'write, blocks of 64, as many threads', bind: ['y'], body: WRITE, block: 64, groups: GROUPS * 4 },
  { name: 'write, blocks of 1024, as many threads', bind: ['y'], body: WRITE, block: 1024, groups: GROUPS / 4 },
  {
    name: 'workgroup memory and a barrier',
    bind: ['y'],
    body: 'cells[l] = f32(i); workgroupBarrier(); y[i] = cells[l ^ 1];',
    shared: true,
  },
];

async function measure({
  bind,
  body,
  groups = GROUPS,
  again = false,
  dynamic = false,
  alternate = false,
  passes = false,
  immediate = false,
  shared = false,
  block = BLOCK,
}) {
  if (immediate && immediates === 0) return undefined;
  const code = `${immediate ? 'requires immediate_address_space;\nvar<immediate> given: vec4<f32>;\n' : ''}${shared ? `var<workgroup> cells: array<f32, ${block}>;` : ''}
${bind.map((name, k) => `@group(0) @binding(${k}) ${DECLARATIONS[name][1]};`).join('\n')}
@compute @workgroup_size(${block}) fn main(@builtin(workgroup_id) id: vec3<u32>, @builtin(local_invocation_index) l: u32) { let i = id.x * ${block} + l; ${body} }`;
  const layout = device.createBindGroupLayout({
    entries: bind.map((name, binding) => ({
      binding,
      visibility: 4,
      buffer: { type: DECLARATIONS[name][0], ...(dynamic && name === 'scalars' ? { hasDynamicOffset: true } : {}) },
    })),
  });
  const pipeline = await device.createComputePipelineAsync({
    layout: device.createPipelineLayout({ bindGroupLayouts: [layout], ...(immediate ? { immediateSize: 16 } : {}) }),
    compute: { module: device.createShaderModule({ code }), entryPoint: 'main' },
  });
  const group = (replaced) =>
    device.createBindGroup({
      layout,
      entries: bind.map((name, binding) => ({
        binding,
        resource: {
          buffer: buffers[replaced && name === 'y' ? 'z' : name],
          ...(name === 'scalars' ? { size: 256 } : {}),
        },
      })),
    });
  const bound = [group(false), group(alternate)];
  const set = (pass, k) => {
    pass.setPipeline(pipeline);
    if (dynamic) pass.setBindGroup(0, bound[k % 2], [256]);
    else pass.setBindGroup(0, bound[k % 2]);
    if (immediate) pass.setImmediates(0, new Float32Array([1, 2, 3, 4]));
  };
  const querySet = device.createQuerySet({ type: 'timestamp', count: 2 });
  const resolved = buffer(0x200 | 0x4, 16);
  const samples = [];
  for (let run = 0; run <= RUNS; run++) {
    const encoder = device.createCommandEncoder();
    if (passes) {
      for (let k = 0; k < EACH; k++) {
        const pass = encoder.beginComputePass(
          k === 0 || k === EACH - 1
            ? {
                timestampWrites: {
                  querySet,
                  ...(k === 0 ? { beginningOfPassWriteIndex: 0 } : { endOfPassWriteIndex: 1 }),
                },
              }
            : {},
        );
        set(pass, k);
        pass.dispatchWorkgroups(groups);
        pass.end();
      }
    } else {
      const pass = encoder.beginComputePass({
        timestampWrites: { querySet, beginningOfPassWriteIndex: 0, endOfPassWriteIndex: 1 },
      });
      set(pass, 0);
      for (let k = 0; k < EACH; k++) {
        if (again || alternate) set(pass, k);
        pass.dispatchWorkgroups(groups);
      }
      pass.end();
    }
    encoder.resolveQuerySet(querySet, 0, 2, resolved, 0);
    const staging = buffer(0x1 | 0x8, 16);
    encoder.copyBufferToBuffer(resolved, 0, staging, 0, 16);
    device.queue.submit([encoder.finish()]);
    await staging.mapAsync(1);
    const [begin, end] = new BigUint64Array(staging.getMappedRange());
    if (run > 0) samples.push(Number(end - begin) / EACH);
    staging.destroy();
  }
  return samples.sort((p, q) => p - q)[samples.length >> 1];
}

const rows = [];
for (const probe of PROBES) {
  let nanoseconds;
  try {
    device.pushErrorScope('validation');
    nanoseconds = await measure(probe);
    const error = await device.popErrorScope();
    if (error) throw new Error(error.message);
  } catch (error) {
    process.stdout.write(`${probe.name}: ${String(error.message).slice(0, 300)}\n`);
    continue;
  }
  rows.push({ ...probe, nanoseconds });
  process.stdout.write(`${nanoseconds?.toFixed(0).padStart(7) ?? '      –'} ns  ${probe.name}\n`);
}
if (options.out) writeFileSync(options.out, JSON.stringify({ immediates, each: EACH, groups: GROUPS, rows }));
device.destroy();
