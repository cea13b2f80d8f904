/**
 * Draws the PNG files an operating system wants from the SVG sources in assets/:
 *
 *     out/icons/tray/{state}-{16|22|32}-{light|dark}.png     Linux and Windows
 *     out/icons/tray/{state}Template.png and {state}Template@2x.png     macOS
 *     out/icons/app/{n}x{n}.png     16 to 1024 pixels
 *     out/icons/punchcard.ico and .icns     the same in one file, for the packages of Windows and macOS
 */
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { icnsOf, icoOf } from './icon-files.mjs';
import { isMain, root, runScript } from './run.mjs';

const appSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];

/** From this size down the app icon has its own drawing with fewer details. */
const smallUpTo = 32;

/** @typedef {{ svg: string, png: string, width: number }} Job one picture to draw; `width` in pixels */

/**
 * @param {string} assets
 * @param {string} out
 * @returns {Promise<Job[]>}
 */
async function jobs(assets, out) {
  /** @type {Job[]} */
  const list = appSizes.map((width) => ({
    svg: join(assets, width <= smallUpTo ? 'app-icon-small.svg' : 'app-icon.svg'),
    png: join(out, 'app', `${width}x${width}.png`),
    width,
  }));
  for (const name of await readdir(join(assets, 'tray'))) {
    const parts = /^(.+)-(\d+)-(light|dark|template)\.svg$/.exec(name);
    if (!parts) continue;
    const [, state, size, kind] = parts;
    const png = kind === 'template' ? `${state}Template${size === '32' ? '@2x' : ''}` : basename(name, '.svg');
    list.push({ svg: join(assets, 'tray', name), png: join(out, 'tray', `${png}.png`), width: Number(size) });
  }
  return list;
}

/**
 * Draws what is missing or older than its source.
 * @param {{ assets?: string, out?: string }} [folders]
 * @returns {Promise<number>} how many pictures were drawn
 */
export async function drawIcons({ assets = join(root, 'assets'), out = join(root, 'out', 'icons') } = {}) {
  let drawn = 0;
  for (const { svg, png, width } of await jobs(assets, out)) {
    if ((await changedAt(png)) > (await changedAt(svg))) continue;
    await mkdir(dirname(png), { recursive: true });
    const picture = new Resvg(await readFile(svg, 'utf8'), { fitTo: { mode: 'width', value: width } });
    await writeFile(png, picture.render().asPng());
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
  await writeFile(join(out, 'punchcard.ico'), icoOf(pictures));
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
