/** The login item of Windows and macOS against Electron's documented interface. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createAutostart } from '../../../../electron/desktop/system/autostart.ts';

const electron = vi.hoisted(() => ({ calls: [] as unknown[][], isPackaged: true }));
vi.mock('electron', () => ({
  app: {
    get isPackaged() {
      return electron.isPackaged;
    },
    getLoginItemSettings(options: unknown) {
      electron.calls.push(['getLoginItemSettings', options]);
      return { openAtLogin: true, executableWillLaunchAtLogin: false };
    },
    setLoginItemSettings: (settings: unknown) => void electron.calls.push(['setLoginItemSettings', settings]),
  },
}));

beforeEach(() => {
  electron.calls.length = 0;
  electron.isPackaged = true;
});

test.each([
  // Switched off in the Task Manager, where the entry stays.
  ['win32', false],
  ['darwin', true],
])('on %s it is read and written with the flag that starts it without a window', (platform, isOn) => {
  const own = Object.getOwnPropertyDescriptor(process, 'platform') as PropertyDescriptor;
  Object.defineProperty(process, 'platform', { ...own, value: platform });
  onTestFinished(() => void Object.defineProperty(process, 'platform', own));
  const autostart = createAutostart();
  expect(autostart.isOn()).toBe(isOn);
  autostart.set(true);
  autostart.set(false);
  expect(electron.calls).toEqual([
    ['getLoginItemSettings', { args: ['--hidden'] }],
    ['setLoginItemSettings', { args: ['--hidden'], openAtLogin: true }],
    ['setLoginItemSettings', { args: ['--hidden'], openAtLogin: false }],
  ]);
});

test('a development copy has none', () => {
  electron.isPackaged = false;
  const autostart = createAutostart();
  autostart.set(true);
  expect(autostart.isOn()).toBeNull();
  expect(electron.calls).toEqual([]);
});
