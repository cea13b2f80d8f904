/**
 * Bundles the three parts of the app: main and preload for Electron's Node, the renderer for its Chromium. Everything is bundled, so
 * the package contains no node_modules except keytar (native) and starts with few file reads.
 */
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { defaultClientConditions, type Plugin } from 'vite';
import { bundledPackages } from './bundled-packages.ts';
import { namelessFunctions, reducedPackages, reducedPages } from './reduced-packages.ts';

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The oldest runtime in use is Electron 42 (build/electron-runtime.mjs); newer ones run the same code. */
const chromium = 'chrome148';
const node = 'node24';

// x11: an optional part of the D-Bus client that is never called (it would start a bus of its own).
const notBundled = ['electron', /^electron\/.+/, 'keytar', 'x11', /^node:/];

/** The languages of dates are packed once: the quick-add page loads these files, and main, for the command line, loads the same. */
const dateFile = (language: string): string => `dates/${language}.js`;
const datesOfRenderer: Plugin = {
  name: 'punchcard:dates-of-renderer',
  enforce: 'pre',
  resolveId(source) {
    const language = /^chrono-node\/(\w+)$/.exec(source)?.[1];
    // As seen from main's chunks.
    return language && { id: `../../renderer/${dateFile(language)}`, external: true };
  },
};

/** The page that needs a module at once, if only one does. */
const pageOf = (module: string): string =>
  /quick-add|\/icons\/(?:text-align-start|user)\./.test(module) ? 'quick-add' : 'index';
const separatePages: Plugin = {
  name: 'punchcard:separate-pages',
  generateBundle(_, bundle) {
    const page = Object.values(bundle).find(
      (file) => file.type === 'chunk' && file.isEntry && file.name === 'quick-add',
    );
    if (
      page?.type !== 'chunk' ||
      page.imports.some((file) => bundle[file]?.type === 'chunk' && bundle[file].name === 'index')
    )
      this.error('quick-add loads the code of index: say in pageOf what belongs to it');
  },
};

export default defineConfig(({ command }) => {
  /** False in `npm run dev` (build/dev.mjs). */
  const isBuild = command === 'build';
  /** While coverage is measured (build/coverage.mjs), the bundles keep the form of the source. */
  const coverage = process.env.COVERAGE_FOLDER !== undefined;
  const out = isBuild ? 'out' : 'out/dev/out';
  const packages = at(`${out}/packages`);
  return {
    main: {
      define: isBuild ? { 'process.env.PUNCHCARD_DEV_SERVER': 'undefined' } : {},
      plugins: [bundledPackages('main', packages), reducedPackages, ...(isBuild ? [datesOfRenderer] : [])],
      build: {
        target: node,
        outDir: at(`${out}/main`),
        externalizeDeps: false,
        minify: isBuild && !coverage,
        // Only `npm run dev` has Node read them; the package is without, and does not name them.
        sourcemap: isBuild ? 'hidden' : true,
        reportCompressedSize: false,
        rolldownOptions: {
          external: notBundled,
          input: {
            main: at('electron/main.ts'),
            // keytar runs in its own process, because a locked keyring blocks it.
            'keychain-worker': at('electron/features/account/keychain-worker.ts'),
            // Calendars are parsed in a thread of their own, which can be ended.
            'calendar-worker': at('electron/features/proposals/calendar-worker.ts'),
            // The command line without Chromium.
            'command-line': at('electron/cli/main.ts'),
          },
          output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    },
    preload: {
      plugins: [bundledPackages('preload', packages)],
      build: {
        target: node,
        outDir: at(`${out}/preload`),
        externalizeDeps: false,
        minify: isBuild,
        sourcemap: isBuild ? false : 'inline',
        reportCompressedSize: false,
        rolldownOptions: {
          external: ['electron'],
          input: { preload: at('electron/preload.ts') },
          // A sandboxed preload can only be one CommonJS file.
          output: { format: 'cjs', entryFileNames: '[name].cjs' },
        },
      },
    },
    renderer: {
      root: at('renderer'),
      // Not in node_modules, which may belong to another user.
      cacheDir: at('out/dev/vite'),
      plugins: [react(), namelessFunctions, reducedPages, bundledPackages('renderer', packages), separatePages],
      // Some packages have separate code for pages, which uses the document; the code for workers works in both.
      resolve: { conditions: ['worker', ...defaultClientConditions] },
      // A class is named after its sheet in every build, so that tests and DevTools show where it comes from.
      css: {
        modules: { generateScopedName: (name, file) => `${basename(file).replace('.module.css', '')}__${name}` },
      },
      worker: {
        format: 'es',
        plugins: () => [bundledPackages('worker', packages)],
        // A folder of its own: the content security policy allows workers from there and nowhere else.
        rolldownOptions: { output: { entryFileNames: 'workers/[name]-[hash].js' } },
      },
      build: {
        target: chromium,
        outDir: at('out/renderer'),
        emptyOutDir: true,
        minify: isBuild && !coverage,
        sourcemap: coverage && 'hidden',
        reportCompressedSize: false,
        // The content security policy allows neither inline code nor data: fonts; every asset stays a file.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          // Otherwise a page would load every icon for one of them.
          treeshake: { moduleSideEffects: [{ test: /\/renderer\/ui\/icons?\.tsx$/, sideEffects: false }] },
          input: { index: at('renderer/index.html'), 'quick-add': at('renderer/quick-add.html') },
          // Code that a page needs at once goes into one file, as do the parts of later views: each file costs more than its bytes do.
          output: {
            codeSplitting: {
              groups: [
                { name: 'shared', tags: ['$initial'], minShareCount: 2 },
                { name: pageOf, debugName: 'pages', tags: ['$initial'] },
                {
                  name: 'parts',
                  test: /\/renderer\/(?:ui\/|state\/|widgets\/|features\/time\/[^/]+$)|\/i18n\/generated\/(?:en\/)?(?:entry|task-list|timer-forms)\.|\/(?:lucide-react|@radix-ui|@floating-ui)\//,
                  minShareCount: 2,
                },
              ],
            },
            chunkFileNames({ facadeModuleId }) {
              const language = /\/chrono-node\/dist\/esm\/locales\/(\w+)\/index\.js$/.exec(facadeModuleId ?? '')?.[1];
              return language === undefined ? 'assets/[name]-[hash].js' : dateFile(language);
            },
          },
        },
      },
    },
  };
});
