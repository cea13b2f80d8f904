/** Leaves out of the bundles what the app never calls of its packages, and what Node has itself. */
import type { Plugin } from 'vite';

/** Whole packages, by name. */
const packages: Readonly<Record<string, string>> = {
  // The D-Bus client describes exported objects with it, and Punchcard exports none; the parser and jsbi are never called.
  xml2js: 'exports.Builder = class { buildObject() { return "<node/>"; } };',
  jsbi: 'module.exports = {};',
  // What Node has itself: the updater compares two versions, and writes a few files.
  'lodash.isequal': 'module.exports = require("node:util").isDeepStrictEqual;',
  'graceful-fs': 'module.exports = require("node:fs");',
  'zod-to-json-schema': 'exports.zodToJsonSchema = undefined;',
  // Its WebAssembly would be compiled at each start; the D-Bus client needs two halves of an integer, and its digits.
  long: `module.exports = class Long {
    constructor(low, high, unsigned) { Object.assign(this, { low: low | 0, high: high | 0, unsigned }); }
    static fromString(digits, unsigned) {
      const value = BigInt.asUintN(64, BigInt(digits));
      return new Long(Number(value & 0xffffffffn), Number(value >> 32n), unsigned);
    }
    toString() {
      const value = (BigInt(this.high >>> 0) << 32n) | BigInt(this.low >>> 0);
      return String(this.unsigned ? value : BigInt.asIntN(64, value));
    }
  };`,
  // The updater's log of its requests, which the app never turns on.
  debug: 'exports.default = () => Object.assign(() => undefined, { enabled: false });',
  // For buses that are reached through a program.
  'event-stream':
    'exports.duplex = (writable, readable) => require("node:stream").Duplex.from({ writable, readable });',
};

/** Single modules, by path. */
const modules: readonly (readonly [path: RegExp, code: string])[] = [
  [/\/js-yaml\/lib\/dumper\.js$/, 'exports.dump = undefined;'],
  [/\/semver\/(?:ranges\/.+|classes\/(?:range|comparator))\.js$/, 'module.exports = undefined;'],
  // The updater copies no folders, and moves and links nothing.
  [/\/fs-extra\/lib\/(?:copy|ensure|move)\/index\.js$/, 'module.exports = {};'],
  [/\/electron-updater\/out\/PacmanUpdater\.js$/, 'exports.PacmanUpdater = undefined;'],
  // A package's source of updates is GitHub or a plain address (build/electron-builder.mjs).
  [
    /\/electron-updater\/out\/providers\/(?:Bitbucket|GitLab|Keygen|PrivateGitHub)Provider\.js$/,
    'exports.none = null;',
  ],
  // Only the client of ws is used, and without compression (electron/service/realtime.ts).
  [/\/ws\/lib\/permessage-deflate\.js$/, "module.exports = { extensionName: 'permessage-deflate' };"],
  [/\/ws\/wrapper\.mjs$/, "export { default as WebSocket } from './lib/websocket.js';"],
  // The server of tools describes them with zod 4 and asks its clients for no forms.
  [/\/zod\/v3\/index\.js$/, 'export const object = undefined;'],
  [/\/@modelcontextprotocol\/sdk\/dist\/esm\/validation\/ajv-provider\.js$/, 'export class AjvJsonSchemaValidator {}'],
];

export const reducedPackages: Plugin = {
  name: 'punchcard:reduced-packages',
  enforce: 'pre',
  resolveId: (source) => (source in packages ? `\0${source}.cjs` : undefined),
  load: (id) =>
    packages[id.slice(1, -'.cjs'.length)] ?? modules.find(([path]) => path.test(id.replaceAll('\\', '/')))?.[1],
};

/**
 * The window waits for this code before it draws the list, and uses little of it: renderer/ui/icon.tsx always gives an icon its size
 * and strokes; a chunk is loaded without nonces and by a Chromium that knows `modulepreload`.
 */
const pageModules: readonly (readonly [path: RegExp, code: string])[] = [
  [
    /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/,
    `import { createElement } from 'react';
    export default ({ size: drawn, node }) => ({ size, strokeWidth, absoluteStrokeWidth, ...attributes }) => createElement('svg', {
      width: size, height: size, viewBox: '0 0 ' + drawn + ' ' + drawn, fill: 'none', stroke: 'currentColor',
      strokeWidth: strokeWidth * drawn / size, strokeLinecap: 'round', strokeLinejoin: 'round', ...attributes,
    }, node.map(([tag, shape]) => createElement(tag, shape)));`,
  ],
  [
    /^\0vite\/preload-helper\.js$/,
    `const added = {};
    const add = (href) => new Promise((loaded, failed) => {
      const isStyle = href.endsWith('.css');
      const link = Object.assign(document.createElement('link'), { rel: isStyle ? 'stylesheet' : 'modulepreload', crossOrigin: '', href });
      link.onload = loaded;
      link.onerror = () => { link.remove(); delete added[href]; failed(Error('Cannot load ' + href)); };
      document.head.append(link);
      if (!isStyle) loaded();
    });
    for (const { href } of document.querySelectorAll('link')) added[href] = undefined;
    export const __vitePreload = async (load, files = [], page) => {
      await Promise.all(files.map((file) => {
        const { href } = new URL(file, page);
        return href in added ? added[href] : added[href] = add(href);
      }));
      return load();
    };`,
  ],
];

export const reducedPages: Plugin = {
  name: 'punchcard:reduced-pages',
  enforce: 'pre',
  load: (id) => pageModules.find(([path]) => path.test(id.replaceAll('\\', '/')))?.[1],
};

/** Radix names its functions by calls, which keep unused ones in the bundle. */
export const namelessFunctions: Plugin = {
  name: 'punchcard:nameless-functions',
  transform: (code, id) =>
    id.includes('/@radix-ui/')
      ? code.replace(/^var __name = .+/m, '/* @__NO_SIDE_EFFECTS__ */ const __name = (target) => target;')
      : undefined,
};
