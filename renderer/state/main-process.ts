/** The state that main published, and commands to main. */
import { useMemo } from 'react';
import { create } from 'zustand';
import { taskKey } from '../../shared/accounts.ts';
import type {
  Answer,
  AppErrorView,
  CommandName,
  OpenAccountView,
  Payload,
  Result,
  State,
  TaskView,
} from '../../shared/contract/index.ts';
import { messages } from '../../shared/i18n/generated/window.ts';
import type { Language } from '../../shared/i18n/language.ts';
import { projectHue } from '../../shared/projects/project-hue.ts';
import type { ProjectRef } from '../../shared/time/project-key.ts';
import type { Tint } from '../../shared/tint.ts';
import { areTogether, openPage, showAccount, useNavigation } from './navigation.ts';
import { dismissError, showError, showToast } from './notices.ts';

interface Published {
  /** The rendered language; null until its messages are loaded. */
  language: Language | null;
  /** The startup snapshot of the last run, then the state from main; null before either is loaded. */
  state: State | null;
  /** Main has answered; `state` is not the snapshot any more. */
  isConnected: boolean;
  /** Why reading the state from main failed. */
  connectionError: AppErrorView | null;
}

export const usePublished = create<Published>(() => ({
  language: null,
  state: null,
  isConnected: false,
  connectionError: null,
}));

/** Selects from the state of main. Only for components below App, which renders them once there is a state. */
export function useAppState<T>(part: (state: State) => T): T {
  return usePublished(({ state }) => {
    if (state === null) throw new Error('Rendered before the state is loaded');
    return part(state);
  });
}

/** Whether the account of a task is the local workspace, which has no sync status to show; without one, the account in front. */
export const isLocal = ({ accounts, account }: Pick<State, 'accounts' | 'account'>, accountId?: string): boolean =>
  accounts.find(({ id }) => id === accountId)?.isLocal ?? account?.kind === 'local';
export const useIsLocal = (accountId?: string): boolean => useAppState((state) => isLocal(state, accountId));

/** The one of several accounts whose tasks are listed; undefined for all. */
export function useShownAccount(): OpenAccountView | undefined {
  const chosen = useNavigation(({ shownAccount }) => shownAccount);
  return useAppState(({ accounts, account, settings }) => {
    const shown = settings.accountsTogether ? chosen : account?.id;
    return accounts.find(({ id }) => accounts.length > 1 && id === shown);
  });
}

/** The listed tasks: of one account, or of all. `total` counts those beyond the end of the list too. */
export function useListedTasks(): { tasks: readonly TaskView[]; total: number } {
  const shown = useShownAccount();
  const { tasks, total } = useAppState((state) => state.tasks);
  const listed = useMemo(
    () => (shown ? tasks.filter(({ accountId }) => accountId === shown.id) : tasks),
    [tasks, shown],
  );
  return { tasks: listed, total: shown?.tasks ?? total };
}

/** Lists the tasks of one account, whose board and pages are shown from now on; null: of all. */
export function chooseAccount(accountId: string | null): void {
  const { tab, shownAccount } = useNavigation.getState();
  // The list of all accounts stays when the person chooses whose board is shown.
  showAccount(tab === 'board' && shownAccount === null ? null : accountId);
  if (accountId !== null) void send('account.bring-to-front', { accountId });
}

/** Opens the page of a project; null for a new one. Without an account: of the one in front, to which it belongs from now on. */
export const openProject = (projectId: string | null, accountId = usePublished.getState().state?.account?.id): void =>
  openPage({ name: 'project', projectId, accountId });

/** The server of a task, if several accounts are open. */
export const useServerOf = ({ accountId }: { accountId?: string | undefined }): string | undefined =>
  useAppState(({ accounts }) => accounts.find(({ id }) => id === accountId)?.server);

/** The tint of a project: the one that the person picked, or the one that follows from it. */
export const useProjectHue = (project: ProjectRef): Tint =>
  useAppState(({ timeRules }) => projectHue(project, timeRules.projects));

/** The service has unread notifications about the task. */
export const useIsUnread = (task: Pick<TaskView, 'id' | 'accountId'>): boolean =>
  useAppState(({ unreadTasks }) => unreadTasks.includes(taskKey(task)));

/** Whether the person may do this in the account of a task; without one, in the account in front. */
export const may = (
  { accounts, missingPermissions }: Pick<State, 'accounts' | 'missingPermissions'>,
  permission: string,
  accountId?: string,
): boolean =>
  !(accounts.find(({ id }) => id === accountId)?.missingPermissions ?? missingPermissions).includes(permission);

/** Why timers of the account's tasks are disabled; undefined if they are not. */
export const useTimerBlockedReason = (accountId?: string): string | undefined =>
  useAppState((state) => (may(state, 'task:update', accountId) ? undefined : messages.timer.mayNotTrack));

/** Starts the task's timer, or stops it if it `isRunning`. */
export const toggleTimer = ({ id: taskId, accountId }: Pick<TaskView, 'id' | 'accountId'>, isRunning: boolean): void =>
  void (isRunning ? send('timer.stop', {}) : send('timer.start', { taskId, accountId }));

/** Sends a command. A broken bridge becomes an error answer. */
export async function request<N extends CommandName>(name: N, payload: Payload<N>): Promise<Answer<Result<N>>> {
  try {
    return await window.punchcard.send(name, payload);
  } catch (error) {
    console.error(`${name} failed:`, error);
    return { ok: false, error: { kind: 'internal', ...messages.error.noAnswer } };
  }
}

/** Sends a command and shows its error, or says that it is `done`. True on success. */
export async function send<N extends CommandName>(name: N, payload: Payload<N>, done?: string): Promise<boolean> {
  const { ok } = await requestAtTab(name, payload);
  if (ok && done !== undefined) showToast(done);
  return ok;
}

/** Like `send`, but returns the result; undefined on failure. */
export async function sendAbout<N extends CommandName>(name: N, payload: Payload<N>): Promise<Result<N> | undefined> {
  const answer = await requestAtTab(name, payload);
  return answer.ok ? answer.value : undefined;
}

/** Shows an error in the tab where the command was sent, or in the status line if another tab is open. */
async function requestAtTab<N extends CommandName>(name: N, payload: Payload<N>): Promise<Answer<Result<N>>> {
  const { tab } = useNavigation.getState();
  const answer = await request(name, payload);
  const isShown = areTogether(tab, useNavigation.getState().tab);
  if (answer.ok && isShown) dismissError();
  if (answer.ok) return answer;
  const { error } = answer;
  const { confirmedBy } = error;
  if (!isShown) showToast(`${error.title}. ${error.explanation}`);
  else if (confirmedBy === undefined) showError(error);
  else showError({ ...error, confirm: () => void send(name, { ...payload, [confirmedBy]: true }) });
  return answer;
}
