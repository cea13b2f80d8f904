/**
 * Draws the PNG files for each operating system from the SVG sources in assets/:
 *
 *     out/icons/tray/{state}-{16|22|32|44|66}-{light|dark}[-outlined].png     Linux
 *     out/icons/tray/{state}-{light|dark}.ico     Windows, 16 to 48 pixels in one file
 *     out/icons/tray/{state}Template.png and {state}Template@2x.png     macOS
 *     out/icons/app/{n}x{n}.png     16 to 1024 pixels
 *     out/icons/punchcard.ico and .icns     the same in one file, for the packages of Windows and macOS
 */
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { icnsOf, icoOf, palettePng } from './icon-files.mjs';
import { isMain, root, runScript } from './run.mjs';

const appSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];

/** Up to this size the app icon has a drawing with fewer details. */
const smallUpTo = 32;

const trayStates = ['idle', 'running', 'attention', 'offline', 'signed-out'];

/** The tray icon's sizes in pixels and the width of the source drawing of each: the same or a whole multiple where possible. */
const linuxTraySizes = new Map([
  [16, 16],
  [22, 22],
  [32, 32],
  [44, 22],
  [66, 22],
]);
const windowsTraySizes = new Map([
  [16, 16],
  [20, 22],
  [24, 16],
  [28, 32],
  [32, 32],
  [40, 32],
  [48, 32],
]);

/** The colours of the drawings for light and dark panels; each is the other's outline. */
const ink = { light: '#2b2f32', dark: '#eceeef' };

/** @typedef {'light' | 'dark'} Panel */
/** @typedef {{ sources: string[], file: string, make: () => Promise<Buffer> }} Job one file to make; it is newer than its sources */

/**
 * @param {string} assets
 * @param {string} out
 * @returns {Job[]}
 */
function jobs(assets, out) {
  const appIcons = appSizes.map((width) => {
    const svg = join(assets, width <= smallUpTo ? 'app-icon-small.svg' : 'app-icon.svg');
    return {
      sources: [svg],
      file: join(out, 'app', `${width}x${width}.png`),
      make: async () => draw(await read(svg), width),
    };
  });
  return [...appIcons, ...trayStates.flatMap((state) => trayJobs(state, join(assets, 'tray'), join(out, 'tray')))];
}

/**
 * @param {string} state
 * @param {string} assets
 * @param {string} out
 * @returns {Job[]}
 */
function trayJobs(state, assets, out) {
  const drawing = (/** @type {number} */ width, /** @type {Panel | 'template'} */ kind) =>
    join(assets, `${state}-${width}-${kind}.svg`);
  const template = [16, 32].map((width) => {
    const svg = drawing(width, 'template');
    const file = join(out, `${state}Template${width === 32 ? '@2x' : ''}.png`);
    return { sources: [svg], file, make: async () => draw(await read(svg), width) };
  });
  const panels = /** @type {const} */ (['light', 'dark']).flatMap((panel) => {
    const linux = [...linuxTraySizes].flatMap(([width, drawn]) => {
      const svg = drawing(drawn, panel);
      // The first path is the card. The signed-out icon has only its corners.
      const idle = join(assets, `idle-${drawn}-${panel}.svg`);
      const file = (/** @type {string} */ look) => join(out, `${state}-${width}-${look}.png`);
      const outlinedSvg = async () =>
        outlined(
          await read(svg),
          state === 'signed-out' ? null : await read(idle),
          ink[panel === 'dark' ? 'light' : 'dark'],
        );
      return [
        { sources: [svg], file: file(panel), make: async () => drawSmall(await read(svg), width) },
        {
          sources: [svg, idle],
          file: file(`${panel}-outlined`),
          make: async () => drawSmall(await outlinedSvg(), width),
        },
      ];
    });
    const sizes = [...windowsTraySizes];
    const windows = {
      sources: [...new Set(sizes.map(([, drawn]) => drawing(drawn, panel)))],
      file: join(out, `${state}-${panel}.ico`),
      make: async () =>
        icoOf(
          await Promise.all(
            sizes.map(async ([width, drawn]) => ({ width, png: draw(await read(drawing(drawn, panel)), width) })),
          ),
        ),
    };
    return [...linux, windows];
  });
  return [...template, ...panels];
}

/**
 * The same drawing with a thin outline in another colour: legible on light and dark panels.
 * @param {string} svg
 * @param {string | null} idle the drawing of the same size whose first path is the card; null: without a card
 * @param {string} colour
 */
function outlined(svg, idle, colour) {
  const [, head = '', width = '', content = ''] =
    /^(<svg[^>]*viewBox="0 0 (\d+) \d+"[^>]*>)(.*)<\/svg>\s*$/s.exec(svg) ?? [];
  const [, card = ''] = /<path d="([^"]+)"/.exec(idle ?? '') ?? [];
  if (content === '' || (card === '' && idle !== null))
    throw new Error('A drawing of the tray icon is not laid out as the others are.');
  // One pixel at the normal size.
  const line = Number(width) / 22;
  // A mask keeps its black and white.
  const silhouette = content
    .replace(/"#(?!fff"|000")[0-9a-f]{6}"/g, `"${colour}"`)
    .replaceAll('id="m"', 'id="o"')
    .replaceAll('url(#m)', 'url(#o)');
  const around = Array.from({ length: 16 }, (_, index) => {
    const angle = (index * Math.PI) / 8;
    const [x, y] = [Math.cos(angle) * line, Math.sin(angle) * line];
    return `<use href="#s" x="${x.toFixed(3)}" y="${y.toFixed(3)}"/>`;
  }).join('');
  const plate =
    card &&
    `<path d="${card}" fill="${colour}" stroke="${colour}" stroke-width="${line * 4}" stroke-linejoin="round"/>`;
  return `${head}<defs><g id="s">${silhouette}</g></defs>${plate}${around}${content}</svg>`;
}

const read = (/** @type {string} */ svg) => readFile(svg, 'utf8');

/**
 * @param {string} svg
 * @param {number} width in pixels
 */
const draw = (svg, width) => rendered(svg, width).asPng();

/**
 * @param {string} svg
 * @param {number} width
 */
function drawSmall(svg, width) {
  const picture = rendered(svg, width);
  return palettePng(picture) ?? picture.asPng();
}

/**
 * @param {string} svg
 * @param {number} width
 */
const rendered = (svg, width) => new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render();

/**
 * Draws what is missing or older than its sources or than this file.
 * @param {{ assets?: string, out?: string }} [folders]
 * @returns {Promise<number>} how many pictures were drawn
 */
export async function drawIcons({ assets = join(root, 'assets'), out = join(root, 'out', 'icons') } = {}) {
  let drawn = 0;
  for (const { sources, file, make } of jobs(assets, out)) {
    const changed = await Promise.all([...sources, import.meta.filename].map(changedAt));
    if ((await changedAt(file)) > Math.max(...changed)) continue;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await make());
    drawn += 1;
  }
  if (drawn > 0) await putTogether(out);
  return drawn;
}

/** @param {string} out */
async function putTogether(out) {
  const pictures = await Promise.all(
    appSizes.map(async (width) => ({ width, png: await readFile(join(out, 'app', `${width}x${width}.png`)) })),
  );
  await writeFile(join(out, 'punchcard.ico'), icoOf(pictures.filter(({ width }) => width <= 256)));
  await writeFile(join(out, 'punchcard.icns'), icnsOf(pictures));
}

/**
 * @param {string} file
 * @returns {Promise<number>} milliseconds since 1970; 0 if there is no such file
 */
async function changedAt(file) {
  return stat(file).then(
    (found) => found.mtimeMs,
    () => 0,
  );
}

if (isMain(import.meta.url)) {
  await runScript(async () => console.info(`${await drawIcons()} icons drawn`));
}
