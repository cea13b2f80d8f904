/** The command line: runs a command in a process of its own, and answers commands in the running app. */
import { spawn } from 'node:child_process';
import type { NewTask } from '../../shared/contract/new-task.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import {
  type AnswerOptions,
  accountRefusal,
  createAnswers,
  errorReply,
  inOneLine,
  signedOutReply,
} from '../cli/answers.ts';
import { inWords, kindsOf } from '../cli/assistant-requests.ts';
import { openDropFolder } from '../cli/drop-folder.ts';
import { createFollowers } from '../cli/followers.ts';
import type { Reply, Request } from '../cli/protocol.ts';
import { runProgram } from '../cli/run.ts';
import { serveCommands } from '../cli/socket-server.ts';
import type { ElectronApp } from '../desktop/system/electron-app.ts';
import { takeDropped } from '../features/quick-add/index.ts';
import { toAppErrorView } from '../service/error-messages.ts';
import type { MainParts } from './context.ts';
import { allTasks, closedAccounts, findAtServices, openAccounts } from './open-accounts.ts';

/** Runs the command of this process and exits. */
export async function runAsCommand(electron: ElectronApp): Promise<void> {
  electron.hideFromDock();
  const code = await runProgram({
    args: process.argv.slice(1),
    dataFolder: electron.dataFolder(),
    version: electron.version,
    startApp: (args, session) => {
      const [program = process.execPath, ...own] = electron.command();
      const env = { ...process.env, ...session };
      const started = spawn(program, [...own, ...args], { env, detached: true, stdio: 'ignore' });
      started.on('error', ({ message }) => console.error(message)).unref();
    },
  });
  // Leaving does not wait for what a pipe has not taken yet.
  for (const stream of [process.stdout, process.stderr]) await new Promise((end) => stream.write('', end));
  electron.exit(code);
}

export type CommandLineServer = ReturnType<typeof setUpCommandLine>;

/** Opens the socket through which the app answers. */
export function setUpCommandLine(
  { context, featureContext, features, newTasks, windows, act }: MainParts,
  send: AnswerOptions['send'],
) {
  const { account, time, inFront, each } = features;
  const { dataFolder, now } = context;
  let damaged: string[] = [];
  const folder = openDropFolder(dataFolder, (path) => damaged.push(path));

  /** Creates the tasks that command lines left while the app was not running. */
  function createDropped(): void {
    for (const { accountId, quickAdd } of each())
      if (accountId !== null) void act(() => takeDropped(context, folder, accountId, quickAdd.createTasks, logDropped));
    if (damaged.length === 0) return;
    // Last, because each toast replaces the one before.
    const title = messages.cli.droppedDamaged;
    const body = messages.cli.droppedKept({ count: damaged.length, files: damaged.join(', ') });
    damaged = [];
    featureContext.showToast(`${title}. ${body}`);
    windows.notifyOfToast({ id: 'dropped', title, body, isTransient: false });
  }

  const logDropped = (assistant: string, tasks: readonly NewTask[]): void => {
    for (const { projectSlug, title } of tasks)
      features.assistants.record(assistant, messages.cli.added({ project: projectSlug, title }), 'done');
  };

  const answerOptions: AnswerOptions = {
    account: account.first,
    accounts: () => openAccounts(features),
    closedAccounts: () => closedAccounts(features),
    assigned: { view: () => allTasks(features) },
    entries: time.entries,
    timer: time.timer,
    addEntry: (id, task, span) => void time.edit.add(id, task, span, {}),
    send,
    directory: () => {
      const directory = newTasks.directory();
      return directory && { ...directory, now: new Date(now()) };
    },
    createTasks: newTasks.create,
    weekStartsOn: time.weekStartsOn,
    openQuickAdd: () => windows.quickAdd.show(),
    openPalette: windows.openPalette,
    findAtServices: (name, only) => findAtServices(features, name, only === undefined ? undefined : [only]),
    showTask: windows.showTask,
    localServer: features.localPort.view,
    takeDropped: createDropped,
    toError: (error) => toAppErrorView(error, inFront().account.server()),
    now,
  };
  const answer = createAnswers(answerOptions);
  /** The person decides what an assistant may do. */
  async function answerAssistant(request: Request, client: string, signal: AbortSignal): Promise<Reply> {
    if (request.do === 'look') return answer(request, signal);
    const words = await inWords(request, answerOptions, signal);
    return features.assistants.request({
      client,
      tool: request.do,
      kinds: kindsOf(request),
      ...words,
      did: (reply) => (reply.ok ? (words.did ?? inOneLine(reply)) : null),
      refused: (how) => ({
        ok: false,
        why: 'not-allowed',
        said: how === 'taken-over' ? messages.cli.takenOver : messages.cli.notAllowed,
      }),
      // A person who is signed out would see no question.
      impossible:
        account.first.current() === null
          ? signedOutReply()
          : (accountRefusal(request, answerOptions) ?? words.impossible ?? null),
      signal,
    });
  }
  const followers = createFollowers(() => answer({ do: 'status' }));

  const { ready, close } = serveCommands({
    dataFolder,
    answer(request, signal) {
      if ('by' in request && request.by !== undefined)
        return answerAssistant(request, request.by, signal).catch((error: unknown) => errorReply(error, answerOptions));
      const run = () => answer(request, signal);
      return 'fromHook' in request ? features.hooks.fromHook(run) : run();
    },
    follow: followers.add,
    onError: (error) => console.error(`Command lines will not find the app: ${error.message}`),
  });
  return { ready, close, createDropped, statusMayHaveChanged: followers.statusMayHaveChanged };
}
