/** The size of the code loaded until the list is on screen, and of the package. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packedFiles } from '../../build/electron-builder.mjs';
import { launchApp } from '../app/app.ts';
import { atMost, type Bench, figure } from './figures.ts';
import { prepare } from './launch.ts';

const root = join(import.meta.dirname, '..', '..');

export const size: Bench = {
  name: 'size',
  async run() {
    const loaded = await loadedFirst();
    const gzipped = (names: string[]) =>
      names.reduce(
        (sum, name) => sum + gzipSync(readFileSync(join(root, 'out', 'renderer', name)), { level: 9 }).length,
        0,
      ) / 1000;
    const asar = packedAnew();
    const code = globSync('out/renderer/assets/*.{js,css}', { cwd: root }).map((path) =>
      path.slice('out/renderer/'.length),
    );
    return [
      figure('renderer until the list, gzip', {
        unit: 'kB',
        values: gzipped(loaded),
        goal: atMost(110),
        how: 'The scripts and styles that the page loads until the list is there, each compressed with gzip -9.',
      }),
      figure('renderer until the list, files', { unit: '', values: loaded.length, how: 'The number of those files.' }),
      figure('renderer, all of it, gzip', {
        unit: 'kB',
        values: gzipped(code),
        how: 'All scripts and styles of the build, each compressed with gzip -9.',
      }),
      figure('app.asar', {
        unit: 'MB',
        values: (asar?.bytes ?? packed()) / 1_000_000,
        goal: atMost(2.6),
        how: `The size of ${asar === null ? 'all files that are packed, without the archive’s header' : 'the archive in dist/, packed of this build'}, catalogs of all languages included.`,
      }),
    ];
  },
};

/** Files of the renderer's build that the page has loaded by then. */
async function loadedFirst(): Promise<string[]> {
  const { punchcard, stop } = await prepare();
  const app = await launchApp({ dataFolder: punchcard.dataFolder });
  try {
    const page = await app.page();
    await page.locator('[data-task-id]').first().waitFor();
    // What is loaded in idle time afterwards does not count.
    await page.addInitScript(() => {
      const look = () => {
        if (document.querySelector('[data-task-id]') === null) requestAnimationFrame(look);
        else Object.assign(window, { loadedFirst: performance.getEntriesByType('resource').map(({ name }) => name) });
      };
      requestAnimationFrame(look);
    });
    await page.reload();
    await page.waitForFunction(() => 'loadedFirst' in window);
    const loaded = await page.evaluate(() => (window as unknown as { loadedFirst: string[] }).loadedFirst);
    return loaded.filter((url) => /\.(js|css)$/.test(url)).map((url) => new URL(url).pathname.slice(1));
  } finally {
    await app.quit();
    await stop();
  }
}

/** An archive with the current build; null if there is none. */
function packedAnew(): { bytes: number } | null {
  const archives = globSync('dist/**/app.asar', { cwd: root }).map((path) => join(root, path));
  // Electron's Node treats an archive as a folder.
  const holds = (archive: string, path: string) =>
    existsSync(join(archive, path)) && readFileSync(join(archive, path)).equals(readFileSync(join(root, path)));
  const [archive] = archives.filter((one) => built().every((path) => holds(one, path)));
  if (archive !== undefined) return { bytes: sizeOf(archive) };
  if (archives.length > 0) console.info('What dist/ holds was packed of another build: its app.asar is not measured.');
  return null;
}

/** The size of the archive file, which Electron's Node treats as a folder. */
function sizeOf(asar: string): number {
  process.noAsar = true;
  try {
    return statSync(asar).size;
  } finally {
    process.noAsar = false;
  }
}

/** The files of the build that a package contains. */
function built(): string[] {
  const patterns = packedFiles(process.platform);
  const included = patterns.filter((pattern) => !pattern.startsWith('!'));
  const exclude = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  return globSync(included, { cwd: root, exclude }).filter((path) => statSync(join(root, path)).isFile());
}

/** Without an archive: the total of the packaged files, without the archive's header. */
function packed(): number {
  const files = [...built(), 'package.json', ...globSync('node_modules/keytar/lib/**/*.js', { cwd: root })];
  return files
    .map((path) => join(root, path))
    .filter((path) => existsSync(path) && statSync(path).isFile())
    .reduce((sum, path) => sum + statSync(path).size, 0);
}
