import { describe, expect, test } from 'vitest';
import { parse } from '../../../shared/quick-add/parser.ts';
import { applySuggestion, suggestCompletions } from '../../../shared/quick-add/suggestions.ts';
import type { ParserDirectory, Suggestion } from '../../../shared/quick-add/types.ts';
import { directory } from './directory.ts';

/** A bar marks the caret. */
function at(text: string, all: ParserDirectory = directory()): Suggestion | null {
  const caret = text.indexOf('|');
  const line = text.replace('|', '');
  return suggestCompletions(line, caret, all, parse(line, all, null).project);
}

const names = (text: string, all?: ParserDirectory): string[] =>
  at(text, all)?.candidates.map(({ name }) => name) ?? [];

/** The line after the first candidate is accepted. */
function taken(text: string, all?: ParserDirectory): string {
  const suggestion = at(text, all);
  const [first] = suggestion?.candidates ?? [];
  if (suggestion === null || first === undefined) return text;
  const done = applySuggestion(text.replace('|', ''), suggestion, first);
  return `${done.text.slice(0, done.caret)}|${done.text.slice(done.caret)}`;
}

describe('at the caret', () => {
  test.each([
    'Plan|',
    'Plan |#fin',
    'Plan # |',
    'a#fi|',
    'Plan \\#fi|',
    'Plan // #fi|',
    'Plan "#fi|" it',
    'Plan "go #fi|" it',
    'Plan #"Mobile app"|',
    'Plan #zzz|',
    'Plan ~fi|',
    '|',
  ])('nothing at %s', (text) => expect(at(text)).toBeNull());

  test.each([
    ['Plan #|', 'project'],
    ['#fi|', 'project'],
    ['Plan (#fi|', 'project'],
    ['Plan #fi|nance now', 'project'],
    ['Plan #"Mobile a|', 'project'],
    ['Plan #"Mob|ile app" now', 'project'],
    ['Plan +b|', 'label'],
    ['Plan @m|', 'assignee'],
    ['Plan !|', 'priority'],
    ['Plan #fin >|', 'column'],
  ])('%s: %s', (text, kind) => expect(at(text)?.kind).toBe(kind));
});

describe('candidates, best first', () => {
  test.each<[string, string[]]>([
    ['#m', ['Mobile app', 'Mobility', 'Payments']],
    ['#app', ['Mobile app']],
    ['#relaunch', ['Website: relaunch']],
    ['#oper', ['Øperations']],
    ['@', ['Nora Vance', 'Ana Lima', 'Ana Ruiz', 'José Ruiz', 'Mette Holm', 'Mikkel Dahl']],
    ['@me', ['Nora Vance', 'Mette Holm', 'Mikkel Dahl']],
    ['@ruiz', ['Ana Ruiz', 'José Ruiz']],
    ['@jr', ['José Ruiz']],
    ['!', ['Urgent', 'High', 'Medium', 'Low', 'None']],
    ['!2', ['High']],
    ['!m', ['Medium']],
    ['+b', ['billing', 'Bug', 'b']],
    ['+bug', ['Bug']],
    ['+zebra', ['zebra']],
    ['#fin >in', ['In Progress', 'In Review']],
    ['#fin >', ['To Do', 'In Progress', 'In Review', 'Done']],
    ['#pay >', []],
  ])('%s', (text, expected) => expect(names(`${text}|`)).toEqual(expected));

  test('the project last used comes first', () => {
    expect(names('#|', directory({ lastProjectId: 'p-pay' }))[0]).toBe('Payments');
  });

  test('at most eight, including a new label', () => {
    const labels = Array.from({ length: 40 }, (_, n) => ({ id: `l${n}`, name: `label ${n}`, color: 'red' }));
    const suggestion = at('+la|', directory({ labels }));
    expect(suggestion?.candidates).toHaveLength(8);
    expect(suggestion?.candidates.at(-1)).toMatchObject({ name: 'la', hint: 'new', insert: '+la' });
  });
});

describe('accepting', () => {
  test.each([
    ['Plan #fi|', 'Plan #Finance |'],
    ['Plan #fi|nance now', 'Plan #Finance | now'.replace('| ', '|')],
    ['Plan #mo|', 'Plan #APP |'],
    ['Plan #"Mobile a|', 'Plan #APP |'],
    ['Plan @me|', 'Plan @me |'],
    ['Plan @met|', 'Plan @mette |'],
    ['Plan @md|', 'Plan @mikkel |'],
    ['Plan @lima|', 'Plan @lima |'],
    ['Plan @jos|', 'Plan @jose |'],
    ['Plan !u|', 'Plan !urgent |'],
    ['Plan +cust|', 'Plan +"customer care" |'],
    ['Plan #fin >in p|', 'Plan #fin >in p|'],
    ['Plan #fin >prog|', 'Plan #fin >in-progress |'],
  ])('%s becomes %s', (text, expected) => expect(taken(text)).toBe(expected));

  test('an accepted candidate is parsed as that item', () => {
    const all = directory({ lastProjectId: 'p-app' });
    for (const sigil of '#+@!>') {
      for (const candidate of at(`x ${sigil}|`, all)?.candidates ?? []) {
        const { project, labels, assignee, priority, column, title, errors } = parse(
          `x ${candidate.insert} y`,
          all,
          null,
        );
        const { is } = candidate;
        expect({ title, errors }).toEqual({ title: 'x y', errors: [] });
        if (is.kind === 'project') expect(project).toEqual(is.project);
        if (is.kind === 'label') expect(labels).toEqual([is.label]);
        if (is.kind === 'assignee') expect(assignee).toEqual(is.person);
        if (is.kind === 'priority') expect(priority).toBe(is.priority);
        if (is.kind === 'column') expect(column).toEqual(is.column);
      }
    }
  });

  test('also if two projects share their name and key', () => {
    const projects = ['a', 'b'].map((id) => ({ id, slug: 'TWO', name: 'Two of a kind' }));
    const all = directory({ projects });
    for (const candidate of at('x #two|', all)?.candidates ?? []) {
      expect(parse(candidate.insert, all, null).project?.id).toBe(candidate.key);
    }
    expect(at('x #two|', all)?.candidates).toHaveLength(2);
  });
});
