/** Electron's own app, as the composition root uses it. */
import type { Menu, MenuItemConstructorOptions } from 'electron';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { electronApp } from '../../../../electron/desktop/system/electron-app.ts';

const electron = vi.hoisted(() => ({ menus: [] as unknown[] }));
vi.mock('electron', () => ({
  app: { getVersion: () => '1.0.0', isPackaged: true },
  Menu: {
    buildFromTemplate: (template: MenuItemConstructorOptions[]) => template,
    setApplicationMenu: (menu: Menu) => electron.menus.push(menu),
  },
}));

const { platform } = process;
const on = (system: NodeJS.Platform) => Object.defineProperty(process, 'platform', { value: system });
beforeEach(() => {
  electron.menus.length = 0;
});
afterEach(() => on(platform));

test('on macOS Cmd Q asks before it quits, and the other keys of the menu stay', () => {
  on('darwin');
  const quit = vi.fn();
  electronApp.setQuitInMenu('Quit Punchcard', quit);
  const [app, edit] = electron.menus[0] as {
    role: string;
    submenu: { role?: string; accelerator?: string; click?: () => void }[];
  }[];
  expect([app?.role, edit?.role]).toEqual(['appMenu', 'editMenu']);
  expect(app?.submenu.map(({ role }) => role)).not.toContain('quit');
  app?.submenu.find(({ accelerator }) => accelerator === 'Command+Q')?.click?.();
  expect(quit).toHaveBeenCalledOnce();
});

test.each(['linux', 'win32'] as const)('%s has no menu', (system) => {
  on(system);
  electronApp.setQuitInMenu('Quit Punchcard', vi.fn());
  expect(electron.menus).toEqual([]);
});
