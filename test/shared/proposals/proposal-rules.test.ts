/** What rules and earlier answers change in proposals. */
import { expect, test } from 'vitest';
import { type Learned, ProposalRule, type ProposalTarget } from '../../../shared/contract/proposals.ts';
import { MAX_LEARNED } from '../../../shared/limits.ts';
import { learn } from '../../../shared/proposals/learned.ts';
import {
  at,
  awayFrom,
  COPY,
  commitAt,
  entryOf,
  eventOf,
  proposeFor,
  RETRY,
  shown,
  span,
  windowOf,
} from './evidence.ts';

const GAP = span('10:00', '11:00');
const { links: _, ...copy } = COPY;
const toCopy = { kind: 'task' as const, task: { ...copy, projectId: 'WEB' } };
const rule = (where: ProposalRule['where'], contains: string, proposes: ProposalRule['proposes'] = { kind: 'never' }) =>
  ProposalRule.parse({ where, contains, proposes });

test.each([
  ['title', 'FIGMA', windowOf('10:00', '11:00', 'Icons – Figma')],
  ['app', 'figma', windowOf('10:00', '11:00', 'Icons', 'figma-linux')],
  ['repository', 'pay', commitAt('10:59', 'Tidy up')],
  ['event', 'café', eventOf('10:00', '11:00', 'CAFE with Ben')],
  ['calendar', 'work', eventOf('10:00', '11:00', 'Something')],
] as const)('a rule for a %s proposes its task, without regard to case and accents', (where, contains, evidence) => {
  const [first] = proposeFor(GAP, [evidence], { rules: [rule(where, contains, toCopy)] });
  expect(first && shown(first)).toBe('WEB-62 10:00–11:00');
  expect(first?.reasons.at(-1)).toMatchObject({ kind: 'rule', parameters: { where, contains } });
});

test('a rule may propose a project, or not work', () => {
  const evidence = [windowOf('10:00', '11:00', 'Video – Player')];
  const project: ProposalTarget = { kind: 'project', projectName: 'Payments' };
  expect(proposeFor(GAP, evidence, { rules: [rule('title', 'video', project)] }).map(shown)).toEqual([
    'Payments 10:00–11:00',
  ]);
  expect(proposeFor(GAP, evidence, { rules: [rule('title', 'video', { kind: 'not-work' })] }).map(shown)).toEqual([
    'not work 10:00–11:00',
  ]);
});

test('a rule and an earlier answer say nothing about a meeting that was declined', () => {
  const declined = eventOf('10:00', '11:00', 'Sync with Acme', { response: 'declined' });
  expect(
    proposeFor(GAP, [declined], { rules: [rule('event', 'sync', toCopy)], learned: learnTimes(3, 'accepted') }),
  ).toEqual([]);
});

test('a rule and an earlier answer say nothing about a commit that ended other work', () => {
  const [soon, later] = [commitAt('11:05', 'Tidy up'), commitAt('11:40', 'Tidy up')];
  const feature = { where: 'repository', text: 'payments-api' } as const;
  const learned = learn(learn([], [feature], toCopy, 'accepted'), [feature], toCopy, 'accepted');
  for (const known of [{ rules: [rule('repository', 'pay', toCopy)] }, { learned }]) {
    expect(proposeFor(GAP, [soon], known).map(shown)).toEqual(['WEB-62 10:00–11:00']);
    expect(proposeFor(GAP, [later], known)).toEqual([]);
  }
});

test.each([
  ['repository', commitAt('10:59', 'Tidy up', 'main', 'Payments')],
  ['event', eventOf('10:00', '11:00', 'Payments')],
  ['calendar', eventOf('10:00', '11:00', 'Something', { calendar: 'Payments' })],
] as const)('an exact rule for a %s is for that name only, without regard to case and accents', (where, evidence) => {
  const first = (contains: string) => {
    const rules = [{ ...rule(where, contains, toCopy), isExact: true }];
    return proposeFor(GAP, [evidence], { rules }).find(({ reasons }) => reasons.some(({ kind }) => kind === 'rule'));
  };
  expect(first('PÄYMENTS')).toBeDefined();
  expect(first('pay')).toBeUndefined();
});

test('of the rules that apply, the one with the longest text counts, of these the first', () => {
  const evidence = [windowOf('10:00', '11:00', 'PAY-134 Retry – Figma')];
  const [short, long] = [rule('title', 'pay'), rule('title', 'retry', toCopy)];
  for (const rules of [
    [short, long],
    [long, short],
    [rule('title', 'nothing'), long, rule('title', 'figma')],
  ])
    expect(proposeFor(GAP, evidence, { rules }).map(shown)).toEqual(['WEB-62 10:00–11:00']);
});

test('a rule for a meeting goes before a longer one for its calendar', () => {
  const rules = [rule('calendar', 'meetings of all'), rule('event', 'sync', toCopy)];
  const [first] = proposeFor(GAP, [eventOf('10:00', '11:00', 'Sync', { calendar: 'Meetings of all' })], { rules });
  expect(first && shown(first)).toBe('WEB-62 10:00–11:00');
});

test('a rule contains plain text and no pattern', () => {
  const evidence = [windowOf('10:00', '11:00', 'PAY-134')];
  expect(proposeFor(GAP, evidence, { rules: [rule('title', '.*')] }).map(shown)).toEqual(['PAY-134 10:00–11:00']);
  expect(ProposalRule.safeParse({ where: 'title', contains: '  ', proposes: { kind: 'never' } }).success).toBe(false);
});

test('a task that is never to be suggested is not, whatever is found', () => {
  const evidence = [windowOf('10:00', '11:00', 'PAY-134')];
  const entries = [entryOf(RETRY, at('09:00'), at('10:00'))];
  expect(proposeFor(GAP, evidence, { entries, rules: [rule('task', 'pay-134')] })).toEqual([]);
  expect(proposeFor(GAP, evidence, { rules: [rule('task', 'pay-13')] })).toHaveLength(1);
});

const learnTimes = (times: number, answer: 'accepted' | 'refused', before: readonly Learned[] = []): Learned[] =>
  Array.from({ length: times }).reduce<Learned[]>(
    (learned) => learn(learned, [{ where: 'event', text: 'Sync with Acme' }], toCopy, answer),
    [...before],
  );

test('what was accepted for a meeting is proposed the next time, and the number of times is the reason', () => {
  const evidence = [eventOf('10:00', '11:00', 'sync with acme')];
  const [first] = proposeFor(GAP, evidence, { learned: learnTimes(3, 'accepted') });
  expect(first && shown(first)).toBe('WEB-62 10:00–11:00');
  expect(first?.reasons.at(-1)).toMatchObject({ kind: 'learned', parameters: { where: 'event', accepted: 3 } });
  const refused = learnTimes(3, 'refused', learnTimes(3, 'accepted'));
  expect(proposeFor(GAP, evidence, { learned: refused, tasks: [COPY] })).toEqual([]);
});

test('rules and counts from before a second account was opened count for the task of the account that has it', () => {
  const evidence = [eventOf('10:00', '11:00', 'Sync with Acme: landing page copy')];
  const text = 'Sync with Acme: landing page copy';
  const before = learn([], [{ where: 'event', text }], toCopy, 'accepted');
  const tasks = [{ ...COPY, accountId: 'ana' }];
  const both: ProposalTarget = { kind: 'task', task: { ...toCopy.task, accountId: 'ana' } };
  const accepted = learn(before, [{ where: 'event', text }], both, 'accepted');
  for (const more of [{ rules: [rule('event', 'sync', toCopy)] }, { learned: before }, { learned: accepted }])
    expect(proposeFor(GAP, evidence, { tasks, ...more }).map(({ target }) => target)).toEqual([
      expect.objectContaining({ task: expect.objectContaining({ taskId: 'WEB-62', accountId: 'ana' }) }),
    ]);
  const [first] = proposeFor(GAP, evidence, { tasks, learned: accepted });
  expect(first?.reasons.at(-1)).toMatchObject({ kind: 'learned', parameters: { accepted: 2 } });
  const refused = Array.from({ length: 5 }).reduce<Learned[]>(
    (learned) => learn(learned, [{ where: 'event', text }], toCopy, 'refused'),
    [],
  );
  const score = (learned: Learned[]) => proposeFor(GAP, evidence, { tasks, learned })[0]?.score ?? 0;
  expect(score(refused)).toBeLessThan(score([]) / 2);
});

test('a rule or count for a task that no open account knows proposes nothing, and hides no other rule', () => {
  const evidence = [eventOf('10:00', '11:00', 'Sync with Acme')];
  const rules = [rule('event', 'sync', toCopy)];
  const tasks = [RETRY];
  expect(proposeFor(GAP, evidence, { tasks, rules, learned: learnTimes(3, 'accepted') })).toEqual([]);
  const pause = rule('event', 'acme', { kind: 'not-work' });
  expect(proposeFor(GAP, evidence, { tasks, rules: [...rules, pause] }).map(shown)).toEqual(['not work 10:00–11:00']);
});

test('a program that was accepted for many tasks says nothing', () => {
  const learned = ['A', 'B', 'C'].flatMap((name) =>
    learn([], [{ where: 'app', text: 'firefox' }], { kind: 'project', projectName: name }, 'accepted'),
  );
  expect(proposeFor(GAP, [windowOf('10:00', '11:00', 'News', 'firefox')], { learned })).toEqual([]);
});

test('words that were refused lose weight, an identifier does not', () => {
  const refuse = (title: string) =>
    Array.from({ length: 5 }).reduce<Learned[]>(
      (learned) => learn(learned, [{ where: 'title', text: title }], toCopy, 'refused'),
      [],
    );
  const scores = (title: string) =>
    [[], refuse(title)].map(
      (learned) => proposeFor(GAP, [windowOf('10:00', '11:00', title)], { learned })[0]?.score ?? 0,
    );
  const [words = 0, refusedWords = 0] = scores('landing page copy');
  expect(refusedWords).toBeLessThan(words / 2);
  const [named, refusedName] = scores('WEB-62');
  expect(refusedName).toBe(named);
});

test('a proposal names the texts that rules and counts can use', () => {
  const evidence = [windowOf('10:00', '10:50', '(3) PAY-134 Checkout', 'firefox'), commitAt('10:50', 'PAY-134')];
  expect(proposeFor(GAP, evidence)[0]?.features).toEqual(
    expect.arrayContaining([
      { where: 'title', text: 'PAY-134 Checkout' },
      { where: 'app', text: 'firefox' },
      { where: 'repository', text: 'payments-api' },
    ]),
  );
  expect(proposeFor(GAP, [awayFrom('10:00', '11:00')])[0]?.features).toEqual([]);
});

test('counts keep the latest answers, and never change the list they are given', () => {
  const first = learnTimes(1, 'accepted');
  const many = Array.from({ length: MAX_LEARNED }).reduce<Learned[]>(
    (learned, _, index) =>
      index < 3 ? learn(learned, [{ where: 'title', text: `${index}` }], toCopy, 'accepted') : learned,
    first,
  );
  expect(many.map(({ text }) => text)).toEqual(['Sync with Acme', '0', '1', '2']);
  expect(learnTimes(1, 'refused', many).at(-1)).toMatchObject({ text: 'Sync with Acme', accepted: 1, refused: 1 });
  expect(first).toMatchObject([{ accepted: 1, refused: 0 }]);
  const full = Array.from({ length: MAX_LEARNED }, (_, index): Learned => {
    return { where: 'title', text: `${index}`, target: toCopy, accepted: 1, refused: 0 };
  });
  const after = learnTimes(1, 'accepted', full);
  expect(after).toHaveLength(MAX_LEARNED);
  expect(after[0]?.text).toBe('1');
});
