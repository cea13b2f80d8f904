/**
 * Accepts commands of the pages while main is still starting, and gives them the startup snapshot. serve.ts answers them once main is
 * ready.
 */
import { type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { PageName, State } from '../../shared/contract/index.ts';
import { CHANNEL } from './channels.ts';

/** The parameters are unknown: they come unchecked from a page, and serve.ts parses them. */
export type AnswerCommand = (event: IpcMainInvokeEvent, name: unknown, payload: unknown) => Promise<unknown>;

/** Returns the function that starts answering. `last`: the state of the startup snapshot. */
export function receiveCommands(
  last: State | null,
  pageOf: (event: IpcMainInvokeEvent) => PageName | null,
): (answer: AnswerCommand) => void {
  const { promise, resolve } = Promise.withResolvers<AnswerCommand>();
  let snapshot = last;
  ipcMain.handle(CHANNEL.command, async (event, name: unknown, payload: unknown) =>
    (await promise)(event, name, payload),
  );
  ipcMain.handle(CHANNEL.startupSnapshot, (event): State | null => (pageOf(event) === 'main' ? snapshot : null));
  return (answer) => {
    snapshot = null;
    resolve(answer);
  };
}
