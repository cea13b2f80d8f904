/** The questions before the person quits: about a timer that nothing would show any more, and about unsaved text. */
import { type BrowserWindow, dialog, type MessageBoxOptions } from 'electron';
import { messages } from '../../../shared/i18n/generated/main.ts';

export type CloseAnswer = 'stop' | 'keep-running' | 'cancel';
/** `null`: the question was asked again instead. */
export type DiscardAnswer = 'back' | 'discard' | null;

const CLOSE_ANSWERS: CloseAnswer[] = ['stop', 'keep-running', 'cancel'];
const DISCARD_ANSWERS: DiscardAnswer[] = ['back', 'discard'];
/** The open question, or the last one. */
let asking = new AbortController();

/** `task`: the task of the running timer. */
export async function askBeforeClosing(window: BrowserWindow, task: string): Promise<CloseAnswer> {
  const { question, detail, stopAndQuit, keepRunning, cancel } = messages.app.closeWhileRunning;
  const buttons = [stopAndQuit, keepRunning, cancel];
  const asked = { message: question({ task }), detail, buttons, defaultId: 0, cancelId: 2 };
  return CLOSE_ANSWERS[await ask(asked, window)] ?? 'cancel';
}

/** Whether unsaved text may be discarded. `window`: null if it would hide when the question takes the focus. */
export async function askBeforeDiscarding(window: BrowserWindow | null): Promise<DiscardAnswer> {
  const { question, detail, back, discard } = messages.app.quitWithUnsavedText;
  const asked = { message: question, detail, buttons: [back, discard], defaultId: 0, cancelId: 0 };
  return DISCARD_ANSWERS[await ask(asked, window)] ?? null;
}

/** The number of the answer; -1 if a later question has replaced this one, which another window may have covered. */
async function ask(asked: MessageBoxOptions, window: BrowserWindow | null): Promise<number> {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  const options: MessageBoxOptions = { type: 'question', title: 'Punchcard', noLink: true, signal, ...asked };
  const { response } = await (window === null
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  return signal.aborted ? -1 : response;
}
