/**
 * Requests to the service with the list, a board and a task's page open and three projects: after an own write, after a change by
 * somebody else, and after a lost connection. Counted at the server.
 */
import { z } from 'zod';
import { launchApp } from '../app/app.ts';
import { readState, until } from '../app/steps.ts';
import { type Bench, figure, quantile } from './figures.ts';
import { prepare } from './launch.ts';

/** After a burst of events and the requests they cause. */
const QUIET_MS = 1_500;
/** Lost sockets reopen within ten seconds, and missed changes are read within ten more. */
const RECONNECT_MS = 25_000;
/** The list, the number of unread notifications, the board, the task's page, and the comments on it. */
const OPEN_VIEWS = 5;
const TIMES = 5;

export const requests: Bench = {
  name: 'requests',
  async run(_folder, { isQuick }) {
    const { service, punchcard, stop } = await prepare();
    for (const slug of ['TWO', 'THR']) await makeProject(service.call, slug);
    const app = await launchApp({ dataFolder: punchcard.dataFolder });
    try {
      const page = await app.page();
      const { tasks } = await until(
        () => readState(page),
        (state) => state.tasks.fetchedAt !== null && state.account?.status === 'signed-in',
      );
      const [one] = tasks.tasks;
      if (one === undefined) throw new Error('There is no task.');
      const { id: taskId, projectId } = one;
      // Rejected until the credential is read from the keychain; until then the state is the snapshot.
      await until(
        () => page.evaluate((id) => window.punchcard.send('board.open', { projectId: id }), projectId),
        ({ ok }) => ok,
      );
      await until(
        () => page.evaluate((id) => window.punchcard.send('tasks.details', { taskId: id }), taskId),
        ({ ok }) => ok,
      );
      await until(
        () => readState(page),
        ({ board, taskPage }) => board?.fetchedAt != null && taskPage?.task.id === taskId,
      );
      // The requests of the start and after the opening of sockets are done.
      await pause(RECONNECT_MS);

      /** Requests since then, except the polls of remote timers, a dozen a minute. */
      async function counted(ms: number, work: () => Promise<unknown>): Promise<number> {
        const before = service.served.requests.length;
        await work();
        await pause(ms);
        const isCounted = ({ path, headers }: { path: string; headers: Record<string, string> }) =>
          headers['user-agent']?.startsWith('Punchcard') === true && !path.includes('/ws/') && !isRemoteTimerPoll(path);
        return service.served.requests.slice(before).filter(isCounted).length;
      }
      const isRemoteTimerPoll = (path: string) => /\/time-entry\/task\//.test(path) && !path.includes(taskId);

      const [own, foreign]: [number[], number[]] = [[], []];
      for (let time = 1; time <= (isQuick ? 2 : TIMES); time += 1) {
        const title = `Titled ${time}`;
        own.push(
          await counted(QUIET_MS, async () => {
            await page.evaluate((set) => window.punchcard.send('tasks.set-title', set), { taskId, title });
            await until(
              () => readState(page),
              ({ unsent, taskPage }) => unsent.items.length === 0 && taskPage?.task.title === title,
              60_000,
            );
          }),
        );
        const theirs = { title: `Theirs ${time}` };
        foreign.push(
          await counted(QUIET_MS, async () => {
            await service.call('PUT', `/task/title/${taskId}`, theirs);
            await until(
              () => readState(page),
              ({ taskPage }) => taskPage?.task.title === theirs.title,
            );
          }),
        );
      }
      const reconnect = await counted(RECONNECT_MS, async () => service.served.dropSockets());
      return [
        figure('requests: per own write', quantile(own, 0.5), '×', { goal: 2 }),
        figure('requests: per foreign event', quantile(foreign, 0.5), '×', { goal: 1 }),
        figure(`requests: after a reconnect, ${OPEN_VIEWS} open views`, reconnect, '×', { goal: 2 * OPEN_VIEWS }),
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

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
