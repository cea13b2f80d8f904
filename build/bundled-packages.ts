/**
 * Lists the packages in a bundle, in out/packages/, for licences.mjs. The bundle is more accurate than a lock file, because it
 * leaves out unused code.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The folder of the package that a module is in, from `node_modules/` on; undefined for our own. */
export function packageOf(module: string): string | undefined {
  // A query or a plugin's prefix is not part of the path.
  const path = module.replace(/^\0/, '').split('?')[0]?.replaceAll('\\', '/') ?? '';
  const at = path.lastIndexOf('/node_modules/');
  if (at === -1) return undefined;
  const rest = path.slice(at + '/node_modules/'.length).split('/');
  const name = rest[0]?.startsWith('@') ? rest.slice(0, 2).join('/') : rest[0];
  const from = path.indexOf('/node_modules/') + 1;
  return name && `${path.slice(from, at + 1)}node_modules/${name}`;
}

/** `part`: a part of the app, such as `main`. */
export function bundledPackages(part: string, folder: string): Plugin {
  return {
    name: 'punchcard:bundled-packages',
    writeBundle(_, bundle) {
      const packages = new Set<string>();
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        for (const [module, { renderedLength }] of Object.entries(file.modules)) {
          const found = renderedLength > 0 ? packageOf(module) : undefined;
          if (found !== undefined) packages.add(found);
        }
      }
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${part}.json`), `${JSON.stringify([...packages].toSorted(), null, 2)}\n`);
    },
  };
}
