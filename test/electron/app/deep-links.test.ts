/** Links to a task of several accounts: one that is meant is opened, and of several the person is asked which. */
import { expect, test } from 'vitest';
import type { MainParts } from '../../../electron/app/context.ts';
import { setUpDeepLinks } from '../../../electron/app/deep-links.ts';
import { until } from '../../until.ts';

/** Accounts at these servers, each with a task PAY-1, and what following a link has done. */
function linksOf(...people: [server: string, userName: string, further?: string][]) {
  const done: unknown[] = [];
  const taskOf = (at: number) => ({
    id: 'pay-1',
    identifier: 'PAY-1',
    title: 'Refund fails',
    projectName: 'Payments',
    projectId: 'pay',
    accountId: String(at),
  });
  const each = people.map(([server, userName, further], at) => ({
    accountId: String(at),
    account: {
      view: () => ({
        id: String(at),
        server,
        userId: userName,
        userName,
        kind: 'device',
        status: 'signed-in',
        workspaces: [{ id: 'w', name: further ?? 'Work' }],
        workspaceId: 'w',
        isFurther: further !== undefined,
      }),
      permissions: { missing: () => [] },
      marked: <T>(task: T): T => task,
    },
    tasks: {
      view: () => ({ tasks: [taskOf(at)], total: 1, failingSince: null }),
      findAtService: async () => undefined,
    },
    projects: { directory: { lists: () => ({ projects: [] }) } },
  }));
  const first = { id: () => '0', required: () => ({ id: '0' }) };
  const accountsOf = (tasks: { accountId: string }[]) => tasks.map(({ accountId }) => accountId);
  const parts = {
    act: (work: () => unknown) => work(),
    featureContext: { showToast: (text: string) => done.push(text), monotonic: () => 0 },
    features: {
      each: () => each,
      inFront: () => each[0],
      account: { first, accounts: { known: () => [] } },
      outbox: { count: () => 0 },
      time: {
        entries: { recent: () => [] },
        linkQuestions: {
          askStart: (_: string, tasks: { accountId: string }[]) => done.push({ start: accountsOf(tasks) }),
          askWhichToOpen: (_: string, tasks: { accountId: string }[]) => done.push({ which: accountsOf(tasks) }),
        },
      },
    },
    windows: {
      popover: { show: () => done.push('shown') },
      quickAdd: { show: ({ accountId }: { accountId?: string }) => done.push({ add: accountId }) },
      showTask: ({ accountId }: { accountId: string }) => done.push({ open: accountId }),
    },
  };
  const follow = setUpDeepLinks(parts as unknown as MainParts);
  return async (link: string): Promise<unknown> => {
    done.length = 0;
    follow(link);
    await until(
      () => done.length,
      (count) => count > 0,
    );
    return done[0];
  };
}

const twoPeople = () =>
  linksOf(['pm.acme.example', 'Ana Kovač'], ['pm.acme.example', 'Mira Holm'], ['pm.marl.example', 'Ana']);

test('a link of a server opens in the account of that server', async () => {
  expect(await twoPeople()('punchcard://open?task=PAY-1&account=pm.marl.example')).toEqual({ open: '2' });
});

test('a link of a server of two people asks which; one that names the person does not', async () => {
  const follow = twoPeople();
  expect(await follow('punchcard://open?task=PAY-1&account=pm.acme.example')).toEqual({ which: ['0', '1'] });
  expect(await follow('punchcard://start?task=PAY-1&account=pm.acme.example')).toEqual({ start: ['0', '1'] });
  expect(await follow('punchcard://open?task=PAY-1&account=pm.acme.example%20%C2%B7%20Mira%20Holm')).toEqual({
    open: '1',
  });
  // Not that for new tasks, which may be at another server.
  expect(await follow('punchcard://add?text=Call&account=pm.acme.example')).toEqual({ add: '0' });
  expect(await follow('punchcard://add?text=Call&account=pm.marl.example')).toEqual({ add: '2' });
});

test('a link of a server with two workspaces adds to the first, also where the other is listed before it', async () => {
  const follow = linksOf(['pm.marl.example', 'Ana'], ['pm.acme.example', 'Ana', 'Studio'], ['pm.acme.example', 'Ana']);
  expect(await follow('punchcard://add?text=Call&account=pm.acme.example')).toEqual({ add: '2' });
});

test('a link that names no account asks which of all, and an unknown one says so', async () => {
  const follow = twoPeople();
  expect(await follow('punchcard://open?task=PAY-1')).toEqual({ which: ['0', '1', '2'] });
  expect(await follow('punchcard://open?task=PAY-1&account=nowhere.example')).toMatch(/nowhere\.example/);
});
