/**
 * Takes the pages' commands from the first moment and answers them as soon as main can: a page is loaded while main is still
 * being put together. Until then it has the state as the last run told it.
 */
import { type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { State } from '../../shared/contract/index.ts';
import { pageOf } from '../desktop/app-protocol.ts';
import { CHANNEL } from './channels.ts';

/** Parses what it is given: a page may ask anything. */
export type Answering = (event: IpcMainInvokeEvent, name: unknown, payload: unknown) => Promise<unknown>;

/** Gives the function by which main says who answers. */
export function receiveCommands(last: State | null): (answering: Answering) => void {
  const { promise, resolve } = Promise.withResolvers<Answering>();
  let picture = last;
  ipcMain.handle(CHANNEL.command, async (event, name: unknown, payload: unknown) =>
    (await promise)(event, name, payload),
  );
  ipcMain.handle(CHANNEL.lastState, (event): State | null => (pageOf(event) === 'main' ? picture : null));
  return (answering) => {
    picture = null;
    resolve(answering);
  };
}
