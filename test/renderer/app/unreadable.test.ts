/** The message about invalid records. */
import { afterEach, expect, test } from 'vitest';
import { unreadableTitle } from '../../../renderer/app/state/unreadable.tsx';
import { setWindowLocale } from '../../../shared/i18n/window-language.ts';

afterEach(() => setWindowLocale('en'));

test.each([
  [{ task: 1 }, '1 task could not be read', '1 Aufgabe war nicht lesbar'],
  [{ entry: 2 }, '2 time entries could not be read', '2 Zeiteinträge waren nicht lesbar'],
  [{ task: 1, label: 1 }, '1 task and 1 label could not be read', '1 Aufgabe und 1 Label waren nicht lesbar'],
])('%j', async (counts, en, de) => {
  expect(unreadableTitle(counts)).toBe(en);
  await setWindowLocale('de');
  expect(unreadableTitle(counts)).toBe(de);
});
