/**
 * The icon file formats of Windows and macOS: both are a table of contents followed by PNG files. Pure.
 */

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
