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
  // For buses that are reached through a program.
  'event-stream':
    'exports.duplex = (writable, readable) => require("node:stream").Duplex.from({ writable, readable });',
};

/** Single modules, by path. */
const modules: readonly (readonly [path: RegExp, code: string])[] = [
  [/\/js-yaml\/lib\/dumper\.js$/, 'exports.dump = undefined;'],
  [/\/semver\/(?:ranges\/.+|classes\/(?:range|comparator))\.js$/, 'module.exports = undefined;'],
  // A package's source of updates is GitHub or a plain address (build/electron-builder.mjs).
  [
    /\/electron-updater\/out\/providers\/(?:Bitbucket|GitLab|Keygen|PrivateGitHub)Provider\.js$/,
    'exports.none = null;',
  ],
  // Only the client of ws is used.
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

/** Radix names its functions by calls, which keep unused ones in the bundle. */
export const namelessFunctions: Plugin = {
  name: 'punchcard:nameless-functions',
  transform: (code, id) =>
    id.includes('/@radix-ui/')
      ? code.replace(/^var __name = .+/m, '/* @__NO_SIDE_EFFECTS__ */ const __name = (target) => target;')
      : undefined,
};
