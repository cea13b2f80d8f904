/**
 * What goes into a package, and how each system gets it. The app is bundled (electron.vite.config.ts), so that a package carries
 * out/, package.json and keytar's one native file for its system, and nothing else.
 */
import { join } from 'node:path';
import { root } from './run.mjs';

const appId = 'io.github.punchcard.Punchcard';

/**
 * Where a package looks for its next version: the releases of the repository that built it. A package that nobody released looks
 * nowhere.
 * @param {NodeJS.ProcessEnv} env
 */
function publish(env) {
  const [owner, repo] = (env.GITHUB_REPOSITORY ?? '').split('/');
  return owner && repo ? [{ provider: /** @type {const} */ ('github'), owner, repo }] : null;
}

/**
 * @param {{ electronVersion?: string, electronDist?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {import('electron-builder').Configuration}
 */
export function configuration({ electronVersion, electronDist, env = process.env } = {}) {
  return {
    appId,
    productName: 'Punchcard',
    copyright: 'The Punchcard authors, MIT licence',
    directories: { output: 'dist', buildResources: join(root, 'out', 'icons') },
    files: [
      'out/**',
      '!out/**/*.map',
      'package.json',
      '!**/node_modules/**',
      'node_modules/keytar/package.json',
      'node_modules/keytar/lib/**/*.js',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills it in.
      'node_modules/keytar/prebuilds/${platform}-${arch}/**',
    ],
    asar: true,
    asarUnpack: ['**/*.node'],
    npmRebuild: false,
    nodeGypRebuild: false,
    buildDependenciesFromSource: false,
    removePackageScripts: true,
    // Chromium's own texts; Punchcard's words are not among them.
    electronLanguages: ['en', 'en-US', 'en_GB', 'de'],
    ...(electronVersion && { electronVersion }),
    ...(electronDist && { electronDist }),
    electronFuses: {
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    },
    protocols: [{ name: 'Punchcard', schemes: ['punchcard'] }],
    publish: publish(env),
    linux: {
      executableName: 'punchcard',
      // The entry's file is named as Electron says the app is (package.json, desktopName).
      syncDesktopName: true,
      category: 'Office',
      synopsis: 'Your tasks and a timer, at the tray',
      icon: join(root, 'out', 'icons', 'app'),
      maintainer: 'Punchcard <punchcard@users.noreply.github.com>',
      target: ['AppImage', 'deb', 'rpm', 'tar.gz'],
      desktop: {
        entry: { StartupWMClass: 'Punchcard', Keywords: 'time;tracking;tasks;timer;', SingleMainWindow: 'true' },
        desktopActions: {
          NewTask: { Name: 'New task', Exec: 'punchcard punchcard://add' },
          StopTimer: { Name: 'Stop timer', Exec: 'punchcard stop' },
        },
      },
    },
    deb: { depends: ['libgtk-3-0 | libgtk-3-0t64', 'libnss3', 'libsecret-1-0', 'libnotify4', 'xdg-utils'] },
    rpm: { depends: ['gtk3', 'nss', 'libsecret', 'libnotify', 'xdg-utils'] },
    win: { target: ['nsis'], icon: join(root, 'out', 'icons', 'app', '256x256.png') },
    nsis: { oneClick: true, perMachine: false },
    mac: {
      target: ['dmg', 'zip'],
      icon: join(root, 'out', 'icons', 'app', '1024x1024.png'),
      category: 'public.app-category.productivity',
      hardenedRuntime: true,
      gatekeeperAssess: false,
      // With a certificate and an account in the environment it is signed and notarised; without, it is built all the same.
      notarize: Boolean(env.APPLE_API_KEY),
      extendInfo: { LSUIElement: true },
      // The same in both halves of a universal package.
      x64ArchFiles: '**/*.node',
    },
  };
}
