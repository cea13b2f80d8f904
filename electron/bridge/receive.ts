/**
 * Takes the pages' commands from the first moment and answers them as soon as main can: a page is loaded while main is still
 * being put together.
 */
import { type IpcMainInvokeEvent, ipcMain } from 'electron';
import { CHANNEL } from './channels.ts';

/** Parses what it is given: a page may ask anything. */
export type Answering = (event: IpcMainInvokeEvent, name: unknown, payload: unknown) => Promise<unknown>;

/** Gives the function by which main says who answers. */
export function receiveCommands(): (answering: Answering) => void {
  const { promise, resolve } = Promise.withResolvers<Answering>();
  ipcMain.handle(CHANNEL.command, async (event, name: unknown, payload: unknown) =>
    (await promise)(event, name, payload),
  );
  return resolve;
}
