/** Desktops know the app by one name, wherever it is given. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { configuration } from '../../../build/electron-builder.mjs';
import { APP_ID } from '../../../electron/desktop/app-id.ts';

test('the packages, their desktop entry and the notifications name the same app', () => {
  const { desktopName } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  const { appId, linux } = configuration();
  expect([desktopName, appId, linux?.syncDesktopName]).toEqual([`${APP_ID}.desktop`, APP_ID, true]);
});
