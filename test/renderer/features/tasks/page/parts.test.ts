/** The pure functions of a task's page. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { labelOptions } from '../../../../../renderer/features/tasks/page/labels.tsx';
import { webAddress } from '../../../../../renderer/features/tasks/page/links.tsx';
import { missingPermissionReason } from '../../../../../renderer/features/tasks/page/property.tsx';
import { byDay, byPerson, sum, timed, timeLost } from '../../../../../renderer/features/tasks/page/time-sums.ts';
import { initials } from '../../../../../renderer/ui/avatar.tsx';
import { linkTarget } from '../../../../../renderer/ui/markdown/markdown.tsx';
import { softBreaks } from '../../../../../renderer/ui/markdown/parse-markdown.ts';
import { isMarkdown } from '../../../../../renderer/ui/markdown/text-parts.ts';
import { progressKind } from '../../../../../renderer/widgets/progress-icon.tsx';
import type { TaskEntryView, TaskProgress } from '../../../../../shared/contract/index.ts';

describe('time', () => {
  const at = (hour: number, minute = 0): string => new Date(Date.UTC(2026, 10, 18, hour, minute)).toISOString();
  const NOW = Date.parse(at(16));
  const entry = (id: string, changed: Partial<TaskEntryView>): TaskEntryView => ({
    id,
    person: 'Mira',
    isMine: false,
    entryId: null,
    startTime: at(9),
    endTime: at(10),
    note: '',
    isUnsent: false,
    ...changed,
  });

  test('the time deleted with a task: own stopped entries, and the number of others’', () => {
    const all = [entry('1', { isMine: true }), entry('2', { isMine: true, endTime: null }), entry('3', {})];
    expect(timeLost(all)).toEqual({ own: 1, ownMs: 3_600_000, others: 1 });
  });

  test('newest first; a running entry lasts until now; a reversed one has no duration', () => {
    const all = timed(
      [
        entry('a', {}),
        entry('b', { isMine: true, startTime: at(15, 30), endTime: null }),
        entry('c', { startTime: at(12), endTime: at(11) }),
        entry('d', { startTime: 'nonsense' }),
      ],
      NOW,
    );
    expect(all.map(({ entry: { id }, ms }) => [id, ms / 60_000])).toEqual([
      ['b', 30],
      ['c', 0],
      ['a', 60],
    ]);
    expect(sum(all)).toBe(90 * 60_000);
  });

  test('per person: oneself first, then by time; the parts add up to the total', () => {
    const person = fc.constantFrom(null, 'Mira', 'Jonas');
    const hour = fc.integer({ min: 0, max: 23 });
    const any = fc.record({
      person,
      isMine: fc.boolean(),
      startTime: hour.map((h) => at(h)),
      endTime: hour.map((h) => at(h)),
    });
    fc.assert(
      fc.property(fc.array(any), (entries) => {
        const all = timed(
          entries.map((one, index) => entry(String(index), one)),
          NOW,
        );
        const days = byDay(all, NOW, 7);
        expect(days).toHaveLength(7);
        expect(sum(days.map((ms) => ({ ms })))).toBeLessThanOrEqual(sum(all));
        const people = byPerson(all);
        expect(sum(people)).toBe(sum(all));
        expect(people.slice(1).some(({ isMine }) => isMine)).toBe(false);
        expect(new Set(people.map((one) => `${one.isMine} ${one.person}`)).size).toBe(people.length);
      }),
    );
  });
});

describe('progress by column', () => {
  const place = (slug: string, isFinal = false): TaskProgress => ({ slug, name: slug, isFinal });
  const places = [place('a'), place('b'), place('c'), place('done', true), place('planned'), place('archived')];

  test.each([
    ['a', 0],
    ['b', 2],
    ['c', 3],
    ['done', 'final'],
    ['planned', 'planned'],
    ['archived', 'archived'],
    ['elsewhere', 'unknown'],
    [null, 'unknown'],
  ] as const)('%s', (slug, kind) => {
    expect(progressKind(slug, places)).toBe(kind);
  });

  test('never decreases along the columns', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), (count) => {
        const open = Array.from({ length: count }, (_, index) => place(`c${index}`));
        const kinds = open.map(({ slug }) => progressKind(slug, open));
        expect(kinds).toEqual([...kinds].sort());
        expect(kinds[0]).toBe(0);
      }),
    );
  });
});

describe('label suggestions', () => {
  const known = ['bug', 'Büro', 'ops'].map((name) => ({ name, color: 'red' }));
  const names = (query: string, on: string[] = [], canCreate = true) =>
    labelOptions(
      known,
      on.map((name) => ({ name, color: '' })),
      query,
      canCreate,
    ).map(({ name, isNew }) => (isNew ? `new ${name}` : name));

  test('exclude labels of the task and match any part of a name', () => {
    expect(names('', ['bug'])).toEqual(['Büro', 'ops']);
    expect(names('bu')).toEqual(['bug', 'Büro', 'new bu']);
    expect(names('bu', [], false)).toEqual(['bug', 'Büro']);
  });

  test('offer a new label only if none has that name, ignoring case', () => {
    expect(names(' BUG ')).toEqual(['bug']);
    expect(names('bug', ['bug'])).toEqual([]);
    expect(names('  ')).toEqual(['bug', 'Büro', 'ops']);
  });
});

test('the first missing permission is named', () => {
  const missingPermissions = ['task:assign', 'label:create'];
  expect(missingPermissionReason({ missingPermissions }, 'task:update')).toBeUndefined();
  expect(missingPermissionReason({ missingPermissions }, 'task:assign')).toBe(
    'You may not assign tasks here (task:assign)',
  );
  expect(missingPermissionReason({ missingPermissions }, 'task:update', 'label:create')).toBe(
    'You may not create labels here (label:create)',
  );
});

test.each([
  ['https://example.com/a', 'open'],
  ['http://example.com/a', 'copy'],
  ['mailto:mira@example.com', 'copy'],
  ['javascript:alert(1)', null],
  ['JaVaScRiPt:alert(1)', null],
  ['data:text/html,x', null],
  ['file:///etc/passwd', null],
  ['app://punchcard/index.html', null],
  ['#here', null],
  ['/there', null],
  ['', null],
  [undefined, null],
  [`https://example.com/${'a'.repeat(3_000)}`, null],
] as const)('the address %s', (href, does) => {
  expect(linkTarget(href)).toBe(does);
});

test.each([
  ['example.com', 'https://example.com/'],
  [' docs.example.com/a?b ', 'https://docs.example.com/a?b'],
  ['http://localhost:3000/x', 'http://localhost:3000/x'],
  ['localhost', 'https://localhost/'],
  ['ftp://example.com', null],
  ['javascript:alert(1)', null],
  ['words', null],
  ['two words', null],
  ['', null],
])('typed link: %s', (text, url) => {
  expect(webAddress(text)).toBe(url);
});

test('only markdown is parsed, plain text is not', () => {
  expect(isMarkdown('Wait four hours, then say so (in the mail).\n\nThat’s all!')).toBe(false);
  for (const text of ['**bold**', '- item', '  1. item', 'a\n===', '> quote', 'https://x.test', 'a@b.test', '`code`']) {
    expect(isMarkdown(text), text).toBe(true);
  }
});

test('lines of a paragraph stay separate, and code keeps its lines', () => {
  const tree = {
    type: 'root',
    children: [
      { type: 'paragraph', children: [{ type: 'text', value: 'one\ntwo\r\nthree' }] },
      { type: 'code', value: 'a\nb' },
    ],
  };
  softBreaks(tree);
  expect(tree.children).toEqual([
    {
      type: 'paragraph',
      children: [
        { type: 'text', value: 'one' },
        { type: 'break' },
        { type: 'text', value: 'two' },
        { type: 'break' },
        { type: 'text', value: 'three' },
      ],
    },
    { type: 'code', value: 'a\nb' },
  ]);
});

test.each([
  ['Priya Raman', 'PR'],
  ['mira', 'M'],
  ['Ana María  Ruiz', 'AR'],
  ['😀 Smile', '😀S'],
  ['', ''],
])('initials of %s', (name, letters) => {
  expect(initials(name)).toBe(letters);
});
