import { format } from 'date-fns';
import { describe, expect, test } from 'vitest';
import { loadDates } from '../../../shared/quick-add/find-dates.ts';
import { formatLine } from '../../../shared/quick-add/format-line.ts';
import { parse } from '../../../shared/quick-add/parser.ts';
import type { ParsedLine } from '../../../shared/quick-add/types.ts';
import { dayOf, parseDue } from '../../../shared/tasks/due-date.ts';
import { directory } from './directory.ts';
import { type Expected, TABLE } from './table.ts';

describe.each(TABLE)('$about', ({ locale = 'en-GB', directory: changes = {}, plain = [], rows }) => {
  const all = directory({ ...changes, locale });

  test.each(rows)('%j', async (text, expected) => {
    const dates = await loadDates(locale);
    const parsed = parse(text, all, dates, { plain });
    expect(expectedForm(parsed)).toEqual(typeof expected === 'string' ? { title: expected } : expected);
    // The formatted line gives the same task.
    const line = formatLine(parsed, all, dates);
    const again = parse(line, all, dates);
    expect({ line, ...task(again) }).toEqual({ line, ...task(parsed) });
    expect(formatLine(again, all, dates)).toBe(line);
  });
});

test('the table has at least 200 lines', () => {
  expect(TABLE.flatMap(({ rows }) => rows).length).toBeGreaterThanOrEqual(200);
});

test('10,000 characters: nothing is lost, and a date at either end is found', async () => {
  const dates = await loadDates('en-GB');
  const words = 'the quick brown fox '.repeat(500).trim();
  expect(parse(words, directory(), dates)).toMatchObject({ title: words, tokens: [], errors: [] });
  expect(parse(`${words} tomorrow #fin`, directory(), dates)).toMatchObject({
    title: words,
    dates: { dueDate: new Date(2026, 10, 20).toISOString() },
  });
  expect(parse(`tomorrow ${words}`, directory(), dates)).toMatchObject({
    title: words,
    dates: { dueDate: new Date(2026, 10, 20).toISOString() },
  });
  const nothing = parse('#'.repeat(10_000), directory(), dates);
  expect(nothing).toMatchObject({ title: '#'.repeat(10_000), project: null, errors: [] });
});

test('until the language is loaded, dates are text and everything else is parsed', () => {
  expect(parse('Pay tomorrow #fin', directory(), null)).toMatchObject({
    title: 'Pay tomorrow',
    dates: {},
    projectChosen: true,
  });
});

test('errors explain what happened', async () => {
  const dates = await loadDates('en-GB');
  const errorsOf = (text: string): string[] => parse(text, directory(), dates).errors.map(({ words }) => words);
  expect(errorsOf('#fin #pay x')).toEqual(['A task has only one project: Payments is used.']);
  expect(errorsOf('Pay 31 Feb')).toEqual(['“31 Feb” is not a real date, so it stays in the title.']);
  expect(errorsOf('Pay on 31 Feb')).toEqual(['“on 31 Feb” is not a real date, so it stays in the title.']);
  expect(errorsOf('#mobil x')).toEqual(['“mobil” could be “Mobile app” or “Mobility”. Type more of it.']);
  expect(errorsOf('@m x')).toEqual(['“m” could be “Mette Holm” or “Mikkel Dahl”. Type more of it.']);
});

function task({ tokens: _, errors: __, ...rest }: ParsedLine): object {
  return rest;
}

/** The parsed line in the form of the table. */
function expectedForm(parsed: ParsedLine): Expected {
  const { title, description, project, projectChosen, labels, assignee, assigneeChosen, priority, column } = parsed;
  return {
    title,
    ...(description === '' ? {} : { description }),
    ...(project === null ? {} : { project: `${projectChosen ? '' : 'default:'}${project.slug}` }),
    ...(labels.length === 0 ? {} : { labels: labels.map(({ id, name }) => (id === null ? `new:${name}` : name)) }),
    ...(assignee === null
      ? assigneeChosen
        ? { assignee: 'nobody' }
        : {}
      : { assignee: `${assigneeChosen ? '' : 'default:'}${assignee.name}` }),
    ...(priority === 'no-priority' ? {} : { priority }),
    ...(column === null ? {} : { column: column.slug }),
    ...(parsed.dates.startDate && { start: dueInWords(parsed.dates.startDate) }),
    ...(parsed.dates.dueDate && { due: dueInWords(parsed.dates.dueDate) }),
    ...(parsed.errors.length === 0 ? {} : { errors: parsed.errors.map(({ kind }) => kind) }),
  };
}

function dueInWords(dueDate: string): string {
  const due = parseDue(dueDate);
  if (due === null) return `no date: ${dueDate}`;
  return format(dayOf(due), due.allDay ? 'yyyy-MM-dd' : 'yyyy-MM-dd HH:mm');
}
