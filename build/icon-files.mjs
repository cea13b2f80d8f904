/**
 * Icon files: PNG with a palette, and the formats of Windows and macOS, both a table of contents followed by PNG files. Pure.
 */
import { crc32, deflateSync } from 'node:zlib';

/** @typedef {{ width: number, png: Buffer }} Picture a square picture; `width` in pixels */

/** macOS type codes by width; some widths have a second code for the half-size icon on a screen of double density. */
const icnsTypes = /** @type {Record<number, string[]>} */ ({
  16: ['icp4'],
  32: ['icp5', 'ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
});

/**
 * Windows: a header of 6 bytes, an entry of 16 for each picture, the pictures.
 * @param {Picture[]} pictures of at most 256 pixels
 */
export function icoOf(pictures) {
  const header = Buffer.alloc(6);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length + pictures.length * 16;
  const entries = pictures.map(({ width, png }) => {
    const entry = Buffer.alloc(16);
    // 256 is stored as 0.
    entry.writeUInt8(width % 256, 0);
    entry.writeUInt8(width % 256, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...pictures.map(({ png }) => png)]);
}

/**
 * macOS: each picture after its four-letter type and its length, and the same around the whole file.
 * @param {Picture[]} pictures of any widths; widths without a type code are left out
 */
export function icnsOf(pictures) {
  const chunks = pictures.flatMap(({ width, png }) => (icnsTypes[width] ?? []).map((type) => chunk(type, png)));
  return chunk('icns', Buffer.concat(chunks));
}

/**
 * @param {string} type
 * @param {Buffer} content
 */
function chunk(type, content) {
  const head = Buffer.alloc(8);
  head.write(type, 'ascii');
  head.writeUInt32BE(content.length + 8, 4);
  return Buffer.concat([head, content]);
}

/**
 * A PNG whose pixels are places in a palette: for few colours about 40 % smaller than with four bytes a pixel.
 * @param {{ width: number, height: number, pixels: Buffer }} picture four bytes a pixel, colours multiplied by the opacity
 * @returns {Buffer | null} null if there are more colours than a palette holds
 */
export function palettePng({ width, height, pixels }) {
  /** @type {Map<number, number>} */
  const palette = new Map();
  // Each row begins with its filter: none.
  const rows = Buffer.alloc((width + 1) * height);
  for (let at = 0; at < width * height; at += 1) {
    const colour = pixels.readUInt32BE(at * 4);
    if (!palette.has(colour)) palette.set(colour, palette.size);
    rows[at + Math.floor(at / width) + 1] = palette.get(colour) ?? 0;
  }
  if (palette.size > 256) return null;
  const colours = [...palette.keys()].map((colour) => {
    const opacity = colour & 255;
    const plain = [24, 16, 8].map((shift) => Math.round((((colour >>> shift) & 255) * 255) / Math.max(opacity, 1)));
    return { plain, opacity };
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits a pixel, with a palette.
  head.writeUInt8(8, 8);
  head.writeUInt8(3, 9);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', head),
    pngChunk('PLTE', Buffer.from(colours.flatMap(({ plain }) => plain))),
    pngChunk('tRNS', Buffer.from(colours.map(({ opacity }) => opacity))),
    pngChunk('IDAT', deflateSync(rows, { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * @param {string} type
 * @param {Buffer} content
 */
function pngChunk(type, content) {
  const typed = Buffer.concat([Buffer.from(type, 'ascii'), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
}
