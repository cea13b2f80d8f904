/**
 * Requests to the service with the list, a board and a task's page open and three projects: after own writes, after a change by
 * somebody else, and after a lost connection. Counted at the server.
 */
import { z } from 'zod';
import type { NewTask, TaskView } from '../../shared/contract/index.ts';
import { launchApp } from '../app/app.ts';
import { send, sendNow, untilState } from '../app/steps.ts';
import { until } from '../until.ts';
import { atMost, type Bench, type Figure, figure, pause } from './figures.ts';
import { prepare } from './launch.ts';

/** After a burst of events and the requests they cause. */
const QUIET_MS = 1_500;
/** Lost sockets reopen within ten seconds, and missed changes are read within ten more. */
const RECONNECT_MS = 25_000;
/** The list, the number of unread notifications, the board, the task's page, and the comments on it. */
const OPEN_VIEWS = 5;
const TIMES = 3;

export const requests: Bench = {
  name: 'requests',
  async run(_folder, { isQuick }) {
    const { service, punchcard, stop } = await prepare();
    for (const slug of ['TWO', 'THR']) await makeProject(service.call, slug);
    const app = await launchApp({ dataFolder: punchcard.dataFolder });
    try {
      const page = await app.page();
      const { tasks } = await untilState(
        page,
        (state) => state.tasks.fetchedAt !== null && state.account?.status === 'signed-in',
      );
      // None of those that a remote timer is likely to run for, so that polls can be told from the readings of its page.
      const [other, one] = tasks.tasks.slice(-2);
      if (one === undefined || other === undefined) throw new Error('There are no tasks.');
      const { projectId } = one;
      let taskId = one.id;
      // Rejected until the credential is read from the keychain; until then the state is the snapshot.
      await until(
        () => page.evaluate((id) => window.punchcard.send('board.open', { projectId: id }), projectId),
        ({ ok }) => ok,
      );
      const openPage = async () => {
        await until(
          () => page.evaluate((id) => window.punchcard.send('tasks.open-page', { taskId: id }), taskId),
          ({ ok }) => ok,
        );
        await untilState(page, ({ board, taskPage }) => board?.fetchedAt != null && taskPage?.task.id === taskId);
      };
      await openPage();
      // The requests of the start and after the opening of sockets are done.
      await pause(RECONNECT_MS);

      /** Requests since then, except the polls of remote timers, a dozen a minute. */
      async function counted(ms: number, work: () => Promise<unknown>) {
        const before = service.served.requests.length;
        await work();
        await pause(ms);
        const isCounted = ({ path, headers }: { path: string; headers: Record<string, string> }) =>
          headers['user-agent']?.startsWith('Punchcard') === true && !path.includes('/ws/') && !isRemoteTimerPoll(path);
        return service.served.requests.slice(before).filter(isCounted);
      }
      const isRemoteTimerPoll = (path: string) => path.includes('/time-entry/task/') && !path.includes(taskId);
      const { board: read } = await untilState(page, ({ board }) => board?.fetchedAt != null);
      const { columns = [] } = read ?? {};
      const slugOf = (isFinal: boolean) => columns.find((column) => column.isFinal === isFinal)?.slug ?? '';
      const turns = isQuick ? 1 : TIMES;

      const foreign: number[] = [];
      while (foreign.length < turns) {
        const title = `Theirs ${foreign.length}`;
        const all = await counted(QUIET_MS, async () => {
          await service.call('PUT', `/task/title/${taskId}`, { title });
          await untilState(page, ({ taskPage }) => taskPage?.task.title === title);
        });
        foreign.push(all.length);
      }
      // The time of a changed task is polled for some minutes, which looks like a reading of its page.
      taskId = other.id;
      await openPage();
      const reconnect = await counted(RECONNECT_MS, async () => service.served.dropSockets());
      // Last, because sending at once advances the app's clocks.
      const ownWrites: Record<string, (turn: number) => Promise<unknown>> = {
        'a title': (turn) => send(page, 'tasks.change', { changes: [{ taskId, title: `Titled ${turn}` }] }),
        'a completed or reopened task': (turn) =>
          send(page, 'tasks.change', { changes: [{ taskId, status: slugOf(turn % 2 === 0) }] }),
        'a card moved to the end of its column': (turn) =>
          send(page, 'board.move', { taskId: tasks.tasks[turn + 1]?.id ?? '', to: slugOf(false), before: null }),
        'a new task': (turn) =>
          send(page, 'quick-add.create', { tasks: [newTask(one, slugOf(false), turn)], startTimer: false }),
        'a time entry': (turn) => send(page, 'time.add', { taskId, note: '', ...minuteAgo(2 * turn + 2) }),
      };
      const figures: Figure[] = [];
      for (const [what, write] of Object.entries(ownWrites)) {
        const beside: number[] = [];
        while (beside.length < turns) {
          const all = await counted(QUIET_MS, async () => {
            const answer = (await write(beside.length)) as { ok: boolean };
            if (!answer.ok) throw new Error(`${what}: ${JSON.stringify(answer)}`);
            await sendNow(app, page);
            await untilState(page, ({ outbox }) => outbox.items.length === 0);
          });
          beside.push(all.filter(({ method }) => method === 'GET').length);
        }
        figures.push(
          figure(`own write, ${what}: requests beside it`, {
            unit: '',
            values: beside,
            goal: atMost(2),
            how: `${turns} writes with three projects, the list, a board and the task’s page open: the reading requests at the server until 1.5 s later.`,
          }),
        );
      }
      return [
        ...figures,
        figure('a change by another person: requests', {
          unit: '',
          values: foreign,
          goal: atMost(1),
          how: `${turns} new titles by another person, with the same views open: all requests at the server until 1.5 s later.`,
        }),
        figure(`a lost connection, ${OPEN_VIEWS} views open: requests`, {
          unit: '',
          values: reconnect.length,
          goal: atMost(2 * OPEN_VIEWS),
          how: 'All requests at the server in the 25 s after all sockets were dropped, without the openings.',
        }),
      ];
    } finally {
      await app.quit();
      await stop();
    }
  },
};

async function makeProject(call: Awaited<ReturnType<typeof prepare>>['service']['call'], slug: string): Promise<void> {
  const [workspace] = z.array(z.object({ id: z.string() })).parse(await (await call('GET', '/workspace')).json());
  const answer = await call('POST', '/project', { name: slug, workspaceId: workspace?.id, icon: '', slug });
  if (!answer.ok) throw new Error(await answer.text());
}

const newTask = (like: TaskView, status: string, number: number): NewTask => ({
  projectId: like.projectId,
  projectSlug: 'ME',
  title: `New ${number}`,
  description: '',
  priority: 'medium',
  status,
  labels: [],
});

/** A minute that began so many minutes ago. */
const minuteAgo = (minutes: number) => ({
  startTime: new Date(Date.now() - minutes * 60_000).toISOString(),
  endTime: new Date(Date.now() - (minutes - 1) * 60_000).toISOString(),
});
