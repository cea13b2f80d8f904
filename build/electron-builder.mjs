/**
 * The content of the packages and the configuration of each system. The app is bundled (electron.vite.config.ts), so a package
 * contains only out/, package.json and keytar's native file for its system.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { actionsOf, comment, entryKeys, genericName, iconName } from '../electron/desktop/system/menu-entry.mjs';
import { consoleLauncher } from './console-launcher.mjs';
import { root } from './run.mjs';
import { shellFiles } from './shell-files.mjs';
import { packageDependencies } from './system-packages.mjs';

/** Also the name of the desktop file, of the Wayland windows and of the metainfo; package.json's desktopName says the same. */
export const appId = 'io.github.punchcard.Punchcard';
const homepage = 'https://punchcard.github.io';
const icons = join(root, 'out', 'icons');
/** For software centres; deb and rpm install it. */
const metainfo = `${join(root, 'build', `${appId}.metainfo.xml`)}=/usr/share/metainfo/${appId}.metainfo.xml`;

/**
 * Where a package checks for updates: the releases of the repository that built it. A package without a release checks nowhere.
 * @param {NodeJS.ProcessEnv} env
 */
function publish(env) {
  const [owner, repo] = (env.GITHUB_REPOSITORY ?? '').split('/');
  return owner && repo ? [{ provider: /** @type {const} */ ('github'), owner, repo }] : null;
}

/**
 * keytar's native file. A universal macOS package combines two halves, which must contain the same files.
 * @param {string} target
 */
function keytarFiles(target) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills it in.
  return target === 'darwin' ? 'prebuilds/darwin-*/**' : 'prebuilds/${platform}-${arch}/**';
}

/** The sizes of the app icon that the app itself reads (electron/desktop, electron/app). */
const APP_ICON_SIZES = '{64x64,128x128,256x256}';

/** The tray icons of each system (build/icons.mjs). */
const TRAY_ICONS = /** @type {Record<string, string>} */ ({
  linux: '*-{16,22,32,44,66}-*.png',
  win32: '*.ico',
  darwin: '*Template*.png',
});

/**
 * The build's files that a package contains.
 * @param {string} target
 */
export function packedFiles(target) {
  return [
    'out/{main,preload,renderer}/**',
    '!out/**/*.map',
    // The pseudo-language.
    '!out/**/*-qps-*.js',
    `out/icons/app/${APP_ICON_SIZES}.png`,
    `out/icons/tray/${TRAY_ICONS[target]}`,
  ];
}

/**
 * Removes Electron's default app, which electron-builder leaves in if the runtime is a local folder.
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
 * `mark`: added to the name of every file that is not for users. `target`: the system to build for.
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
      ...packedFiles(target),
      'package.json',
      '!**/node_modules/**',
      'node_modules/keytar/package.json',
      'node_modules/keytar/lib/**/*.js',
      `node_modules/keytar/${keytarFiles(target)}`,
    ],
    extraFiles: [{ from: 'out/THIRD-PARTY.txt', to: 'LICENSES.third-party.txt' }],
    afterPack: removeStartPage,
    asar: true,
    // For the desktop's notification service, which cannot read the archive.
    asarUnpack: ['**/*.node', 'out/icons/app/128x128.png'],
    npmRebuild: false,
    nodeGypRebuild: false,
    buildDependenciesFromSource: false,
    removePackageScripts: true,
    // Languages of Chromium's own texts; Punchcard's messages are separate.
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
      // Setting a fuse breaks Electron's signature, and Apple silicon starts nothing unsigned.
      resetAdHocDarwinSignature: !env.CSC_LINK,
    },
    protocols: [{ name: 'Punchcard', schemes: ['punchcard'] }],
    publish: publish(env),
    linux: {
      executableName: iconName,
      // The name of the desktop entry's file must match Electron's app id (package.json, desktopName).
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
      fpm: [metainfo, ...shellFiles],
      depends: packageDependencies('debian'),
    },
    rpm: {
      fpm: [metainfo, ...shellFiles],
      depends: packageDependencies('fedora'),
    },
    win: {
      target: ['nsis'],
      icon: join(icons, 'punchcard.ico'),
      extraFiles: [{ from: consoleLauncher, to: 'bin/punchcard.exe' }],
    },
    // Per user, without an administrator; the person's data stays after uninstalling.
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
      // Signed and notarised if the environment has a certificate and an account; otherwise built unsigned.
      notarize: Boolean(env.APPLE_API_KEY),
      extendInfo: { LSUIElement: true },
      x64ArchFiles: '**/*.node',
    },
  };
}
