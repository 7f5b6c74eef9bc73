import { createPlate } from './heat.ts';

const canvas = document.querySelector('canvas');
const pen = canvas?.getContext('2d');
if (!canvas || !pen) throw new Error('The page needs a canvas.');
const n = canvas.width;
const status = document.querySelector('#status');
const isHot = (i: number, j: number): boolean =>
  Math.hypot(i - n / 3, j - n / 2) < n / 8 || Math.abs(i - (3 * n) / 4) < 4;
const plate = await createPlate(n, 1, (i, j) => (isHot(i, j) ? 1 : 0));
const first = plate.temperatures.slice();

async function draw(context: CanvasRenderingContext2D): Promise<void> {
  const iterations = await plate.step();
  const image = context.createImageData(n, n);
  for (const [k, heat] of plate.temperatures.entries())
    image.data.set([255 * Math.sqrt(heat), 160 * heat, 40, 255], 4 * k);
  context.putImageData(image, 0, 0);
  if (status) status.textContent = `${iterations} iterations of conjugate gradients for this step`;
  // Once it is cold it begins again.
  if (plate.temperatures.every((heat) => heat < 0.2)) plate.temperatures.set(first);
  requestAnimationFrame(() => void draw(context));
}
await draw(pen);
