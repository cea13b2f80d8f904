/** The app has the same id everywhere. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { configuration } from '../../../../build/electron-builder.mjs';
import { APP_ID } from '../../../../electron/desktop/system/app-id.ts';

test('packages, desktop entry and notifications have the same id', () => {
  const { desktopName } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'));
  const { appId, linux } = configuration();
  expect([desktopName, appId, linux?.syncDesktopName]).toEqual([`${APP_ID}.desktop`, APP_ID, true]);
});
