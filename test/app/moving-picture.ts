/** A moving picture of the app for the README: an animated PNG, whose frames contain only what changed. */
import { writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Page } from 'playwright-core';

interface Frame {
  /** A PNG of the changed part, and its place (px). */
  png: Buffer;
  x: number;
  y: number;
  /** ms. */
  shown: number;
}

declare global {
  var lastFrame: Uint32Array | undefined;
}

/** `canvas`: a page that stays open and draws the frames; windows of any size stand in the middle of the picture. */
export function createMovingPicture(canvas: Page, width: number, height: number) {
  const frames: Frame[] = [];
  return {
    /** Adds what the page shows now, for `shown` ms. */
    async add(page: Page, shown: number): Promise<void> {
      const png = (await page.screenshot({ scale: 'css' })).toString('base64');
      const changed = await canvas.evaluate(changedPart, { png, width, height });
      const last = frames.at(-1);
      if (changed !== null) frames.push({ ...changed, png: Buffer.from(changed.png, 'base64'), shown });
      else if (last) last.shown += shown;
    },
    write: (path: string): void => writeFileSync(path, animatedPng(frames)),
  };
}

/** Runs in the page. null if nothing changed since the last frame. */
async function changedPart({ png, width, height }: { png: string; width: number; height: number }) {
  const image = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (sign) => sign.charCodeAt(0))]));
  const drawn = Object.assign(document.createElement('canvas'), { width, height });
  const context = drawn.getContext('2d');
  if (context === null) throw new Error('No canvas');
  context.fillStyle = '#dfe1e6';
  context.fillRect(0, 0, width, height);
  context.drawImage(image, Math.round((width - image.width) / 2), Math.round((height - image.height) / 2));
  const before = globalThis.lastFrame;
  const now = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  globalThis.lastFrame = now;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let index = 0; index < now.length; index += 1) {
    if (now[index] === before?.[index]) continue;
    const [x, y] = [index % width, Math.floor(index / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  if (right < 0) return null;
  const part = Object.assign(document.createElement('canvas'), { width: right - left + 1, height: bottom - top + 1 });
  part.getContext('2d')?.drawImage(drawn, -left, -top);
  return { png: part.toDataURL('image/png').replace(/^.*,/, ''), x: left, y: top };
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** PNG with the chunks `acTL`, `fcTL` and `fdAT`. */
function animatedPng(frames: readonly Frame[]): Buffer {
  let sequence = 0;
  const next = () => uint32(sequence++);
  const parts = frames.flatMap(({ png, x, y, shown }, index) => {
    const chunks = chunksOf(png);
    const size = chunks.find(({ type }) => type === 'IHDR')?.data.subarray(0, 8) ?? Buffer.alloc(8);
    const timing = Buffer.from([shown >> 8, shown & 0xff, 1000 >> 8, 1000 & 0xff, 0, 0]);
    const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data));
    return [
      chunk('fcTL', next(), size, uint32(x), uint32(y), timing),
      index === 0 ? chunk('IDAT', data) : chunk('fdAT', next(), data),
    ];
  });
  const header = frames[0] && chunksOf(frames[0].png).find(({ type }) => type === 'IHDR');
  if (header === undefined) throw new Error('A moving picture needs a frame.');
  const forever = uint32(0);
  const start = [chunk('IHDR', header.data), chunk('acTL', uint32(frames.length), forever)];
  return Buffer.concat([SIGNATURE, ...start, ...parts, chunk('IEND')]);
}

function chunksOf(png: Buffer): { type: string; data: Buffer }[] {
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

function chunk(type: string, ...data: Buffer[]): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), ...data]);
  return Buffer.concat([uint32(content.length - 4), content, uint32(crc32(content))]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
