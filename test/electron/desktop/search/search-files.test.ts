/** The files that packages install for the desktop's search, against what the app does. */
import { describe, expect, test } from 'vitest';
import { BUS_NAME, GNOME_PATH, KRUNNER_PATH, searchFiles } from '../../../../electron/desktop/search/search-files.mjs';
import { APP_ID } from '../../../../electron/desktop/system/app-id.ts';
import { hasHiddenFlag } from '../../../../electron/desktop/system/log-in-start.ts';

const files = searchFiles('/opt/Punchcard/punchcard');

/** The keys of a file, by the rules that desktop entries, key files and D-Bus share; throws for a line of another form. */
function keysOf(place: string, group: string): Record<string, string> {
  const [first, ...lines] = (files[place] ?? '').trimEnd().split('\n');
  expect(first).toBe(`[${group}]`);
  return Object.fromEntries(
    lines.map((line) => {
      const [, key = '', value = ''] = /^([A-Za-z][\w-]*(?:\[\w+\])?)=(.+)$/.exec(line) ?? expect.unreachable(line);
      return [key, value];
    }),
  );
}

describe('the files of the search', () => {
  test('are where D-Bus, GNOME and KDE look', () => {
    expect(Object.keys(files)).toEqual([
      `/usr/share/dbus-1/services/${APP_ID}.service`,
      `/usr/share/gnome-shell/search-providers/${APP_ID}.search-provider.ini`,
      `/usr/share/krunner/dbusplugins/${APP_ID}.desktop`,
    ]);
  });

  test('name the bus name and the paths that the app serves, and its menu entry', () => {
    expect(BUS_NAME).toBe(APP_ID);
    const [service = '', gnome = '', krunner = ''] = Object.keys(files);
    expect(keysOf(gnome, 'Shell Search Provider')).toEqual({
      DesktopId: `${APP_ID}.desktop`,
      BusName: BUS_NAME,
      ObjectPath: GNOME_PATH,
      Version: '2',
    });
    expect(keysOf(krunner, 'Desktop Entry')).toMatchObject({
      Type: 'Service',
      'Comment[de]': 'Aufgaben und ein Timer, im Infobereich',
      'X-Plasma-API': 'DBus',
      'X-Plasma-DBusRunner-Service': BUS_NAME,
      'X-Plasma-DBusRunner-Path': KRUNNER_PATH,
    });
    const { Name, Exec = '' } = keysOf(service, 'D-BUS Service');
    expect(Name).toBe(BUS_NAME);
    const [program, ...args] = Exec.split(' ');
    expect(program).toBe('/opt/Punchcard/punchcard');
    // Otherwise typing in the overview would open the window.
    expect(hasHiddenFlag(args)).toBe(true);
  });
});
