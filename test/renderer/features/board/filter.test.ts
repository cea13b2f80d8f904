import { expect, test } from 'vitest';
import {
  type CardFilter,
  choicesOf,
  filterCards,
  isFiltering,
  nothingChosen,
} from '../../../../renderer/features/board/filter.ts';
import { card } from './board.ts';

const NONE: ReadonlySet<string> = new Set();
const filter = (over: Partial<CardFilter>): CardFilter => ({ ...nothingChosen, text: '', ...over });

const mira = { id: 'mira', name: 'Mira Lindqvist' };
const bug = { name: 'bug', color: '#d64545' };
const one = card({ title: 'Refund fails', assignee: mira, labels: [bug], priority: 'urgent' });
const two = card({ title: 'Café receipts', priority: 'low' });
const three = card({ title: 'Refund twice', labels: [bug, { name: 'ops', color: '' }] });
const all = [one, two, three];
const kept = (over: Partial<CardFilter>, found = NONE) => filterCards(all, filter(over), found);

test('without a filter the cards stay the same list', () => {
  expect(filterCards(all, filter({ text: '  ' }), NONE)).toBe(all);
  expect(isFiltering(filter({ text: ' ' }))).toBe(false);
});

test('every word must match the identifier, title, a label or the assignee, ignoring case and accents', () => {
  expect(kept({ text: 'refund LINDQVIST' })).toEqual([one]);
  expect(kept({ text: 'cafe' })).toEqual([two]);
  expect(kept({ text: `${three.identifier} ops` })).toEqual([three]);
  expect(kept({ text: 'refund nothing' })).toEqual([]);
});

test('a description found by the service matches the text but not the chosen filters', () => {
  expect(kept({ text: 'nowhere' }, new Set([two.id]))).toEqual([two]);
  expect(kept({ text: 'nowhere', labels: ['bug'] }, new Set([two.id]))).toEqual([]);
});

test('any value of each kind, and all kinds together', () => {
  expect(kept({ assignees: ['mira', null] })).toEqual(all);
  expect(kept({ assignees: [null] })).toEqual([two, three]);
  expect(kept({ labels: ['bug', 'ops'] })).toEqual([one, three]);
  expect(kept({ labels: ['bug'], priorities: ['urgent', 'low'] })).toEqual([one]);
});

test('the choices with counts: nobody first, each label once', () => {
  expect(choicesOf([...all, card({ labels: [bug, bug] })], 'Nobody')).toEqual({
    assignees: [
      { value: null, name: 'Nobody', count: 3 },
      { value: 'mira', name: 'Mira Lindqvist', count: 1 },
    ],
    labels: [
      { value: 'bug', name: 'bug', color: '#d64545', count: 3 },
      { value: 'ops', name: 'ops', color: '', count: 1 },
    ],
  });
});
