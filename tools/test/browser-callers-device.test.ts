import { beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../browser/run-job.ts';
import { needs } from '../needs.ts';

/** A picture has so many pixels beside each other, one for each element of y. */
const PIXELS = 200;

/**
 * A page with a device of its own: one shader of the page's writes x, products of spmv are encoded between, and another shader draws y. Copies and mappings are counted from when all is prepared.
 * A puts x upside down and doubles it, so that neither x nor zeros give the picture.
 */
const JOB = `
import { bufferOf, commandsOf, createWebGpu, plugin, submit, vectorOn } from '@spmv/backend-webgpu';
import { buildMatrix, cooFromEntries, createRegistry, openBackend, product, spmv } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
export default async function run() {
  const calls = { mapAsync: 0, copyBufferToBuffer: 0, submit: 0 };
  for (const [type, name] of [[GPUBuffer, 'mapAsync'], [GPUCommandEncoder, 'copyBufferToBuffer'], [GPUQueue, 'submit']]) {
    const own = type.prototype[name];
    type.prototype[name] = function (...given) { calls[name]++; return own.apply(this, given); };
  }
  const n = ${PIXELS};
  const device = await (await navigator.gpu.requestAdapter()).requestDevice();
  const registry = createRegistry([plugin, formats]);
  const backend = await openBackend(createWebGpu({ device }));
  const index = Array.from({ length: n }, (_, i) => i);
  const coo = cooFromEntries({ rows: n, cols: n }, { rowIndex: index, colIndex: index.map((i) => n - 1 - i), values: index.map(() => 2) });
  const matrix = buildMatrix(registry.format('csr'), coo, { valueType: 'f32' });
  const A = await backend.prepare({ operation: spmv, matrix, kernel: registry.kernel('wgsl/csr-vector') });
  const buffer = device.createBuffer({ size: 256 + 4 * n, usage: GPUBufferUsage.STORAGE });
  const [x, y] = [vectorOn(backend, { buffer, ownership: 'borrowed', offset: 256, length: n }), backend.vector(n, 'f32')];
  const product2 = await commandsOf(backend, [product(A, x, y)]);
  const generate = device.createComputePipeline({ layout: 'auto', compute: { module: device.createShaderModule({ code: \`
    @group(0) @binding(0) var<storage, read_write> x: array<f32>;
    @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { if (id.x < arrayLength(&x)) { x[id.x] = f32(id.x) / 510.0; } }\` }) } });
  const code = \`
    @group(0) @binding(0) var<storage, read> y: array<f32>;
    @vertex fn corner(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f(f32(i & 1) * 4 - 1, f32(i >> 1) * 4 - 1, 0, 1); }
    @fragment fn colour(@builtin(position) at: vec4f) -> @location(0) vec4f { let v = y[u32(at.x)]; return vec4f(v, v, v, 1); }\`;
  const module = device.createShaderModule({ code });
  const canvas = () => device.createTexture({ size: [n, 1], format: 'rgba8unorm', usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC });
  const canvases = Array.from({ length: 4 }, canvas);
  const draw = device.createRenderPipeline({ layout: 'auto', vertex: { module, entryPoint: 'corner' }, fragment: { module, entryPoint: 'colour', targets: [{ format: 'rgba8unorm' }] } });
  const group = (pipeline, resource) => device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries: [{ binding: 0, resource }] });
  const [from, shown] = [group(generate, bufferOf(backend, x)), group(draw, bufferOf(backend, y))];
  const passOf = (pass, pipeline, bound, go) => { pass.setPipeline(pipeline); pass.setBindGroup(0, bound); go(pass); pass.end(); };
  const before = { ...calls };
  const generated = (encoder) => passOf(encoder.beginComputePass(), generate, from, (pass) => pass.dispatchWorkgroups(Math.ceil(n / 64)));
  const drawn = (encoder, frame) => passOf(encoder.beginRenderPass({ colorAttachments: [{ view: canvases[frame].createView(), loadOp: 'clear', storeOp: 'store', clearValue: [1, 0, 0, 1] }] }), draw, shown, (pass) => pass.draw(3));
  for (let frame = 0; frame < 3; frame++) {
    const encoder = device.createCommandEncoder();
    generated(encoder);
    product2.encode(encoder);
    drawn(encoder, frame);
    device.queue.submit([encoder.finish()]);
  }
  const encoded = { ...calls };
  // The same by what is applied and submitted.
  A.apply(x, y, 0.5);
  submit(backend);
  const encoder = device.createCommandEncoder();
  drawn(encoder, 3);
  device.queue.submit([encoder.finish()]);
  const applied = { ...calls };
  await y.read();
  const read = { ...calls };
  const pictures = [];
  for (const texture of canvases) {
    const copy = device.createBuffer({ size: 1024, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
    const copying = device.createCommandEncoder();
    copying.copyTextureToBuffer({ texture }, { buffer: copy, bytesPerRow: 1024 }, [n, 1]);
    device.queue.submit([copying.finish()]);
    await copy.mapAsync(GPUMapMode.READ);
    pictures.push([...new Uint8Array(copy.getMappedRange(), 0, 4 * n)].filter((_, k) => k % 4 === 0));
  }
  return { before, encoded, applied, read, pictures };
}`;

interface Counts {
  readonly mapAsync: number;
  readonly copyBufferToBuffer: number;
  readonly submit: number;
}

describe("a page's own device in Chromium", needs('chromium'), () => {
  let told: Readonly<Record<'before' | 'encoded' | 'applied' | 'read', Counts>> & {
    readonly pictures: readonly (readonly number[])[];
  };

  beforeAll(async () => {
    told = (await runJob({ job: JOB })) as typeof told;
  }, 200_000);

  it('draws what was multiplied of what it generated', () => {
    const upsideDown = Array.from({ length: PIXELS }, (_, i) => PIXELS - 1 - i);
    expect(told.pictures.slice(0, 3)).toEqual([upsideDown, upsideDown, upsideDown]);
    expect(told.pictures[3]?.every((grey, i) => Math.abs(grey - (PIXELS - 1 - i) / 2) <= 0.5)).toBe(true);
  });

  it('reads no byte back meanwhile, and what is encoded is submitted by the page alone', () => {
    const { before, encoded, applied, read } = told;
    expect([encoded.mapAsync, encoded.copyBufferToBuffer]).toEqual([before.mapAsync, before.copyBufferToBuffer]);
    expect([applied.mapAsync, applied.copyBufferToBuffer]).toEqual([before.mapAsync, before.copyBufferToBuffer]);
    expect([encoded.submit - before.submit, applied.submit - encoded.submit]).toEqual([3, 2]);
    // They are counted: a read is both.
    expect([read.mapAsync, read.copyBufferToBuffer]).toEqual([before.mapAsync + 1, before.copyBufferToBuffer + 1]);
  });
});
