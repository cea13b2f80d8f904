/** Answers the commands of the windows. A command without a handler, or a handler without a command, does not compile. */
import { z } from 'zod';
import {
  type CommandHandlers,
  type CommandName,
  commands,
  type Payload,
  type Result,
} from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import { saveFile } from '../desktop/system/file-dialogs.ts';
import { pageOf } from '../desktop/windows/app-protocol.ts';
import { handlers as accountHandlers } from '../features/account/index.ts';
import { handlers as assistantHandlers } from '../features/assistants/index.ts';
import { handlers as boardHandlers } from '../features/board/index.ts';
import { handlers as focusHandlers } from '../features/focus/index.ts';
import { handlers as hookHandlers } from '../features/hooks/index.ts';
import { handlers as idleHandlers } from '../features/idle/index.ts';
import { handlers as outboxHandlers } from '../features/outbox/index.ts';
import { handlers as paletteHandlers } from '../features/palette/index.ts';
import { handlers as projectHandlers } from '../features/projects/index.ts';
import { handlers as proposalHandlers } from '../features/proposals/index.ts';
import { handlers as quickAddHandlers } from '../features/quick-add/index.ts';
import { handlers as reminderHandlers } from '../features/reminders/index.ts';
import { handlers as reportHandlers } from '../features/report/index.ts';
import { handlers as serverHandlers } from '../features/server/index.ts';
import { type SystemControls, handlers as settingsHandlers } from '../features/settings/index.ts';
import { handlers as taskHandlers } from '../features/tasks/index.ts';
import { handlers as timeHandlers } from '../features/time/index.ts';
import { handlers as timeRulesHandlers } from '../features/time-rules/index.ts';
import { serveCommands } from '../ipc/serve.ts';
import type { AnswerCommand } from '../ipc/startup-commands.ts';
import { toAppErrorView } from '../service/error-messages.ts';
import type { AccountFeatures } from './account-features.ts';
import { askAll } from './ask-all.ts';
import type { MainParts } from './context.ts';
import { readDiagnostics } from './diagnostics.ts';
import { openAccounts, pauseReminders, readPalette, titleOf } from './open-accounts.ts';

/** What in a command tells which account it is for. */
const About = z.object({
  taskId: z.string().optional(),
  itemId: z.string().optional(),
  accountId: z.string().optional(),
});

/** Commands of a project's page. */
const OF_PROJECT = /^(?:project|labels|webhook|code-host|calendar)\./;

export interface CommandsOptions extends MainParts {
  readState: SystemControls['state'];
}

export interface AppCommands {
  /** Answers a page. */
  answer: AnswerCommand;
  /** Runs a command for another part of the app. Rejects with AppError. */
  run: <N extends CommandName>(name: N, payload: Payload<N>) => Promise<Result<N>>;
}

export function createCommands(options: CommandsOptions): AppCommands {
  const { featureContext, features, windows, integration, unreadable, requestedViews, newTasks, readState } = options;
  const { account, outbox, timeRules, rulesBackup, holidayFiles, time, reports, idle, focus, proposals } = features;

  const systemControls: SystemControls = {
    ...integration,
    updates: { ...integration.updates, install: () => integration.updates.install(windows.mayLeave) },
    shortcuts: windows.shortcuts,
    idle: features.idleTime,
    setWindowSystem: windows.setWindowSystem,
    hideWindow: windows.popover.hide,
    setUnsavedText: windows.popover.setUnsavedText,
    hiddenForMs: windows.popover.hiddenForMs,
    diagnostics: () => readDiagnostics(options),
    unreadableText: unreadable.text,
    state: readState,
    viewsShown: requestedViews.shown,
  };
  const shared = {
    ...timeRulesHandlers(timeRules, rulesBackup, holidayFiles),
    ...reportHandlers(reports),
    ...idleHandlers(idle, time),
    ...focusHandlers(focus),
    ...proposalHandlers(proposals),
    ...assistantHandlers(features.assistants),
    ...hookHandlers(features.hooks),
    ...settingsHandlers(systemControls, featureContext),
  };
  const handlersOf = (one: AccountFeatures) =>
    ({
      ...shared,
      ...accountHandlers({ ...account, localAddress: features.localPort.address }, one.account, featureContext),
      ...projectHandlers(one.projects, one.account, featureContext),
      ...timeHandlers(time, one.remoteTimers, account.first, featureContext),
      ...taskHandlers(one.tasks, one.projects, one.account, featureContext),
      ...boardHandlers(one.boards),
      ...paletteHandlers(one.palette, () => readPalette(features)),
      ...quickAddHandlers(one.quickAdd, { window: windows.quickAdd, newTasks }, one.account),
      ...reminderHandlers(one.reminders),
      ...serverHandlers(one.server, one.account, featureContext),
      ...outboxHandlers({ ...one, accounts: account.accounts, outbox, time, saveFile }, featureContext),
    }) satisfies CommandHandlers;
  type Handlers = ReturnType<typeof handlersOf>;
  const handlers = new Map<AccountFeatures, Handlers>();
  function handlersFor(one: AccountFeatures): Handlers {
    const own = handlers.get(one) ?? handlersOf(one);
    handlers.set(one, own);
    return own;
  }

  /** A command about a task, a project or an unsent change is for its account. */
  function accountFor(payload: unknown): AccountFeatures {
    const { taskId, itemId, accountId } = About.safeParse(payload).data ?? {};
    const item = itemId === undefined ? undefined : outbox.openItem(Number(itemId));
    const id = item?.accountId ?? accountId;
    if (id !== undefined && (item !== undefined || account.accounts.find(id) !== undefined)) return features.of(id);
    return taskId === undefined ? features.inFront() : features.ofTask(taskId);
  }

  function checkOpenFor(name: CommandName, payload: unknown): void {
    const { taskId, accountId } = About.safeParse(payload).data ?? {};
    // Other commands may be about signing in to it again.
    if (taskId !== undefined || name === 'account.sign-out' || OF_PROJECT.test(name)) features.checkOpen(accountId);
  }

  function handlerOf(name: CommandName, payload: unknown): (payload: never) => unknown {
    checkOpenFor(name, payload);
    // A board belongs to the account in front, although another may know its tasks too.
    const one = name.startsWith('board.') ? features.inFront() : accountFor(payload);
    // A task page belongs to the account in front: bring the task's account there first.
    if (name === 'tasks.open-page' && one.accountId !== null) account.accounts.putInFront(one.accountId);
    const handler: (payload: never) => unknown = isTogether(name) ? together[name] : handlersFor(one)[name];
    return (parsed) => {
      const answer = handler(parsed);
      proposals.record(name, isTogether(name) ? parsed : one.account.marked({ ...(parsed as object) }));
      return answer;
    };
  }

  /** The changes of each account have an Undo of their own. */
  function changeTasks({ changes }: Payload<'tasks.change'>): void {
    for (const change of changes) checkOpenFor('tasks.change', change);
    for (const [one, own] of Map.groupBy(changes, accountFor)) handlersFor(one)['tasks.change']({ changes: own });
  }

  /** Asks every account and joins the answers; for one whose server does not answer, `instead(one)` is used. Throws AppError. */
  function ofAll<T>(ask: (own: Handlers) => T[] | Promise<T[]>, instead: (one: AccountFeatures) => T[]): Promise<T[]> {
    const all = features.each();
    const asks = all.map((one) => async () => {
      try {
        return await ask(handlersFor(one));
      } catch (error) {
        throw new AppError(toAppErrorView(error, one.account.server()));
      }
    });
    return askAll(asks, (at) => all.slice(at, at + 1).flatMap(instead));
  }

  /** Commands for all open accounts together. */
  const together = {
    'tasks.change': changeTasks,
    async 'tasks.search'(asked) {
      const silent: string[] = [];
      const hits = await ofAll(
        (own) => own['tasks.search'](asked),
        ({ accountId }) => {
          if (accountId !== null) silent.push(titleOf(features, accountId));
          return [];
        },
      );
      if (silent.length > 0) featureContext.showToast(messages.app.notSearched({ servers: silent.join(', ') }));
      return hits;
    },
    'tasks.refresh'() {
      for (const one of features.each()) one.tasks.assigned.refresh(true);
    },
    /** Of a list of all: of the server that was asked longest ago, among those that answer. The local workspace is always up to date. */
    'tasks.fetched-at'() {
      const { accountsTogether } = featureContext.settings.read();
      const asked = openAccounts(features).filter(({ state, isLocal }) => state === 'signed-in' && !isLocal);
      const listed = accountsTogether ? asked.map(({ id }) => features.of(id)) : [];
      const [oldest] = listed.flatMap(({ tasks }) => tasks.assigned.fetchedAt() ?? []).sort();
      return oldest ?? features.inFront().tasks.assigned.fetchedAt();
    },
    /** Each account asks its own server only. */
    async 'tasks.find-linked'(linked) {
      for (const one of new Set([features.inFront(), ...features.each()])) {
        const task = one.account.current() === null ? null : await handlersFor(one)['tasks.find-linked'](linked);
        if (task !== null) return task;
      }
      return null;
    },
    async 'inbox.read'() {
      const items = await ofAll(
        (own) => own['inbox.read']({}),
        (one) => one.server.knownInbox(),
      );
      return items.sort((one, other) => other.createdAt.localeCompare(one.createdAt));
    },
    'inbox.mark-all-read'({ accountId }) {
      for (const one of features.each()) {
        const isMeant = accountId === undefined || one.accountId === accountId;
        if (isMeant && one.account.current() !== null) one.server.markAllRead();
      }
    },
    'reminders.pause': ({ length }) => pauseReminders(features, length),
    'reminders.resume': () => pauseReminders(features, null),
  } satisfies Partial<CommandHandlers>;
  const isTogether = (name: CommandName): name is keyof typeof together => Object.hasOwn(together, name);

  const answer = serveCommands({
    commands,
    handlerOf,
    pageOf,
    // The quick-add page needs no other command.
    mayCall: (page, name) => page === 'main' || name.startsWith('quick-add.'),
    toError: (error, payload) => toAppErrorView(error, accountFor(payload).account.server()),
  });
  return {
    answer,
    run: async (name, payload) => handlerOf(name, payload)(commands[name].schema.parse(payload) as never) as never,
  };
}
