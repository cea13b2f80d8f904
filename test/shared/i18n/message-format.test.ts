/** Plural forms and numbers, by the rules of each language, and in the catalogs. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messages as deBoard } from '../../../shared/i18n/generated/de/board.ts';
import { messages as deMain } from '../../../shared/i18n/generated/de/main.ts';
import { messages as deOutbox } from '../../../shared/i18n/generated/de/outbox-page.ts';
import { messages as deQuickAdd } from '../../../shared/i18n/generated/de/quick-add.ts';
import { messages as enBoard } from '../../../shared/i18n/generated/en/board.ts';
import { messages as enMain } from '../../../shared/i18n/generated/en/main.ts';
import { messages as enOutbox } from '../../../shared/i18n/generated/en/outbox-page.ts';
import { messages as enQuickAdd } from '../../../shared/i18n/generated/en/quick-add.ts';
import { messages as enTime } from '../../../shared/i18n/generated/en/time-page.ts';
import { messages as en } from '../../../shared/i18n/generated/en/window.ts';
import { messageFormat } from '../../../shared/i18n/message-format.ts';

test.each([
  ['en-GB', 999, '999'],
  ['en-GB', 1234, '1,234'],
  ['de', 1234, '1.234'],
])('in %s the number %i is %s', (tag, value, text) => {
  expect(messageFormat(tag).number(value)).toBe(text);
});

test('the form of an exact number takes precedence over its category, and “other” is the fallback', () => {
  const { plural } = messageFormat('en-GB');
  const forms = { '=0': 'none', one: 'one', other: 'many' };
  expect([0, 1, 2].map((value) => plural(value, forms))).toEqual(['none', 'one', 'many']);
  // Arabic has six categories; a catalog need not have all of them.
  expect(messageFormat('ar').plural(3, { other: 'rest' })).toBe('rest');
});

test('forms follow the plural categories of Intl', () => {
  fc.assert(
    fc.property(fc.nat(100_000), (total) => {
      expect(deBoard.tasks({ total })).toBe(`${total.toLocaleString('de')} ${total === 1 ? 'Aufgabe' : 'Aufgaben'}`);
      expect(enBoard.tasks({ total })).toBe(`${total.toLocaleString('en')} ${total === 1 ? 'task' : 'tasks'}`);
    }),
  );
});

test.each<[text: (count: number) => string, one: string, many: string]>([
  [
    (count) => enTime.elsewhere.more({ count }),
    '1 more of your timers is running elsewhere.',
    '1,200 more of your timers are running elsewhere.',
  ],
  [(count) => enOutbox.attempts({ count }), 'tried once', 'tried 1,200 times'],
  [(count) => en.status.needsYouCount({ count }), '1 change needs attention', '1,200 changes need attention'],
  [
    (count) => enOutbox.others({ count, server: 'x', person: null }),
    '1 change for x waits until you sign in there.',
    '1,200 changes for x wait until you sign in there.',
  ],
  [(count) => deOutbox.attempts({ count }), 'einmal versucht', '1.200-mal versucht'],
  [
    (count) => deOutbox.others({ count, server: 'x', person: null }),
    '1 Änderung für x wartet auf die Anmeldung dort.',
    '1.200 Änderungen für x warten auf die Anmeldung dort.',
  ],
  [(tasks) => enMain.cli.sentLater({ tasks }), 'It is sent when Punchcard runs.', 'They are sent when Punchcard runs.'],
  [
    (tasks) => deMain.cli.sentLater({ tasks }),
    'Sie wird gesendet, sobald Punchcard läuft.',
    'Sie werden gesendet, sobald Punchcard läuft.',
  ],
  [(count) => enQuickAdd.others({ count }), 'one more', '1,200 more'],
  [(count) => deQuickAdd.others({ count }), 'etwas anderes', '1.200 andere'],
])('%#: singular and plural', (text, one, many) => {
  expect([text(1), text(1200)]).toEqual([one, many]);
});
