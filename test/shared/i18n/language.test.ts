/** The choice of language, and that a change reaches every section. */
import { afterEach, describe, expect, test } from 'vitest';
import { toAppErrorView } from '../../../electron/service/error-messages.ts';
import { either, formatDue, list } from '../../../shared/i18n/format-dates.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import * as german from '../../../shared/i18n/generated/main-process-de.ts';
import * as english from '../../../shared/i18n/generated/main-process-en.ts';
import * as germanWindow from '../../../shared/i18n/generated/renderer-de.ts';
import * as englishWindow from '../../../shared/i18n/generated/renderer-en.ts';
import { activeMessages, chooseLanguage, createActiveMessages, dateLocale } from '../../../shared/i18n/language.ts';
import { createLocaleSetter } from '../../../shared/i18n/set-locale.ts';

afterEach(() => activeMessages.set({}));

test.each([
  ['en-US', 'en', 'en-US'],
  ['de_AT@euro', 'de', 'de_AT@euro'],
  // The line says “morgen 17:00” as an example.
  ['en-GB', 'de', 'de'],
  // There is no French interface, but French dates can be typed on a French system.
  ['fr-FR', 'en', 'fr-FR'],
] as const)('dates on a system in %s with an interface in %s are read as %s', (system, language, read) => {
  expect(dateLocale(system, language)).toBe(read);
});

test('one German word for one thing', () => {
  expect(JSON.stringify([german, germanWindow])).not.toMatch(/Unteraufgabe/);
});

describe('the choice', () => {
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

  test('the last choice counts, however long its messages take to load', async () => {
    let setting: 'de' | 'en' = 'de';
    const heard: string[] = [];
    const setter = createLocaleSetter({
      setting: () => setting,
      preferred: () => [],
      onChange: () => heard.push(setter.current()),
    });
    const first = setter.choose();
    setting = 'en';
    await Promise.all([first, setter.choose()]);
    expect([setter.current(), messages.tray.open, heard]).toEqual(['en', 'Open Punchcard', []]);
    setting = 'de';
    await setter.choose();
    expect([setter.current(), messages.tray.open, heard]).toEqual(['de', 'Punchcard öffnen', ['de']]);
  });
});

test('a section is set at once and at each change, and falls back to English', () => {
  const sections = createActiveMessages<{ one: string; other: string }>();
  const seen: string[] = [];
  sections.bind('one', 'en one', (active) => seen.push(active));
  sections.bind('other', 'en other', (active) => seen.push(active));
  sections.set({ one: 'de one' });
  sections.set({});
  expect(seen).toEqual(['en one', 'en other', 'de one', 'en other', 'en one', 'en other']);
});

test('German has every section of each process', () => {
  expect(Object.keys(german)).toEqual(Object.keys(english));
  expect(Object.keys(germanWindow)).toEqual(Object.keys(englishWindow));
});

test('days and lists in German', () => {
  const now = new Date(2026, 10, 18, 14);
  activeMessages.set(german);
  expect(formatDue({ say: 'weekday', day: new Date(2026, 10, 22) }, now)).toBe('Sonntag');
  expect(formatDue({ say: 'date', day: new Date(2026, 10, 24) }, now)).toBe('24. Nov.');
  expect(formatDue({ say: 'date', day: new Date(2027, 2, 1) }, now)).toBe('1. März 2027');
  expect(formatDue({ say: 'days-late', count: 1 }, now)).toBe('1 Tag überfällig');
  expect(list(['a', 'b', 'c'])).toBe('a, b und c');
  expect(either(['a', 'b', 'c'])).toBe('a, b oder c');
});

test('an error is shown in the current language', () => {
  const full = Object.assign(new Error('full'), { errcode: 13 });
  expect(toAppErrorView(full, 'pm.example.org').title).toBe('The disk is full');
  activeMessages.set(german);
  expect(toAppErrorView(full, 'pm.example.org').title).toBe('Die Festplatte ist voll');
});
