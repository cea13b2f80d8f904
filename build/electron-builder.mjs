/**
 * What goes into a package, and how each system gets it. The app is bundled (electron.vite.config.ts), so that a package carries
 * out/, package.json and keytar's one native file for its system, and nothing else.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { actionsOf, comment, entryKeys, genericName, iconName } from '../electron/desktop/menu-entry.mjs';
import { consoleLauncher } from './console-launcher.mjs';
import { root } from './run.mjs';
import { packageDependencies } from './system-packages.mjs';

/** Also the name of the desktop file, of the Wayland windows and of the metainfo; package.json's desktopName says the same. */
export const appId = 'io.github.punchcard.Punchcard';
const homepage = 'https://punchcard.github.io';
const icons = join(root, 'out', 'icons');
/** For software centres; put beside the app by deb and rpm. */
const metainfo = [`${join(root, 'build', `${appId}.metainfo.xml`)}=/usr/share/metainfo/${appId}.metainfo.xml`];

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
 * keytar's native file. A universal package of macOS is put together from two halves, which must hold the same files.
 * @param {string} target
 */
function keytarFiles(target) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills it in.
  return target === 'darwin' ? 'prebuilds/darwin-*/**' : 'prebuilds/${platform}-${arch}/**';
}

/**
 * Electron's own start page: electron-builder leaves it in where the runtime is a folder of ours.
 * @param {import('electron-builder').AfterPackContext} context
 */
async function removeStartPage({ appOutDir, packager, electronPlatformName }) {
  const isMac = electronPlatformName === 'darwin' || electronPlatformName === 'mas';
  const resources = isMac
    ? join(appOutDir, `${packager.appInfo.productFilename}.app`, 'Contents', 'Resources')
    : join(appOutDir, 'resources');
  await rm(join(resources, 'default_app.asar'), { force: true });
}

/**
 * `mark`: stands in the name of every file that was not made for users. `target`: the system it is made for.
 * @param {{
 *   electronVersion?: string,
 *   electronDist?: string,
 *   mark?: string,
 *   output?: string,
 *   target?: string,
 *   env?: NodeJS.ProcessEnv,
 * }} [options]
 * @returns {import('electron-builder').Configuration}
 */
export function configuration(options = {}) {
  const { electronVersion, electronDist, mark = '', output = 'dist', target = process.platform } = options;
  const { env = process.env } = options;
  return {
    appId,
    productName: 'Punchcard',
    copyright: 'The Punchcard authors, MIT licence',
    directories: { output, buildResources: join(root, 'build') },
    artifactName: `Punchcard-\${version}-\${os}-\${arch}${mark}.\${ext}`,
    extraMetadata: { homepage: env.GITHUB_REPOSITORY ? `https://github.com/${env.GITHUB_REPOSITORY}` : homepage },
    files: [
      'out/**',
      '!out/**/*.map',
      '!out/icons/punchcard.ic*',
      '!out/packages/**',
      '!out/console/**',
      '!out/THIRD-PARTY.txt',
      'package.json',
      '!**/node_modules/**',
      'node_modules/keytar/package.json',
      'node_modules/keytar/lib/**/*.js',
      `node_modules/keytar/${keytarFiles(target)}`,
    ],
    extraFiles: [{ from: 'out/THIRD-PARTY.txt', to: 'LICENSES.third-party.txt' }],
    afterPack: removeStartPage,
    asar: true,
    // The icon is for the desktop's notification service, which cannot read the archive.
    asarUnpack: ['**/*.node', 'out/icons/app/128x128.png'],
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
      // Burning a fuse breaks the signature that Electron comes with, and Apple silicon starts nothing without one.
      resetAdHocDarwinSignature: !env.CSC_LINK,
    },
    protocols: [{ name: 'Punchcard', schemes: ['punchcard'] }],
    publish: publish(env),
    linux: {
      executableName: iconName,
      // The entry's file is named as Electron says the app is (package.json, desktopName).
      syncDesktopName: true,
      category: 'Office',
      synopsis: genericName.GenericName,
      // Also the entry's Comment.
      description: comment.Comment,
      icon: join(icons, 'app'),
      maintainer: 'Punchcard <punchcard@users.noreply.github.com>',
      target: ['AppImage', 'deb', 'rpm', 'tar.gz'],
      desktop: {
        entry: entryKeys,
        desktopActions: actionsOf('punchcard'),
      },
    },
    deb: {
      fpm: metainfo,
      depends: packageDependencies('debian'),
    },
    rpm: {
      fpm: metainfo,
      depends: packageDependencies('fedora'),
    },
    win: {
      target: ['nsis'],
      icon: join(icons, 'punchcard.ico'),
      extraFiles: [{ from: consoleLauncher, to: 'bin/punchcard.exe' }],
    },
    // For one person, without asking for an administrator; what a person made stays when the app goes.
    nsis: {
      oneClick: true,
      perMachine: false,
      deleteAppDataOnUninstall: false,
      include: join(root, 'build', 'windows', 'installer.nsh'),
    },
    mac: {
      target: ['dmg', 'zip'],
      icon: join(icons, 'punchcard.icns'),
      category: 'public.app-category.productivity',
      hardenedRuntime: true,
      gatekeeperAssess: false,
      entitlements: join(root, 'build', 'entitlements.mac.plist'),
      entitlementsInherit: join(root, 'build', 'entitlements.mac.plist'),
      // With a certificate and an account in the environment it is signed and notarised; without, it is built all the same.
      notarize: Boolean(env.APPLE_API_KEY),
      extendInfo: { LSUIElement: true },
      x64ArchFiles: '**/*.node',
    },
  };
}
