/** What is proposed for a gap, and why. */
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Evidence } from '../../../shared/contract/evidence.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { MAX_EVIDENCE_TEXT, MAX_PROPOSALS } from '../../../shared/limits.ts';
import { MAX_EVIDENCE, relevantEvidence } from '../../../shared/proposals/evidence.ts';
import { overlapMs } from '../../../shared/time/overlaps.ts';
import { shownSpan } from '../../../shared/time/shown-times.ts';
import {
  at,
  awayFrom,
  COPY,
  commitAt,
  entryOf,
  eventOf,
  PLANNING,
  proposeFor,
  RETRY,
  shown,
  span,
  TASKS,
  task,
  WEBHOOKS,
  windowOf,
} from './evidence.ts';

const GAP = span('10:00', '11:00');
const kindsOf = (proposal: ReturnType<typeof proposeFor>[number] | undefined) =>
  proposal?.reasons.map(({ kind }) => kind);

describe('what evidence means', () => {
  test.each([
    ['an identifier in a title', 'name', windowOf('10:00', '11:00', 'PAY-134 checkout.ts')],
    ['an identifier in a branch', 'name', commitAt('10:55', 'Read the reason', 'feature/fix_pay_134-retry')],
    ['an identifier in a message', 'name', commitAt('10:55', 'pay-134: read the reason')],
    ['words of the title', 'words', windowOf('10:00', '11:00', 'declined card – notes')],
    ['an inflected word of a meeting', 'words', eventOf('10:00', '11:00', 'Declines: retry of cards')],
  ])('%s', (_, by, evidence) => {
    const proposals = proposeFor(GAP, [evidence]);
    expect(proposals.map(shown)).toEqual(['PAY-134 10:00–11:00']);
    expect(proposals[0]?.reasons[0]?.parameters).toMatchObject({ by });
  });

  test('work in a repository is for its next commit, or its branch', () => {
    const work = windowOf('10:00', '11:00', 'payments-api');
    const by = (evidence: Evidence) =>
      proposeFor(GAP, [work, evidence])[0]?.reasons.map(
        ({ kind, parameters }) => `${kind} ${'by' in parameters && parameters.by}`,
      );
    expect(by(commitAt('11:05', 'PAY-134 Retry'))).toContain('window commit');
    const branch = { kind: 'branch', ...GAP, repository: 'payments-api', branch: 'pay-134' } as const;
    expect(by(branch)).toContain('window branch');
  });

  test('the address of a task at the service means it', () => {
    const address = 'https://tasks.example.org/dashboard/workspace/w1/project/p1/task/Abc-9xY?tab=1';
    const tasks = [
      { ...RETRY, taskId: 'Abc-9xY' },
      { ...COPY, taskId: 'Abc-9xYz' },
    ];
    expect(proposeFor(GAP, [commitAt('10:50', `Fix ${address}`)], { tasks }).map(shown)).toEqual([
      'PAY-134 10:00–11:00',
    ]);
  });

  test('the number of a linked page means its task in its own repository only', () => {
    const linked = [task('PAY-1', 'One', ['https://github.com/acme/payments-api/pull/412']), task('PAY-2', 'Two')];
    const page = (repository: string) => windowOf('10:00', '11:00', `Review · Pull Request #412 · ${repository}`);
    expect(proposeFor(GAP, [page('acme/payments-api')], { tasks: linked }).map(shown)).toEqual(['PAY-1 10:00–11:00']);
    expect(proposeFor(GAP, [page('acme/website')], { tasks: linked })).toEqual([]);
    const commit = commitAt('10:50', 'Fixes #412');
    expect(proposeFor(GAP, [commit], { tasks: linked }).map(shown)).toEqual(['PAY-1 10:00–11:00']);
  });

  test('an identifier that is part of a longer one means nothing', () => {
    expect(proposeFor(GAP, [windowOf('10:00', '11:00', 'XPAY-134 PAY-1345 PAY-134x')])).toEqual([]);
  });

  test('a title that lists many tasks means none', () => {
    const title = TASKS.map(({ identifier }) => identifier).join(' ');
    expect(proposeFor(GAP, [windowOf('10:00', '11:00', title)])).toEqual([]);
  });

  test('words that fit two tasks as well mean neither', () => {
    const similar = [task('NL-1', 'Newsletter October'), task('NL-2', 'Newsletter November')];
    expect(proposeFor(GAP, [windowOf('10:00', '11:00', 'Newsletter')], { tasks: similar })).toEqual([]);
  });

  test('the name of the program is no word of a task', () => {
    const writer = [task('HR-1', 'Hire a writer')];
    expect(
      proposeFor(GAP, [windowOf('10:00', '11:00', 'Untitled 1 — Writer', 'libreoffice-writer')], { tasks: writer }),
    ).toEqual([]);
  });

  test('work in a repository belongs to the commit that follows', () => {
    const evidence = [windowOf('10:10', '10:50', 'checkout.ts - payments-api'), commitAt('10:52', 'PAY-134 Retry')];
    const [first] = proposeFor(GAP, evidence);
    expect(first && shown(first)).toBe('PAY-134 10:00–11:00');
    expect(kindsOf(first)).toEqual(['commit', 'window']);
  });

  test('a window that stays open over commits belongs to each in turn', () => {
    const evidence = [
      windowOf('10:00', '10:55', 'checkout.ts - payments-api'),
      commitAt('10:25', 'PAY-134 Retry'),
      commitAt('10:55', 'PAY-131 Webhooks'),
    ];
    expect(proposeFor(GAP, evidence).map(shown)).toEqual(['PAY-131 10:25–11:00', 'PAY-134 10:00–10:25']);
  });

  test('without a commit it belongs to the branch that is checked out', () => {
    const branch: Evidence = {
      kind: 'branch',
      ...span('09:00', '12:00'),
      repository: 'payments-api',
      branch: 'pay-134',
    };
    const evidence = [branch, windowOf('10:00', '10:58', 'checkout.ts - payments-api')];
    expect(proposeFor(GAP, evidence).map(shown)).toEqual(['PAY-134 10:00–11:00']);
  });

  test('a branch left checked out says nothing without work in its repository', () => {
    const branch: Evidence = {
      kind: 'branch',
      from: at('15:00', 18),
      to: at('18:00'),
      repository: 'payments-api',
      branch: 'pay-134',
    };
    expect(proposeFor(GAP, [branch])).toEqual([]);
    expect(proposeFor(GAP, [branch, windowOf('10:00', '11:00', 'News')])).toEqual([]);
  });

  test.each([
    [at('15:00', 18), []],
    [at('23:40', 18), ['PAY-134 00:00–00:40']],
    [0, []],
  ])('a branch counts as checked out when it was, not where the reading of the day begins', (checkedOut, expected) => {
    const branch = { kind: 'branch', ...span('00:00', '18:00'), repository: 'api', branch: 'pay-134' } as const;
    expect(proposeFor(span('00:00', '01:00'), [{ ...branch, checkedOut }]).map(shown)).toEqual(expected);
  });

  test('what was done with a task in Punchcard is evidence around that time', () => {
    const opened: Evidence = { kind: 'task', ...span('10:05', '10:05'), taskId: 'PAY-134', action: 'commented' };
    const [first] = proposeFor(GAP, [opened]);
    expect(first && shown(first)).toBe('PAY-134 10:00–10:45');
    expect(first?.reasons).toMatchObject([{ kind: 'task', parameters: { action: 'commented', count: 1 } }]);
  });

  test('what was done with a task means the one of its account', () => {
    const own = TASKS.map((task) => ({ ...task, accountId: 'own' }));
    const tasks = [...own.map((task) => ({ ...task, accountId: 'other' })), ...own];
    const opened: Evidence = {
      kind: 'task',
      ...span('10:05', '10:05'),
      taskId: 'PAY-134',
      accountId: 'own',
      action: 'commented',
    };
    const targets = proposeFor(GAP, [opened], { tasks }).map(({ target }) => target);
    expect(targets).toMatchObject([{ task: { taskId: 'PAY-134', accountId: 'own' } }]);
  });

  test('private windows are not looked at', () => {
    const title = 'PAY-134 — Mozilla Firefox Private Browsing';
    expect(proposeFor(GAP, [windowOf('10:00', '11:00', title, 'firefox')])).toEqual([]);
  });
});

describe('meetings', () => {
  test('a meeting whose title says nothing is proposed for the task of all meetings', () => {
    const [first] = proposeFor(GAP, [eventOf('10:15', '10:45', 'Sync with Acme')]);
    expect(first && shown(first)).toBe('WEB-57 10:15–10:45');
    expect(first?.reasons).toMatchObject([
      { kind: 'event', parameters: { title: 'Sync with Acme', calendar: 'Work' } },
    ]);
  });

  test.each([
    ['cancelled', { status: 'cancelled' as const }],
    ['cancelled by its title only', { title: 'Canceled: PAY-134 review' }],
    ['declined', { response: 'declined' as const }],
    ['all-day', { isAllDay: true }],
    ['shown as free', { isFree: true }],
    ['blocked for work', { title: 'Focus time' }],
  ])('none that is %s', (_, change) => {
    expect(proposeFor(GAP, [eventOf('10:00', '11:00', 'PAY-134 review', change)])).toEqual([]);
  });

  test('lunch and the doctor are not work', () => {
    expect(proposeFor(GAP, [eventOf('10:00', '11:00', 'Zahnarzt')]).map(shown)).toEqual(['not work 10:00–11:00']);
  });
});

describe('time away', () => {
  test('is proposed as not work, with what kept the person away', () => {
    const [first] = proposeFor(GAP, [awayFrom('10:00', '11:00', 'lock')]);
    expect(first && shown(first)).toBe('not work 10:00–11:00');
    expect(first?.reasons).toMatchObject([{ kind: 'away', parameters: { awayKind: 'lock', ...GAP } }]);
  });

  test('windows that stay open meanwhile say nothing', () => {
    const evidence = [windowOf('10:00', '11:00', 'PAY-134'), awayFrom('10:20', '11:00')];
    expect(proposeFor(GAP, evidence).map(shown).sort()).toEqual(['PAY-134 10:00–10:20', 'not work 10:20–11:00']);
  });

  test('a coffee does not divide the work around it', () => {
    const evidence = [
      windowOf('10:00', '10:30', 'PAY-134'),
      awayFrom('10:30', '10:40'),
      windowOf('10:40', '11:00', 'PAY-134'),
    ];
    expect(proposeFor(GAP, evidence).map(shown)).toContain('PAY-134 10:00–11:00');
  });

  test('nobody is away in a meeting or a call, unless the screen is locked during the call', () => {
    expect(
      proposeFor(GAP, [eventOf('10:00', '11:00', 'Planning'), awayFrom('10:00', '11:00', 'lock')]).map(shown),
    ).toEqual(['WEB-57 10:00–11:00']);
    const call = windowOf('10:00', '11:00', 'Zoom Meeting', 'zoom');
    expect(proposeFor(GAP, [call, awayFrom('10:00', '11:00')], { tasks: [] })).toEqual([]);
    expect(proposeFor(GAP, [call, awayFrom('10:00', '11:00', 'lock')], { tasks: [] }).map(shown)).toEqual([
      'not work 10:00–11:00',
    ]);
  });
});

describe('neighbours and habits', () => {
  const before = entryOf(RETRY, at('09:00'), at('10:00'));
  const after = entryOf(COPY, at('11:00'), at('12:00'));

  test('without any evidence, the entries next to the gap are proposed', () => {
    const proposals = proposeFor(GAP, [], { entries: [before, after] });
    expect(proposals.map(shown)).toEqual(['PAY-134 10:00–11:00', 'WEB-62 10:00–11:00']);
    expect(proposals.map(kindsOf)).toEqual([['entry-before'], ['entry-after']]);
  });

  test('neither is evidence unless Punchcard itself is a source', () => {
    const habits = [16, 17, 18].map((day) => entryOf(PLANNING, at('10:30', day), at('10:45', day)));
    const entries = [...habits, before, after];
    const notWork = [16, 17, 18].map((day) => ({ from: at('10:00', day), to: at('10:30', day) }));
    expect(proposeFor(GAP, [], { entries, notWork }).map(shown).sort()).toEqual([
      'PAY-134 10:00–11:00',
      'WEB-57 10:30–10:45',
      'WEB-62 10:00–11:00',
      'not work 10:00–10:30',
    ]);
    expect(proposeFor(GAP, [], { entries, notWork, usesOwnEvidence: false })).toEqual([]);
    const evidence = [windowOf('10:00', '11:00', 'PAY-134')];
    const [first, ...others] = proposeFor(GAP, evidence, { entries, usesOwnEvidence: false });
    expect([kindsOf(first), others]).toEqual([['window'], []]);
  });

  test('not where the computer was watched and nobody used it', () => {
    expect(proposeFor(GAP, [windowOf('09:00', '09:50', 'News')], { entries: [before, after] })).toEqual([]);
  });

  test('not for a gap of more than two hours, or of one beside a single entry', () => {
    const long = span('10:00', '12:30');
    expect(proposeFor(long, [], { entries: [before, entryOf(COPY, at('12:30'), at('13:00'))] })).toEqual([]);
    expect(proposeFor(span('10:00', '11:30'), [], { entries: [before] })).toEqual([]);
  });

  test('the same task found twice is one proposal with two reasons', () => {
    const [first, ...others] = proposeFor(GAP, [windowOf('10:00', '11:00', 'PAY-134')], { entries: [before] });
    expect(kindsOf(first)).toEqual(['window', 'entry-before']);
    expect(others).toEqual([]);
  });

  test('what was tracked at this hour on most earlier days is proposed at its usual time', () => {
    const past = [12, 13, 16, 17, 18].map((day) => entryOf(PLANNING, at('10:30', day), at('10:45', day)));
    const [first] = proposeFor(GAP, [], { entries: past });
    expect(first && shown(first)).toBe('WEB-57 10:30–10:45');
    expect(first?.reasons).toMatchObject([{ kind: 'usual', parameters: { days: 5 } }]);
    expect(proposeFor(GAP, [], { entries: past.slice(0, 2) })).toEqual([]);
  });

  test('lunch as usual is not work', () => {
    const past = [16, 17, 18].map((day) => ({ from: at('10:00', day), to: at('11:00', day) }));
    expect(proposeFor(GAP, [], { notWork: past }).map(shown)).toEqual(['not work 10:00–11:00']);
  });

  test('nothing is proposed where there is nothing', () => {
    expect(proposeFor(GAP, [])).toEqual([]);
    expect(proposeFor({ from: GAP.to, to: GAP.from }, [windowOf('10:00', '11:00', 'PAY-134')])).toEqual([]);
  });
});

describe('times', () => {
  test('each task has its part of the gap', () => {
    const evidence = [windowOf('10:00', '10:25', 'PAY-134'), windowOf('10:25', '11:00', 'PAY-131')];
    expect(proposeFor(GAP, evidence).map(shown)).toEqual(['PAY-131 10:25–11:00', 'PAY-134 10:00–10:25']);
  });

  test('a look at another task does not divide the work around it', () => {
    const evidence = [
      windowOf('10:00', '10:30', 'PAY-134'),
      windowOf('10:30', '10:33', 'PAY-131'),
      windowOf('10:33', '11:00', 'PAY-134'),
    ];
    expect(proposeFor(GAP, evidence).map(shown)[0]).toBe('PAY-134 10:00–11:00');
  });

  test('a few minutes before the edge of the gap belong to what is next to them, half an hour does not', () => {
    expect(proposeFor(GAP, [windowOf('10:08', '10:30', 'PAY-134')]).map(shown)).toEqual(['PAY-134 10:00–10:30']);
  });

  test('an entry in the gap divides it', () => {
    const entries = [entryOf(COPY, at('10:00'), at('10:05')), entryOf(COPY, at('10:30'), at('10:40'))];
    const [first] = proposeFor(GAP, [windowOf('10:08', '11:00', 'PAY-134')], { entries });
    expect(first && shown(first)).toBe('PAY-134 10:05–10:30');
  });

  test('of more than five tasks, the five with the most evidence are proposed', () => {
    const tasks = [1, 2, 3, 4, 5, 6, 7].map((number) => task(`PAY-${number}`, ''));
    const evidence = tasks.map(({ identifier }, index) =>
      windowOf(`1${index}:00`, `1${index}:${20 + index}`, identifier),
    );
    const names = proposeFor(span('10:00', '17:00'), evidence, { tasks }).map(({ target }) => {
      return target.kind === 'task' ? target.task.identifier : '';
    });
    expect(names).toEqual(['PAY-7', 'PAY-6', 'PAY-5', 'PAY-4', 'PAY-3']);
  });

  test('a commit is the end of work since the one before, or of two hours', () => {
    const gap = span('06:00', '12:00');
    expect(proposeFor(gap, [commitAt('11:55', 'PAY-134')]).map(shown)).toEqual(['PAY-134 09:55–12:00']);
    const two = [commitAt('10:30', 'PAY-131'), commitAt('11:55', 'PAY-134')];
    expect(proposeFor(gap, two).map(shown).sort()).toEqual(['PAY-131 08:30–10:30', 'PAY-134 10:30–12:00']);
  });

  test('a gap that reaches into the future ends now', () => {
    const [first] = proposeFor(GAP, [windowOf('10:00', '11:00', 'PAY-134')], { now: at('10:40') });
    expect(first && shown(first)).toBe('PAY-134 10:00–10:40');
  });

  test('a gap over a change of the clock is as long as the time that passed', () => {
    const { TZ = 'UTC' } = process.env;
    onTestFinished(() => {
      process.env.TZ = TZ;
    });
    process.env.TZ = 'Europe/Berlin';
    const gap = { from: Date.parse('2026-10-25T01:00:00+02:00'), to: Date.parse('2026-10-25T04:00:00+01:00') };
    const evidence: Evidence = { kind: 'window', ...gap, app: 'editor', title: 'PAY-134' };
    const [first] = proposeFor(gap, [evidence], { now: gap.to });
    expect(first).toMatchObject(gap);
    expect(gap.to - gap.from).toBe(4 * 60 * MINUTE_MS);
  });
});

describe('whatever the evidence is', () => {
  // Few values, so that several pieces of evidence have the same times.
  const Minute = fc.integer({ min: -6, max: 24 }).map((part) => 10 * part);
  const Title = fc.oneof(
    fc.constantFrom('PAY-134', 'WEB-62 landing page', 'Planning', '__proto__', 'constructor', '‮431-YAP', '<img src=x>'),
    fc.string({ maxLength: 40 }),
  );
  const Times = fc
    .tuple(Minute, fc.integer({ min: 0, max: 6 }))
    .map(([from, parts]) => [from, 15 * parts] as const)
    .map(([from, length]) => ({
      from: GAP.from + from * MINUTE_MS,
      to: GAP.from + (from + length) * MINUTE_MS + 1_234,
    }));
  const Piece = fc
    .tuple(Times, Title, fc.constantFrom('window', 'commit', 'event', 'away', 'task', 'branch'))
    .map(([times, title, kind]): Evidence => {
      if (kind === 'window') return { kind, ...times, app: 'editor', title };
      if (kind === 'commit')
        return { kind, ...times, to: times.from, repository: 'payments-api', branch: title, message: title };
      if (kind === 'branch') return { kind, ...times, repository: 'payments-api', branch: title };
      if (kind === 'away') return { kind, ...times, awayKind: 'idle' };
      if (kind === 'task') return { kind, ...times, to: times.from, taskId: title, action: 'opened' };
      return {
        kind: 'event',
        ...times,
        calendar: title,
        title,
        isAllDay: false,
        isFree: false,
        status: 'confirmed',
        response: 'none',
      };
    });
  const Entries = fc.array(
    Times.map(({ from, to }) => entryOf(WEBHOOKS, from, to)),
    { maxLength: 4 },
  );

  test('at most five proposals lie within the gap, on whole minutes, beside all entries, the best first', () => {
    fc.assert(
      fc.property(
        fc.array(Piece, { maxLength: 30 }),
        Entries,
        fc.integer({ min: 0, max: 200 }),
        (evidence, entries, length) => {
          const gap = { from: GAP.from, to: GAP.from + length * MINUTE_MS };
          const proposals = proposeFor(gap, evidence, { entries });
          expect(proposals.length).toBeLessThanOrEqual(MAX_PROPOSALS);
          expect(new Set(proposals.map(({ target }) => JSON.stringify(target))).size).toBe(proposals.length);
          for (const [index, proposal] of proposals.entries()) {
            expect(proposal.from).toBeGreaterThanOrEqual(gap.from);
            expect(proposal.to).toBeLessThanOrEqual(gap.to);
            expect(proposal.to).toBeGreaterThan(proposal.from);
            expect([proposal.from % MINUTE_MS, proposal.to % MINUTE_MS]).toEqual([0, 0]);
            expect(proposal.score).toBeLessThanOrEqual(proposals[index - 1]?.score ?? 1);
            expect(proposal.reasons).not.toEqual([]);
            for (const entry of entries) expect(overlapMs(proposal, shownSpan(entry, at('23:59')))).toBe(0);
          }
        },
      ),
    );
  });

  test('its order does not matter', () => {
    const shuffled = fc
      .array(Piece, { maxLength: 30 })
      .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
    fc.assert(
      fc.property(shuffled, ([evidence, other]) => {
        expect(proposeFor(GAP, other)).toEqual(proposeFor(GAP, evidence));
        expect(relevantEvidence(other, GAP)).toEqual(relevantEvidence(evidence, GAP));
      }),
    );
  });

  test('a title of a million characters counts by its beginning', () => {
    const long = `PAY-134 ${'a-1_'.repeat(250_000)}`;
    const parsed = Evidence.parse({
      kind: 'window',
      ...GAP,
      app: 'a',
      title: long,
    });
    expect(parsed).toMatchObject({ title: expect.stringMatching(/^PAY-134 /) });
    expect(JSON.stringify(parsed).length).toBeLessThan(MAX_EVIDENCE_TEXT + 200);
    const beginning = proposeFor(GAP, [windowOf('10:00', '11:00', long.slice(0, MAX_EVIDENCE_TEXT))]).map(shown);
    expect(proposeFor(GAP, [windowOf('10:00', '11:00', long)]).map(shown)).toEqual(beginning);
    expect(beginning).toEqual(['PAY-134 10:00–11:00']);
  });

  test('of a hundred thousand windows, each title is read a few times and the longest windows count', () => {
    let reads = 0;
    const count = 100_000;
    const windows = Array.from({ length: count }, (_, index): Evidence => {
      const from = GAP.from + index * 36;
      const to = from + (index % 100 === 0 ? MINUTE_MS : 1_000);
      return Object.defineProperty({ kind: 'window', from, to, app: 'editor', title: '' }, 'title', {
        enumerable: true,
        get: () => {
          reads += 1;
          return index % 100 === 0 ? 'PAY-134' : 'PAY-131';
        },
      });
    });
    expect(proposeFor(GAP, windows).map(shown)).toMatchObject(['PAY-134 10:00–11:00']);
    // Twice to leave out private ones and to sort, then only those that count.
    expect(reads).toBeLessThan(2 * count + 100 * MAX_EVIDENCE);
    expect(relevantEvidence(windows, GAP)).toHaveLength(MAX_EVIDENCE);
  });
});
