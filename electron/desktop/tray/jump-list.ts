/** The jump list of Windows, and the arguments by which its entries ask the app to do something. Pure. */
import type { JumpListCategory, JumpListItem } from 'electron';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { shorten } from '../../../shared/tasks/clean-text.ts';
import type { TaskRef } from '../../../shared/time/entry.ts';
import { START_LAST_FLAG, STOP_FLAG } from '../system/menu-entry.mjs';
import type { TrayAction, TrayModel } from './tray-model.ts';

/** The argument of a recent task: its id, and `@` and its account if several are open. No link, because anyone can make one. */
const START_FLAG = '--start-task=';
/** A longer description hides its entry (characters). */
const MAX_DESCRIPTION = 260;
const MAX_TITLE = 60;

/**
 * What the arguments of a start ask for; null: only for the app. Nothing if there is a link as well, because a browser or a page may
 * have added the other arguments.
 */
export function actionOfStart(args: readonly string[]): TrayAction | null {
  if (args.some((arg) => /^punchcard:/i.test(arg))) return null;
  if (args.includes(STOP_FLAG)) return { do: 'stop' };
  if (args.includes(START_LAST_FLAG)) return { do: 'start-last' };
  const task = args.find((arg) => arg.startsWith(START_FLAG))?.slice(START_FLAG.length);
  const [taskId, accountId] = task?.split('@') ?? [];
  return taskId ? { do: 'start', taskId, ...(accountId && { accountId }) } : null;
}

/**
 * @param command what starts the app, with its first arguments
 * @param removed arguments of entries that the person removed: Windows refuses the whole category if one comes back at once
 * @param minItems how many recent tasks Windows has room for
 */
export function jumpList(
  { running, starts }: Pick<TrayModel, 'running' | 'starts'>,
  command: readonly string[],
  removed: ReadonlySet<string>,
  minItems: number,
): JumpListCategory[] {
  const [program = '', ...own] = command;
  const entry = (title: string, argument: string): JumpListItem => ({
    type: 'task',
    title: shorten(title, MAX_TITLE),
    description: shorten(title, MAX_DESCRIPTION),
    program,
    args: [...own.map((one) => `"${one}"`), argument].filter(Boolean).join(' '),
    iconPath: process.execPath,
    iconIndex: 0,
  });
  const { tray, tasks } = messages;
  const named = ({ identifier, title }: TaskRef) => ({ task: identifier, title: title || tasks.untitled });
  const starting = starts
    // An argument is one word; the service's own ids are.
    .filter(({ taskId }) => /^[\w:.-]+$/.test(taskId))
    .map((task) => {
      const { taskId, accountId } = task;
      return entry(
        tray.start(named(task)),
        `${START_FLAG}${accountId === undefined ? taskId : `${taskId}@${accountId}`}`,
      );
    });
  const toggle = running === null ? starting.slice(0, 1) : [entry(tray.stop(named(running.task)), STOP_FLAG)];
  const recent = starting.slice(running === null ? 1 : 0).filter(({ args = '' }) => !removed.has(args));
  return [
    { type: 'tasks', items: [entry(tray.newTask, 'punchcard://add'), ...toggle, entry(tray.open, '')] },
    ...(recent.length > 0
      ? [{ type: 'custom' as const, name: tray.recent, items: recent.slice(0, Math.max(1, minItems)) }]
      : []),
  ];
}
