// @vitest-environment jsdom
/** The page of a report, as a person reads it. */
import { describe, expect, test } from 'vitest';
import { type PageOptions, reportHtml, reportParts } from '../../../../electron/features/report/report-html.ts';
import type { Entry } from '../../../../shared/time/entry.ts';
import { type Choice, entry, PAY, reportOf, WEB, WEEK } from './parts.ts';

const OPTIONS: PageOptions = { weekStartsOn: 1, today: '2026-11-16', servers: [] };

function pageOf(entries: readonly Entry[], choice: Choice = {}) {
  const { report, lines, formats } = reportOf(entries, choice);
  const html = reportHtml(report, lines, formats, OPTIONS);
  const page = new DOMParser().parseFromString(html, 'text/html');
  const texts = (selector: string) =>
    [...page.querySelectorAll(selector)].map(({ textContent }) => textContent?.trim());
  return { html, page, texts, text: page.body.textContent ?? '' };
}

describe('a week of one project', () => {
  const shown = pageOf(WEEK, {
    projectKey: 'p1',
    switches: { rate: true, signatures: true, recipient: 'Nordlicht GmbH\nElif Aydın', sender: 'Ana Kovač' },
  });

  test('says what it is about, for whom and from whom', () => {
    expect([...shown.texts('h1, .period, .number'), ...shown.texts('dd')]).toEqual([
      'Report',
      'Payments, 9–15 November 2026',
      'No. 2026-46',
      'Nordlicht GmbH\nElif Aydın',
      'Ana Kovač',
      'Payments',
    ]);
  });

  test('says which accounts it contains, if there are several', () => {
    const { report, lines, formats } = reportOf(WEEK);
    const html = reportHtml(report, lines, formats, { ...OPTIONS, servers: ['pm.acme.example', 'marl.example'] });
    expect(html).toContain('<dt>Accounts</dt><dd>pm.acme.example\nmarl.example</dd>');
    expect(reportHtml(report, lines, formats, OPTIONS)).not.toContain('Accounts');
  });

  test('begins with the three numbers', () => {
    expect(shown.texts('.sums div')).toEqual(['3:45hours', '€85per hour', '€318.75net, without VAT']);
  });

  test('has its tasks, then its days, each day in a group that does not break', () => {
    expect(shown.texts('h2')).toEqual(['By task', 'By day']);
    expect(shown.texts('table:last-of-type tbody')).toEqual([
      'Mon 9 Nov2:15Refund fails PAY-133Renamed fieldsFirst green run2:15',
      'Tue 10 Nov1:00Refund fails PAY-133Nightly run1:00',
      'Wed 11 Nov0:30Refund fails PAY-133Nightly run0:30',
      'Total3:45',
    ]);
    expect(shown.texts('.note')).toEqual(['Measured, before rounding: 3:45']);
    expect(shown.texts('.sign span')).toEqual(['Date, Ana Kovač', 'Date, Nordlicht GmbH']);
  });

  test('has a small chart with a bar for each day', () => {
    expect(shown.texts('.bars text')).toEqual(
      ['Mon 9', 'Tue 10', 'Wed 11', 'Thu 12', 'Fri 13', 'Sat 14', 'Sun 15'].map((day) => `${day} Nov`),
    );
    expect(shown.page.querySelectorAll('.bars g > rect')).toHaveLength(3);
  });

  test('has page, date and rounding at the foot of each printed page', () => {
    expect(shown.html).toContain('"Made with Punchcard on 16 November 2026. Hours are rounded to the nearest quarter');
    expect(shown.html).toContain('content: "Page " counter(page) " of " counter(pages)');
  });
});

test('a long report in parts has the same rows, each in one part, below the heads of their tables', () => {
  const tasks = Array.from({ length: 30 }, (_, at) => ({ ...PAY, taskId: `t${at}`, title: `Task ${at}` }));
  const entries = [9, 10].flatMap((day) => tasks.map((task) => entry(task, day, 9, 60)));
  const { report, lines, formats } = reportOf(entries, { switches: { signatures: true } });
  const pageFrom = (html = '') => new DOMParser().parseFromString(html, 'text/html');
  const rowsIn = (page: Document) => [...page.querySelectorAll('tr:not(thead tr)')].map((row) => row.textContent);
  const parts = reportParts(report, lines, formats, OPTIONS, 20).map((part) => part(7));
  const pages = parts.map(pageFrom);
  expect(pages.flatMap(rowsIn)).toEqual(rowsIn(pageFrom(reportHtml(report, lines, formats, OPTIONS))));
  expect(pages.map((page) => page.querySelectorAll('h1, .sign').length)).toEqual([1, 0, 1]);
  expect(pages.map((page) => page.querySelector('thead')?.textContent)).toEqual([
    'ShareHours',
    'ShareHours',
    'DayTaskWhat was doneHours',
  ]);
  expect(parts[1]).toContain('counter-set: page 7;');
  expect(parts[1]).not.toContain('counter(pages)');
});

describe('a month of all projects', () => {
  const days = [...WEEK, entry(WEB, 20, 9, 60), entry(PAY, 30, 9, 120)];
  const shown = pageOf(days, { to: '2026-11-30', language: 'de', switches: { rate: true } });

  test('has projects with their tasks, weeks, and a bar for each day', () => {
    expect(shown.texts('h2')).toEqual(['Nach Projekt und Aufgabe', 'Nach Woche', 'Nach Tag']);
    expect(shown.texts('.project, .part').map((row) => row?.replaceAll('\u00a0', ' '))).toEqual([
      'Payments77 %5:45488,75 €',
      'Refund fails PAY-13377 %5:45488,75 €',
      'Website23 %1:45',
      'Cookie notice WEB-5923 %1:45',
    ]);
    expect(shown.texts('.keep tr')).toEqual([
      'WochePaymentsWebsiteStunden',
      '469.–15. November3:450:454:30',
      '4716.–22. November–1:001:00',
      '4823.–29. November–––',
      '4930. November2:00–2:00',
    ]);
    expect(shown.page.querySelectorAll('.bars g')).toHaveLength(22);
    expect(shown.page.documentElement.lang).toBe('de');
  });

  test('says how much of it is billable', () => {
    expect(shown.texts('.sums span')[0]).toBe('Stunden an 5 Tagen, 5:45 abrechenbar');
  });
});

test('Without their switches there are no notes, signatures, rate or amount', () => {
  const { texts, text } = pageOf(WEEK, { switches: { notes: false } });
  expect(texts('.sign span, .what')).toEqual([]);
  expect(text).not.toMatch(/Renamed|€|What was done|For/);
});

test('The line of the maker can be left out; the rounding is still said', () => {
  const { html } = pageOf(WEEK, { switches: { maker: false } });
  expect(html).not.toContain('Made with Punchcard');
  expect(html).toContain('Hours are rounded to the nearest quarter');
});

test('Exact hours are those of the shown minutes, so that they add up', () => {
  const odd = { ...entry(PAY, 9, 9, 30), endTime: new Date(2026, 10, 9, 9, 31, 40).toISOString() };
  const { texts } = pageOf([odd, entry(WEB, 9, 10, 30)], { switches: { hours: 'exact' } });
  expect(texts('table:last-of-type .right')).toEqual(['Hours', '0:31', '0:30', '1:01']);
  expect(texts('.note')).toEqual([]);
});

test('Titles, notes, names and addresses stay text', () => {
  const evil = '</style><script>alert(1)</script><img src=x onerror=alert(2)> "\' &amp;';
  const task = { ...PAY, title: evil, identifier: evil, projectName: evil };
  const { page, html } = pageOf([entry(task, 9, 9, 30, evil), entry(WEB, 9, 10, 30)], {
    switches: { recipient: evil, sender: evil, signatures: true, rate: true },
    to: '2026-11-30',
  });
  expect(page.querySelectorAll('script, img, style ~ style')).toHaveLength(0);
  expect(html.match(/<style>/g)).toHaveLength(1);
  expect(page.querySelector('.part bdi')?.textContent).toBe(evil);
  expect(page.querySelectorAll('[onerror], [src], [href]')).toHaveLength(0);
});

test('The file fetches nothing and runs nothing', () => {
  const { page, html } = pageOf(WEEK);
  const policy = page.querySelector('meta[http-equiv]')?.getAttribute('content');
  expect(policy).toBe("default-src 'none'; style-src 'unsafe-inline'");
  expect(html).not.toMatch(/url\(|@import|https?:/);
});
