/** The socket of the running app, as it is wired to what answers. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runAsCommand, setUpCommandLine } from '../../../electron/app/command-line.ts';
import type { MainParts } from '../../../electron/app/context.ts';
import { dropTasks } from '../../../electron/cli/drop-folder.ts';
import type { Request } from '../../../electron/cli/protocol.ts';
import { sendToApp } from '../../../electron/cli/socket-client.ts';
import { createSettings } from '../../../electron/store/settings.ts';
import type { NewTask } from '../../../shared/contract/new-task.ts';
import type { ParserDirectory } from '../../../shared/quick-add/types.ts';
import { directory } from '../../shared/quick-add/directory.ts';
import { PATIENCE_MS } from '../../until.ts';
import { ACCOUNT, startMachine } from '../outbox/machine.ts';

interface AssistantRequest {
  impossible: unknown;
  asks: string;
  run: () => Promise<unknown>;
  did: (reply: unknown) => string | null;
}

/** `current`: the account in front; null while signed out. */
async function start({
  current = { id: ACCOUNT } as { id: string } | null,
  names = (): ParserDirectory | null => null,
} = {}) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'punchcard-wired-'));
  const machine = await startMachine();
  const [asked, shown, logged]: [string[], unknown[], unknown[]] = [[], [], []];
  const [showToast, notifyOfToast] = [vi.fn(), vi.fn()];
  const server = Promise.withResolvers<void>();
  const account = {
    first: { current: () => current, marked: (task: object) => task },
    accounts: { known: () => [] },
  };
  const one = {
    accountId: current?.id ?? null,
    account: { view: () => null, server: () => 'The server', marked: (task: object) => task },
    projects: { directory: { lists: () => ({ projects: [] }) } },
    quickAdd: { createTasks: () => showToast('Saved') },
    tasks: {
      view: () => ({ tasks: [], total: 0 }),
      findAtService: async (name: string) => {
        asked.push(name);
        await server.promise;
        return { taskId: name, identifier: name, title: 'Far', projectName: 'Far' };
      },
    },
  };
  const wired = setUpCommandLine(
    {
      context: {
        dataFolder,
        now: () => machine.clock.ms,
        database: machine.run.database,
        settings: createSettings(machine.run.database),
      },
      featureContext: { showToast },
      act: (work: () => void) => work(),
      features: {
        account,
        each: () => [one],
        inFront: () => one,
        localPort: {},
        hooks: { fromHook: (run: () => unknown) => run() },
        assistants: {
          async request({ impossible, asks, run, did }: AssistantRequest) {
            if (impossible !== null) return impossible;
            asked.push(asks);
            const reply = await run();
            logged.push(did(reply));
            return reply;
          },
        },
        time: { entries: machine.run.entries, timer: machine.timer, edit: machine.edit, weekStartsOn: 1 },
      },
      newTasks: { directory: names, create: () => undefined },
      windows: { showTask: (task: unknown) => shown.push(task), notifyOfToast },
    } as unknown as MainParts,
    async () => {
      throw new Error('Nobody asked for that');
    },
  );
  await wired.ready;
  onTestFinished(() => {
    wired.close();
    rmSync(dataFolder, { recursive: true });
  });
  const send = (request: Request, signal?: AbortSignal) => sendToApp(dataFolder, request, PATIENCE_MS, signal);
  return { machine, asked, shown, logged, server, send, dataFolder, wired, showToast, notifyOfToast };
}

test.each<[string, Partial<Request>]>([
  ['a person', {}],
  ['a hook', { fromHook: true }],
  ['an assistant', { by: 'Zed' }],
])('nothing is written for %s who left while the server hung', async (_who, from) => {
  const { machine, asked, server, send } = await start();
  const asker = new AbortController();
  const sent = send({ do: 'log', task: 'FAR-1', for: '1h', ...from } as Request, asker.signal);
  await expect.poll(() => asked).toContain('FAR-1');
  asker.abort();
  expect(await sent).toMatchObject({ ok: false });
  // The app has seen that the first asker left when it answers the next one.
  await send({ do: 'status' });
  server.resolve();
  expect(await send({ do: 'status' })).toMatchObject({ why: 'nothing-running' });
  expect(machine.run.entries.completed(ACCOUNT, 100)).toEqual([]);
});

test('damaged tasks of a command line are told about once, after those that were saved, also while the window is hidden', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const { dataFolder, wired, showToast, notifyOfToast } = await start();
  const folder = join(dataFolder, 'inbox');
  mkdirSync(folder);
  for (const first of [1, 2])
    writeFileSync(join(folder, `${first}000000000000-00000000-0000-4000-8000-000000000000.json`), '{');
  const files = () => readdirSync(folder).map((name) => join(folder, name));
  const task = { projectId: 'p', projectSlug: 'PAY', title: 'Good', description: '', status: 'to-do', labels: [] };
  const tasks: NewTask[] = [{ ...task, priority: 'medium' }];
  dropTasks(dataFolder, { accountId: ACCOUNT, tasks, writtenAt: '2026-11-18T09:00:00Z' });
  wired.createDropped();
  wired.createDropped();
  const [title, body] = ['Tasks from a command line could not be read', `Their files are kept: ${files().join(', ')}`];
  expect(showToast.mock.calls).toEqual([['Saved'], [`${title}. ${body}`]]);
  expect(notifyOfToast.mock.calls).toEqual([[expect.objectContaining({ title, body })]]);
  error.mockRestore();
});

test('an assistant is told that nobody is signed in, before a question that nobody would see', async () => {
  const { asked, shown, send } = await start({ current: null });
  for (const request of [{ do: 'log', task: 'FAR-1', for: '1h' }, { do: 'list' }, { do: 'open' }] as Request[])
    expect(await send({ ...request, by: 'Zed' } as Request)).toMatchObject({ why: 'signed-out' });
  expect([asked, shown]).toEqual([[], []]);
});

test('an assistant is told what cannot be done, before a question that would change nothing', async () => {
  const { asked, send } = await start({ names: directory });
  for (const [request, said] of [
    [{ do: 'add', text: '' }, 'The text is empty.'],
    [{ do: 'log', task: 'FAR-1', for: 'ages' }, '“ages” is no length such as 1:30, 90m or 1.5.'],
    [{ do: 'due', task: 'FAR-1', date: 'whenever' }, /^“whenever” is no date/],
    [{ do: 'gaps', day: 'tomorrow' }, '“tomorrow” is no day up to today.'],
  ] as const)
    expect(await send({ ...request, by: 'Zed' })).toMatchObject({
      why: 'failed',
      said: said instanceof RegExp ? expect.stringMatching(said) : said,
    });
  expect(asked).toEqual([]);
});

test('the log says how many tasks an assistant created', async () => {
  const { logged, send } = await start({ names: directory });
  for (const text of ['One #fin', 'One #fin\nTwo #fin', 'One #fin\nTwo #fin\nThree #fin'])
    expect(await send({ do: 'add', text, by: 'Zed' })).toMatchObject({ ok: true });
  expect(logged).toEqual([
    'Added to FIN: One',
    'Added to FIN: One (and 1 more task)',
    'Added to FIN: One (and 2 more tasks)',
  ]);
});

test('an assistant gets an answer also if its question cannot be put into words', async () => {
  const names = () => {
    throw new Error('Broken');
  };
  const { send } = await start({ names });
  expect(await send({ do: 'due', task: 'FAR-1', date: 'friday', by: 'Zed' })).toMatchObject({ why: 'failed' });
});

test('a command leaves only once slow pipes have taken all that it printed', async () => {
  vi.stubGlobal('process', { ...process, argv: ['punchcard', '--version'] });
  const waiting: (() => void)[] = [];
  const write = ((_text: string, end?: () => void) => end === undefined || waiting.push(end) > 0) as never;
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockImplementation(write);
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  const exit = vi.fn();
  const electron = { hideFromDock: () => undefined, dataFolder: () => '/none', version: '1.2.3', exit };
  const left = runAsCommand(electron as unknown as Parameters<typeof runAsCommand>[0]);
  for (const stream of [1, 2]) {
    await expect.poll(() => waiting).toHaveLength(stream);
    expect(exit).not.toHaveBeenCalled();
    waiting.at(-1)?.();
  }
  await left;
  expect(exit).toHaveBeenCalledWith(0);
});
