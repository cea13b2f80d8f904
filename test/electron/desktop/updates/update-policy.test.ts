/** When to check for updates and when to install them. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterUpdateMessage,
  kindOf,
  mayInstall,
  type Origin,
  type PackageKind,
  type UpdateMessage,
  waitBeforeCheck,
} from '../../../../electron/desktop/updates/update-policy.ts';
import type { UpdateView } from '../../../../shared/contract/system-view.ts';

const NOW = new Date('2026-11-21T09:00:00Z');
const kinds = fc.constantFrom<PackageKind>('appimage', 'deb', 'rpm', 'nsis', 'mac');
const linux: Origin = { isPackaged: true, hasSource: true, platform: 'linux', isAppImage: false, packageType: null };

test.each<[origin: Partial<Origin>, kind: ReturnType<typeof kindOf>]>([
  [{ isAppImage: true }, 'appimage'],
  [{ packageType: 'deb' }, 'deb'],
  [{ packageType: 'rpm' }, 'rpm'],
  [{ packageType: 'pacman' }, { state: 'none', why: 'format' }],
  [{}, { state: 'none', why: 'format' }],
  [
    { hasSource: false, isAppImage: true },
    { state: 'none', why: 'no-source' },
  ],
  [{ hasSource: false }, { state: 'none', why: 'format' }],
  [
    { isPackaged: false, isAppImage: true },
    { state: 'none', why: 'development' },
  ],
  [{ platform: 'win32' }, 'nsis'],
  [{ platform: 'darwin' }, 'mac'],
  [
    { platform: 'darwin', hasSource: false },
    { state: 'none', why: 'no-source' },
  ],
])('a copy with %j', (origin, kind) => {
  expect(kindOf({ ...linux, ...origin })).toEqual(kind);
});

describe('the wait before a check', () => {
  const random = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
  test('is about a minute after the start, and about a day otherwise', () => {
    fc.assert(
      fc.property(random, (chance) => {
        const minutes = waitBeforeCheck({ isFirst: true, failures: 0, random: chance }) / 60_000;
        expect(minutes).toBeGreaterThanOrEqual(1);
        expect(minutes).toBeLessThanOrEqual(1.5);
        const hours = waitBeforeCheck({ isFirst: false, failures: 0, random: chance }) / 3_600_000;
        expect(Math.abs(hours - 24)).toBeLessThan(2.41);
      }),
    );
  });
  test('grows with every failure, from an hour to a day', () => {
    const waits = [1, 2, 3, 4, 5, 6, 60].map(
      (failures) => waitBeforeCheck({ isFirst: false, failures, random: 0.5 }) / 3_600_000,
    );
    expect(waits).toEqual([1, 2, 4, 8, 16, 24, 24]);
  });
});

test('never installs while a timer runs; without one, a request is enough', () => {
  fc.assert(
    fc.property(kinds, fc.boolean(), (kind, isRequested) => {
      expect(mayInstall({ isRequested, isTimerRunning: true, kind })).toBe(false);
      expect(mayInstall({ isRequested: true, isTimerRunning: false, kind })).toBe(true);
    }),
  );
  expect(mayInstall({ isRequested: false, isTimerRunning: false, kind: 'appimage' })).toBe(true);
  // It would ask for a password during logout.
  expect(mayInstall({ isRequested: false, isTimerRunning: false, kind: 'deb' })).toBe(false);
});

describe('the state to show', () => {
  const viewAfter = (...messages: UpdateMessage[]) =>
    messages.reduce<UpdateView>((view, one) => afterUpdateMessage(view, one, 'appimage', NOW), {
      state: 'idle',
      checkedAt: null,
    });
  const codeError = (code: string, text = code) => Object.assign(new Error(text), { code });

  test.each<[what: string, messages: UpdateMessage[], view: UpdateView]>([
    ['a look', [{ is: 'checking' }], { state: 'checking' }],
    ['nothing new', [{ is: 'checking' }, { is: 'nothing' }], { state: 'idle', checkedAt: NOW.toISOString() }],
    [
      'half of it downloaded',
      [{ is: 'checking' }, { is: 'found', version: '1.2.0' }, { is: 'progress', percent: 50.9 }],
      { state: 'downloading', version: '1.2.0', percent: 50 },
    ],
    ['all of it', [{ is: 'ready', version: '1.2.0' }], { state: 'ready', version: '1.2.0', onQuit: true }],
    [
      'a failed check after that',
      [{ is: 'ready', version: '1.2.0' }, { is: 'checking' }, { is: 'failed', error: new Error() }],
      { state: 'ready', version: '1.2.0', onQuit: true },
    ],
    [
      'a newer one after that',
      [
        { is: 'ready', version: '1.2.0' },
        { is: 'found', version: '1.3.0' },
        { is: 'ready', version: '1.3.0' },
      ],
      { state: 'ready', version: '1.3.0', onQuit: true },
    ],
    ['no network', [{ is: 'failed', error: new Error('net::ERR_INTERNET_DISCONNECTED') }], failed('unreachable')],
    ['a refused connection', [{ is: 'failed', error: codeError('ECONNREFUSED') }], failed('unreachable')],
    ['a server in trouble', [{ is: 'failed', error: codeError('HTTP_ERROR_503') }], failed('unreachable')],
    ['another file than announced', [{ is: 'failed', error: codeError('ERR_CHECKSUM_MISMATCH') }], failed('damaged')],
    ['anything else', [{ is: 'failed', error: codeError('HTTP_ERROR_404') }], failed('other')],
  ])('after %s', (_, messages, view) => {
    expect(viewAfter(...messages)).toEqual(view);
  });

  test('invisible progress returns the same object', () => {
    const at = viewAfter({ is: 'found', version: '1.2.0' }, { is: 'progress', percent: 7 });
    for (const percent of [7.9, 3, -1, Number.NaN]) {
      expect(afterUpdateMessage(at, { is: 'progress', percent }, 'appimage', NOW)).toBe(at);
    }
  });
});

function failed(why: 'unreachable' | 'damaged' | 'other'): UpdateView {
  return { state: 'failed', why, at: NOW.toISOString() };
}
