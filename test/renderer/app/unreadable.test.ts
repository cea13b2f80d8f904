/** The message about invalid records. */
import { afterEach, expect, test } from 'vitest';
import { unreadableTitle } from '../../../renderer/widgets/unreadable.tsx';
import * as german from '../../../shared/i18n/generated/renderer-de.ts';
import { activeMessages } from '../../../shared/i18n/language.ts';

afterEach(() => activeMessages.set({}));

test.each([
  [{ task: 1 }, '1 task could not be read', '1 Aufgabe war nicht lesbar'],
  [{ entry: 2 }, '2 time entries could not be read', '2 Zeiteinträge waren nicht lesbar'],
  [{ task: 1, label: 1 }, '1 task and 1 label could not be read', '1 Aufgabe und 1 Label waren nicht lesbar'],
])('%j', (counts, en, de) => {
  expect(unreadableTitle(counts)).toBe(en);
  activeMessages.set(german);
  expect(unreadableTitle(counts)).toBe(de);
});
