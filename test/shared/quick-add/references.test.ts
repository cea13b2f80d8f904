/** References to one item: the shortest text that the parser resolves to it. */
import { describe, expect, test } from 'vitest';
import {
  columnReference,
  labelReference,
  personReference,
  projectReference,
} from '../../../shared/quick-add/references.ts';
import { suggestCompletions } from '../../../shared/quick-add/suggestions.ts';
import { directory } from './directory.ts';

const column = (slug: string, name: string) => ({ slug, name, isFinal: false });
const label = (id: string | null, name: string) => ({ id, name, color: 'red' });

describe('a label', () => {
  test('that is unknown or new is named, in quotes if it has spaces', () => {
    expect(labelReference(label('gone', 'on hold'), directory())).toBe('"on hold"');
    expect(labelReference(label(null, 'urgent'), directory())).toBe('urgent');
  });

  test('whose name another one has is named by its id', () => {
    const labels = [label('l-1', 'twice'), label('l-2', 'twice')];
    const all = directory({ labels: labels.map(({ name, color }, at) => ({ id: `l-${at + 1}`, name, color })) });
    expect(labelReference(label('l-2', 'twice'), all)).toBe('l-2');
  });
});

describe('a person', () => {
  test('who is oneself is “me”, and nobody else is, whatever their name', () => {
    const people = [{ id: 'u-me', name: 'Me Too', email: 'too@halden.example' }];
    const all = directory({ people });
    expect(personReference({ id: 'u-nora', name: 'Nora Vance' }, all)).toBe('me');
    expect(personReference({ id: 'u-me', name: 'Me Too' }, all)).toBe('too');
  });

  test('who is unknown is named', () => {
    expect(personReference({ id: 'gone', name: 'Kim Lund' }, directory())).toBe('"Kim Lund"');
  });

  test('who shares everything but the id is named by the id', () => {
    const people = ['u-1', 'u-2'].map((id) => ({ id, name: '', email: '' }));
    expect(personReference({ id: 'u-2', name: '' }, directory({ people }))).toBe('u-2');
  });

  test('is suggested first if it is oneself, although the service does not list oneself', () => {
    const suggestion = suggestCompletions('x @', 3, directory({ people: [] }), null);
    expect(suggestion?.candidates).toMatchObject([{ name: 'Nora Vance', hint: 'you', insert: '@me' }]);
  });
});

describe('a column', () => {
  const columns = [column('review', 'Review'), column('review-2', 'Review'), column('qa', 'Q & A')];
  test('is named by its key if its name has spaces or belongs to another one first', () => {
    expect(columns.map((one) => columnReference(one, columns))).toEqual(['Review', 'review-2', 'qa']);
  });

  test('with the same key and name as another one is named by its key', () => {
    const twins = [column('x', 'X'), column('x', 'X')];
    expect(twins.map((one) => columnReference(one, twins))).toEqual(['x', 'x']);
  });
});

describe('a project', () => {
  test.each([
    ['its name', 'Plain', 'Plain'],
    ['quotes', 'Two words', '"Two words"'],
    ['other quotes if the name has some', 'The "big" one', '“The "big" one”'],
    ['plain quotes if the name has all of them', '"“«「 a', '""“«「 a"'],
  ])('is referred to by %s without a key', (_how, name, expected) => {
    const project = { id: '#1', slug: '', name };
    expect(projectReference(project, directory({ projects: [project] }))).toBe(expected);
  });

  test('with the key and name of another one is referred to by its id', () => {
    const projects = ['a', 'b'].map((id) => ({ id, slug: 'TWO', name: 'Two of a kind' }));
    expect(projects.map((one) => projectReference(one, directory({ projects })))).toEqual(['a', 'b']);
  });
});
