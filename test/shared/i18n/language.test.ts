/** Which language is spoken, that it has all words of English, and that nothing is said before it is asked for. */
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { toAppErrorView } from '../../../electron/service/app-error.ts';
import * as deDates from '../../../shared/i18n/de/dates.ts';
import { german } from '../../../shared/i18n/de/main.ts';
import * as deWindow from '../../../shared/i18n/de/window-index.ts';
import { boardWords } from '../../../shared/i18n/en/board.ts';
import * as enDates from '../../../shared/i18n/en/dates.ts';
import { main as enMain } from '../../../shared/i18n/en/main.ts';
import { projectWords } from '../../../shared/i18n/en/project-page.ts';
import { quickAdd as enQuickAdd } from '../../../shared/i18n/en/quick-add.ts';
import { reminders as enReminders } from '../../../shared/i18n/en/reminders.ts';
import { serverWords } from '../../../shared/i18n/en/server-page.ts';
import { detailWords } from '../../../shared/i18n/en/task-page.ts';
import { words as enWindow } from '../../../shared/i18n/en/window.ts';
import { either, formatDue, list } from '../../../shared/i18n/format-dates.ts';
import { activeMessages, chooseLanguage, createActiveMessages, dateLocale } from '../../../shared/i18n/language.ts';
import { messages } from '../../../shared/i18n/main-messages.ts';
import { createLocaleSetter } from '../../../shared/i18n/set-locale.ts';

afterEach(() => activeMessages.speak({}));

test.each([
  ['en-US', 'en', 'en-US'],
  ['de_AT@euro', 'de', 'de_AT@euro'],
  // The line says “morgen 17:00” as an example.
  ['en-GB', 'de', 'de'],
  // There is no French interface; who lives in French writes French dates all the same.
  ['fr-FR', 'en', 'fr-FR'],
] as const)('dates on a system in %s with an interface in %s are read as %s', (system, language, read) => {
  expect(dateLocale(system, language)).toBe(read);
});

describe('which one', () => {
  test.each([
    ['system', ['de-AT', 'en'], 'de'],
    ['system', ['fr-FR', 'de', 'en'], 'de'],
    ['system', ['en-GB', 'de'], 'en'],
    ['system', ['de_DE.UTF-8'], 'de'],
    ['system', ['fr'], 'en'],
    ['system', [], 'en'],
    ['de', ['en'], 'de'],
    ['en', ['de'], 'en'],
  ] as const)('%s of a system that prefers %j: %s', (setting, preferred, language) => {
    expect(chooseLanguage(setting, preferred)).toBe(language);
  });

  test('the one chosen last counts, however long a language takes to come', async () => {
    let setting: 'de' | 'en' = 'de';
    const heard: string[] = [];
    const speaker = createLocaleSetter({
      setting: () => setting,
      preferred: () => [],
      onChange: () => heard.push(speaker.spoken()),
    });
    const first = speaker.choose();
    setting = 'en';
    await Promise.all([first, speaker.choose()]);
    expect([speaker.spoken(), messages.tray.open, heard]).toEqual(['en', 'Open Punchcard', []]);
    setting = 'de';
    await speaker.choose();
    expect([speaker.spoken(), messages.tray.open, heard]).toEqual(['de', 'Punchcard öffnen', ['de']]);
  });
});

test('whoever holds words is told at once and at each change, and speaks English where a part is missing', () => {
  const parts = createActiveMessages<{ one: string; other: string }>();
  const said: string[] = [];
  parts.hold('one', 'en one', (now) => said.push(now));
  parts.hold('other', 'en other', (now) => said.push(now));
  parts.speak({ one: 'de one' });
  parts.speak({});
  expect(said).toEqual(['en one', 'en other', 'de one', 'en other', 'en one', 'en other']);
});

/** What there is to say, by name; how is left out. */
function shape(tree: unknown): unknown {
  if (typeof tree === 'function') return 'sentence';
  if (typeof tree !== 'object' || tree === null) return typeof tree;
  if (Array.isArray(tree)) return tree.length;
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, shape(value)]));
}

/** Every plain sentence, with where it stands. */
function plain(tree: unknown, path = ''): [string, string][] {
  if (typeof tree === 'string') return [[path, tree]];
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([key, value]) => plain(value, `${path}.${key}`));
}

const PAIRS: [string, unknown, unknown][] = [
  ['main', enMain, german.main],
  ['reminders', enReminders, german.reminders],
  ['quick add', enQuickAdd, german.quickAdd],
  ['the window', enWindow, deWindow.window.words],
  ['the board', boardWords, deWindow.window.board],
  ['a task', detailWords, deWindow.window.details],
  ['a project', projectWords, deWindow.window.project],
  ['the server', serverWords, deWindow.window.server],
];

test.each(PAIRS)('German has what English has: %s', (_, en, de) => {
  expect(shape(de)).toEqual(shape(en));
  for (const [path, text] of plain(de)) {
    expect.soft(text.trim(), path).toBe(text);
    expect.soft(text, path).not.toBe('');
  }
});

test.each(PAIRS)('and a sentence of several words is never the same in both: %s', (_, en, de) => {
  const english = new Map(plain(en));
  const same = plain(de).filter(([path, text]) => /\p{L}+ \p{L}+ \p{L}+/u.test(text) && english.get(path) === text);
  expect(same).toEqual([]);
});

test('counts: one form for one, the other for all others, as Intl has it', () => {
  fc.assert(
    fc.property(fc.nat(100_000), (count) => {
      expect(deDates.tasks(count)).toBe(`${count.toLocaleString('de')} ${count === 1 ? 'Aufgabe' : 'Aufgaben'}`);
      expect(enDates.plural(count, 'task')).toBe(`${count.toLocaleString('en')} ${count === 1 ? 'task' : 'tasks'}`);
    }),
  );
});

test('days and lists in German', () => {
  const now = new Date(2026, 10, 18, 14);
  activeMessages.speak(german);
  expect(formatDue({ say: 'weekday', day: new Date(2026, 10, 22) }, now)).toBe('Sonntag');
  expect(formatDue({ say: 'date', day: new Date(2026, 10, 24) }, now)).toBe('24. Nov.');
  expect(formatDue({ say: 'date', day: new Date(2027, 2, 1) }, now)).toBe('1. März 2027');
  expect(formatDue({ say: 'days-late', count: 1 }, now)).toBe('1 Tag überfällig');
  expect(list(['a', 'b', 'c'])).toBe('a, b und c');
  expect(either(['a', 'b', 'c'])).toBe('a, b oder c');
});

test('an error is said in the language of the moment', () => {
  const full = Object.assign(new Error('full'), { errcode: 13 });
  expect(toAppErrorView(full, 'pm.example.org').title).toBe('The disk is full');
  activeMessages.speak(german);
  expect(toAppErrorView(full, 'pm.example.org').title).toBe('Die Festplatte ist voll');
});
