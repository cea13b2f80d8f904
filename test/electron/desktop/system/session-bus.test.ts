import { expect, test } from 'vitest';
import { sessionBusAddress } from '../../../../electron/desktop/system/session-bus.ts';

test('the address that Chromium sets where there is no session bus counts as none', () => {
  expect(sessionBusAddress({ DBUS_SESSION_BUS_ADDRESS: 'disabled:' })).toBeUndefined();
  expect(sessionBusAddress({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus' })).toBe('unix:path=/run/bus');
});
