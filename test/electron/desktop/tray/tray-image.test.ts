/** The file of the tray icon, which the build draws. */

import { describe, expect, test } from 'vitest';
import { type Panel, trayImageFile } from '../../../../electron/desktop/tray/tray-image.ts';
import type { Settings } from '../../../../shared/contract/settings.ts';

const linux: Panel = { platform: 'linux', isDark: undefined, isThemeDark: false, height: 22 };

describe('the picture of the tray icon', () => {
  test.each<[what: string, setting: Settings['trayIcon'], panel: Partial<Panel>, file: string]>([
    ['an unknown panel in a light theme', 'auto', {}, 'idle-22-light-outlined.png'],
    ['an unknown panel in a dark theme', 'auto', { isThemeDark: true }, 'idle-22-dark-outlined.png'],
    ['a panel known to be dark', 'auto', { isDark: true }, 'idle-22-dark.png'],
    ['a panel known to be light', 'auto', { isDark: false, isThemeDark: true }, 'idle-22-light.png'],
    ['the person chose dark', 'dark', { isDark: false }, 'idle-22-dark.png'],
    ['the person chose light', 'light', { isDark: true }, 'idle-22-light.png'],
    ['a small panel', 'dark', { height: 16 }, 'idle-16-dark.png'],
    ['a panel at 125 %', 'dark', { height: 27.5 }, 'idle-32-dark.png'],
    ['a panel at 150 %', 'dark', { height: 33 }, 'idle-44-dark.png'],
    ['a panel at 200 %', 'dark', { height: 44 }, 'idle-44-dark.png'],
    ['a panel at 300 %', 'dark', { height: 66 }, 'idle-66-dark.png'],
    ['a panel higher than any image', 'dark', { height: 88 }, 'idle-66-dark.png'],
    ['Windows', 'auto', { platform: 'win32', isDark: true }, 'idle-dark.ico'],
    ['macOS, whatever was chosen', 'dark', { platform: 'darwin', isDark: false }, 'idleTemplate.png'],
  ])('%s', (_, setting, panel, file) => {
    expect(trayImageFile('idle', setting, { ...linux, ...panel })).toBe(file);
  });
});
