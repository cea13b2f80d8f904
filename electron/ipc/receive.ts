/**
 * Takes the pages' commands from the first moment and answers them as soon as main can: a page is loaded while main is still
 * starting. Until then the page gets the state that the last run saved.
 */
import { type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { PageName, State } from '../../shared/contract/index.ts';
import { CHANNEL } from './channels.ts';

/** Takes anything: it parses what the page sends. */
export type AnswerCommand = (event: IpcMainInvokeEvent, name: unknown, payload: unknown) => Promise<unknown>;

/** Gives the function that starts answering. */
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
