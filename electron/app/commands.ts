/** Answers the commands of the windows. A command without a handler, or a handler without a command, does not compile. */
import { z } from 'zod';
import { type CommandHandlers, type CommandName, commands, type Payload } from '../../shared/contract/index.ts';
import { pageOf } from '../desktop/windows/app-protocol.ts';
import { handlers as accountHandlers } from '../features/account/index.ts';
import { handlers as boardHandlers } from '../features/board/index.ts';
import { handlers as focusHandlers } from '../features/focus/index.ts';
import { handlers as idleHandlers } from '../features/idle/index.ts';
import { handlers as outboxHandlers } from '../features/outbox/index.ts';
import { handlers as paletteHandlers } from '../features/palette/index.ts';
import { handlers as projectHandlers } from '../features/projects/index.ts';
import { handlers as quickAddHandlers } from '../features/quick-add/index.ts';
import { handlers as reminderHandlers } from '../features/reminders/index.ts';
import { handlers as reportHandlers } from '../features/report/index.ts';
import { handlers as serverHandlers } from '../features/server/index.ts';
import { type SystemControls, handlers as settingsHandlers } from '../features/settings/index.ts';
import { handlers as taskHandlers } from '../features/tasks/index.ts';
import { handlers as timeHandlers } from '../features/time/index.ts';
import { handlers as timeRulesHandlers } from '../features/time-rules/index.ts';
import type { AnswerCommand } from '../ipc/receive.ts';
import { serveCommands } from '../ipc/serve.ts';
import { toAppErrorView } from '../service/error-messages.ts';
import type { MainParts } from './context.ts';
import { readDiagnostics } from './diagnostics.ts';
import type { AccountFeatures } from './features.ts';

/** What in a command tells which account it is for. */
const About = z.object({ taskId: z.string().optional(), itemId: z.string().optional() });

export interface CommandsOptions extends MainParts {
  readState: SystemControls['state'];
}

export function createAnswerCommand(options: CommandsOptions): AnswerCommand {
  const { featureContext, features, windows, integration, unreadable, requestedViews, readState } = options;
  const { account, outbox, timeRules, rulesBackup, holidayFiles, time, reports, idle, focus } = features;

  const systemControls: SystemControls = {
    ...integration,
    shortcuts: windows.shortcuts,
    idle: features.idleTime,
    setWindowSystem: windows.setWindowSystem,
    hideWindow: windows.popover.hide,
    keepWindow: windows.popover.keep,
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
    ...settingsHandlers(systemControls, featureContext),
  };
  const handlersOf = (one: AccountFeatures) =>
    ({
      ...shared,
      ...accountHandlers(account, one.account, featureContext),
      ...projectHandlers(one.projects, one.account, featureContext),
      ...timeHandlers(time, one.remoteTimers, account.shared, featureContext),
      ...taskHandlers(one.tasks, one.projects, one.account, featureContext),
      ...boardHandlers(one.boards),
      ...paletteHandlers(one.palette),
      ...quickAddHandlers(one.quickAdd, { window: windows.quickAdd }, one.account),
      ...reminderHandlers(one.reminders),
      ...serverHandlers(one.server, one.account, featureContext),
      ...outboxHandlers({ ...one, accounts: account.accounts, outbox, time }, featureContext),
    }) satisfies CommandHandlers;
  type Handlers = ReturnType<typeof handlersOf>;
  const handlers = new Map<AccountFeatures, Handlers>();
  function handlersFor(one: AccountFeatures): Handlers {
    const own = handlers.get(one) ?? handlersOf(one);
    handlers.set(one, own);
    return own;
  }

  /** A command about a task or an unsent change is for its account. */
  function accountFor(payload: unknown): AccountFeatures {
    const { taskId, itemId } = About.safeParse(payload).data ?? {};
    const item = itemId === undefined ? undefined : outbox.openItem(Number(itemId));
    if (item !== undefined) return features.of(item.accountId);
    return taskId === undefined ? features.inFront() : features.ofTask(taskId);
  }

  function handlerOf(name: CommandName, payload: unknown): (payload: never) => unknown {
    const one = accountFor(payload);
    // A page is one of the account in front.
    if (name === 'tasks.open-page' && one.accountId !== null) account.accounts.putInFront(one.accountId);
    return name === 'tasks.change' ? changeTasks : handlersFor(one)[name];
  }

  /** The changes of each account have an Undo of their own. */
  function changeTasks({ changes }: Payload<'tasks.change'>): void {
    for (const [one, own] of Map.groupBy(changes, ({ taskId }) => features.ofTask(taskId)))
      handlersFor(one)['tasks.change']({ changes: own });
  }

  return serveCommands({
    commands,
    handlerOf,
    pageOf,
    // The quick-add page needs no other command.
    mayCall: (page, name) => page === 'main' || name.startsWith('quick-add.'),
    toError: (error, payload) => toAppErrorView(error, accountFor(payload).account.server()),
  });
}
