/** A line may name a project of any open account; its labels, people and columns are those of that account. */
import { expect, test } from 'vitest';
import { accountNamed, accountsNamed } from '../../../shared/accounts.ts';
import { mergeDirectories, onlyAccount } from '../../../shared/quick-add/accounts.ts';
import { formatLine } from '../../../shared/quick-add/format-line.ts';
import { parse } from '../../../shared/quick-add/parser.ts';
import { applySuggestion, suggestCompletions } from '../../../shared/quick-add/suggestions.ts';
import { parsedLineOf, toNewTask } from '../../../shared/quick-add/to-new-task.ts';
import type { ParserDirectory } from '../../../shared/quick-add/types.ts';
import { directory } from './directory.ts';

const NORA = { id: 'u-nora', name: 'Nora Vance' };
const KIM = { id: 'u-kim', name: 'Kim Nordlicht' };

const own = (projects: [string, string, string][], more: Partial<ParserDirectory>): ParserDirectory =>
  directory({
    projects: projects.map(([id, slug, name]) => ({ id, slug, name })),
    lastProjectId: projects[0]?.[0] ?? null,
    ...more,
  });

const NORDLICHT = own(
  [
    ['n1', 'PAY', 'Payments'],
    ['n2', 'WEB', 'Website'],
  ],
  {
    me: KIM,
    labels: [{ id: 'l-bug', name: 'bug', color: '#f00' }],
    people: [{ ...KIM, email: 'kim@nordlicht.example' }],
    columns: { n1: [{ slug: 'doing', name: 'Doing', isFinal: false }], n2: [] },
  },
);
const ACME = own(
  [
    ['a1', 'PAY', 'Payments'],
    ['a2', 'OWN', 'Own things'],
  ],
  {
    me: NORA,
    labels: [{ id: 'l-tax', name: 'tax', color: '#0f0' }],
    people: [{ ...NORA, email: 'nora@acme.example' }],
    columns: { a1: [{ slug: 'waiting', name: 'Waiting', isFinal: false }], a2: [] },
    assignToMe: true,
  },
);

function together(): ParserDirectory {
  const merged = mergeDirectories([
    { id: 'nordlicht-id', name: 'nordlicht', directory: NORDLICHT },
    { id: 'acme-id', name: 'acme', directory: ACME },
  ]);
  if (merged === null) throw new Error('Nothing is merged');
  return { ...merged, now: NORDLICHT.now };
}

const read = (line: string) => parse(line, together(), null);
const accountOf = (line: string) => read(line).project?.account?.name;

test('one account alone is as before', () => {
  expect(mergeDirectories([{ id: 'x', name: 'x', directory: ACME }])).toBe(ACME);
  expect(mergeDirectories([])).toBeNull();
});

test('a line without a project goes to the first account', () => {
  expect(read('Call the bank').project).toMatchObject({ id: 'n1', account: { name: 'nordlicht' } });
});

test('projects with the same id are told apart, also the one that a line without a project goes to', () => {
  const same = mergeDirectories(
    ['nordlicht', 'acme'].map((name) => ({ id: `${name}-id`, name, directory: NORDLICHT })),
  );
  if (same === null) throw new Error('Nothing is merged');
  const all = { ...same, now: NORDLICHT.now, lastAccountId: 'acme-id' };
  expect(parse('Call the bank', all, null).project?.account?.name).toBe('acme');
  const line = parse('Call #nordlicht/pay #acme/pay', all, null);
  expect([line.project?.account?.name, line.errors.map(({ kind }) => kind)]).toEqual(['acme', ['two-projects']]);
});

test.each([
  ['Fix it #Website', 'nordlicht', 'n2'],
  ['Fix it #OWN', 'acme', 'a2'],
  ['Fix it #own things', 'acme', 'a2'],
  ['Fix it #acme/payments', 'acme', 'a1'],
  ['Fix it #acme/pay', 'acme', 'a1'],
  ['Fix it #nordlicht/PAY', 'nordlicht', 'n1'],
  ['Fix it #acme/own things soon', 'acme', 'a2'],
  ['Fix it #"acme/Own things"', 'acme', 'a2'],
])('%s', (line, account, id) => {
  expect(accountOf(line)).toBe(account);
  expect(read(line).project?.id).toBe(id);
  expect(read(line).errors).toEqual([]);
});

test('a name that two accounts have is not guessed, and the answer says how to write it', () => {
  const { errors, title } = read('Fix it #payments');
  expect(errors.map(({ kind }) => kind)).toEqual(['ambiguous-project']);
  expect(errors[0]?.words).toContain('“nordlicht/Payments” or “acme/Payments”');
  expect(title).toBe('Fix it #payments');
});

test('labels, people and columns are those of the project’s account', () => {
  const here = read('Fix it #acme/payments +tax @nora >waiting');
  expect(here).toMatchObject({ labels: [{ id: 'l-tax' }], assignee: NORA, column: { slug: 'waiting' }, errors: [] });
  const there = read('Fix it #website +tax @nora >waiting');
  expect(there.labels).toEqual([{ id: null, name: 'tax', color: null }]);
  expect(there.errors.map(({ kind }) => kind)).toEqual(['unknown-person', 'unknown-column']);
  expect(read('Fix it #acme/payments @me').assignee).toEqual(NORA);
  expect(read('Fix it * #website').assignee).toEqual(KIM);
});

test('whom a task is assigned to by default is decided by its account', () => {
  expect(read('Fix it #acme/payments').assignee).toEqual(NORA);
  expect(read('Fix it #website').assignee).toBeNull();
});

test('the task says which account creates it', () => {
  const task = toNewTask(read('Fix it #acme/payments'), together());
  expect(task).toMatchObject({ accountId: 'acme-id', projectId: 'a1', status: 'waiting' });
});

test('a suggested project is inserted so that it is read as that one', () => {
  const all = together();
  const suggestion = suggestCompletions('Fix it #pay', 11, all, null);
  expect(suggestion?.candidates.map(({ hint }) => hint)).toEqual(['PAY · nordlicht', 'PAY · acme']);
  const lines = suggestion?.candidates.map((candidate) => applySuggestion('Fix it #pay', suggestion, candidate).text);
  expect(lines?.map((line) => read(line).project?.id)).toEqual(['n1', 'a1']);
  const ofAcme = suggestCompletions('Fix it #acme/', 13, all, null);
  expect(ofAcme?.candidates.map(({ name }) => name)).toEqual(['Own things', 'Payments']);
});

test('only labels and people of the project’s account are suggested', () => {
  const all = together();
  const { project } = read('Fix it #acme/payments');
  const names = (text: string) =>
    suggestCompletions(text, text.length, all, project)?.candidates.map(({ name }) => name);
  expect(names('Fix it #acme/payments +')).toEqual(['tax']);
  expect(names('Fix it #acme/payments @')).toEqual(['Nora Vance']);
});

test('a task that is edited becomes a line with the same meaning', () => {
  const all = together();
  const line = 'Fix it #acme/payments +tax @nora';
  const task = toNewTask(read(line), all);
  if (task === null) throw new Error('No task');
  const again = formatLine(parsedLineOf(task, all), all, null);
  expect(toNewTask(read(again), all)).toEqual(task);
});

test('of one account alone, only its projects are known and one of them is the default', () => {
  const only = onlyAccount(together(), 'acme-id');
  expect(parse('Fix it', only, null).project?.id).toBe('a1');
  expect(parse('Fix it #website', only, null).errors.map(({ kind }) => kind)).toEqual(['unknown-project']);
  expect(parse('Fix it #payments', only, null).project?.id).toBe('a1');
});

test('a project whose own name has a slash is found by it', () => {
  const merged = mergeDirectories([
    { id: 'nordlicht-id', name: 'nordlicht', directory: own([['n3', 'AB', 'A/B']], {}) },
    { id: 'acme-id', name: 'acme', directory: ACME },
  ]);
  expect(parse('Fix it #A/B', { ...(merged ?? ACME), now: ACME.now }, null).project?.id).toBe('n3');
});

test('an account is found by its name or its server, and not by a server that two people use', () => {
  const accounts = [
    { id: '1', name: 'acme', server: 'pm.acme.example · Ana', host: 'pm.acme.example' },
    { id: '2', name: 'nora@acme', server: 'pm.acme.example · Nora', host: 'pm.acme.example' },
    { id: '3', name: 'local', server: 'This computer', host: 'This computer' },
    { id: '4', name: 'studio', server: 'marl.example · Studio', host: 'marl.example' },
    { id: '5', name: 'marl', server: 'marl.example', host: 'marl.example' },
  ];
  expect(accountNamed('ACME', accounts)?.id).toBe('1');
  expect(accountNamed('nora@acme', accounts)?.id).toBe('2');
  expect(accountNamed('this computer', accounts)?.id).toBe('3');
  expect(accountNamed('marl.example', accounts)?.id).toBe('5');
  expect(accountNamed('pm.acme.example', accounts)).toBeUndefined();
  expect(accountsNamed('PM.acme.example', accounts).map(({ id }) => id)).toEqual(['1', '2']);
  expect(accountNamed('pm.nordlicht.example', accounts)).toBeUndefined();
});
