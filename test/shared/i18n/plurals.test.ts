/** One and many are told apart by the language's own rules, in every sentence that counts. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli as deCli } from '../../../shared/i18n/de/cli.ts';
import { quickAdd as deQuickAdd } from '../../../shared/i18n/de/quick-add.ts';
import { words as de } from '../../../shared/i18n/de/window.ts';
import { cli as enCli } from '../../../shared/i18n/en/cli.ts';
import { quickAdd as enQuickAdd } from '../../../shared/i18n/en/quick-add.ts';
import { words as en } from '../../../shared/i18n/en/window.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const files = globSync(['shared/i18n/{en,de}/*.ts', 'shared/i18n/*-messages.ts'], { cwd: root });

test('no sentence compares a number with 1 by itself', () => {
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((path) => /[!=]== 1\b(?!\d)/.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
});

test.each<[said: (count: number) => string, one: string, many: string]>([
  [
    (count) => en.elsewhere.more(count),
    '1 more timer of yours runs elsewhere.',
    '1,200 more timers of yours run elsewhere.',
  ],
  [(count) => en.outbox.attempts(count), 'tried once', 'tried 1,200 times'],
  [(count) => en.outbox.needsYouCount(count), '1 change needs attention', '1,200 changes need attention'],
  [
    (count) => en.outbox.others(count, 'x'),
    '1 change for x waits until you sign in there.',
    '1,200 changes for x wait until you sign in there.',
  ],
  [(count) => de.outbox.attempts(count), 'einmal versucht', '1.200-mal versucht'],
  [
    (count) => de.outbox.others(count, 'x'),
    '1 Änderung für x wartet auf die Anmeldung dort.',
    '1.200 Änderungen für x warten auf die Anmeldung dort.',
  ],
  [enCli.sentLater, 'It is sent when Punchcard runs.', 'They are sent when Punchcard runs.'],
  [deCli.sentLater, 'Sie wird gesendet, sobald Punchcard läuft.', 'Sie werden gesendet, sobald Punchcard läuft.'],
  [enQuickAdd.others, 'one more', '1,200 more'],
  [deQuickAdd.others, 'etwas anderes', '1.200 andere'],
])('%#: of one, and of many', (said, one, many) => {
  expect([said(1), said(1200)]).toEqual([one, many]);
});
