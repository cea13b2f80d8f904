/** The questions before the person quits: about a timer that nothing would show any more, and about unsaved text. */
import { type BrowserWindow, dialog, type MessageBoxOptions } from 'electron';
import { messages } from '../../../shared/i18n/generated/main.ts';

export type CloseAnswer = 'stop' | 'keep-running' | 'cancel';

const ANSWERS: CloseAnswer[] = ['stop', 'keep-running', 'cancel'];
/** A question is open; another click on the close button does not ask again. */
let isAsking = false;

/** `task`: the task of the running timer. */
export async function askBeforeClosing(window: BrowserWindow, task: string): Promise<CloseAnswer> {
  const { question, detail, stopAndQuit, keepRunning, cancel } = messages.app.closeWhileRunning;
  const buttons = [stopAndQuit, keepRunning, cancel];
  const asked = { message: question({ task }), detail, buttons, defaultId: 0, cancelId: 2 };
  return ANSWERS[await ask(asked, (options) => dialog.showMessageBox(window, options))] ?? 'cancel';
}

/** Whether the text that the window contains may be discarded. Without a parent, because a popover hides when it loses the focus. */
export async function askBeforeDiscarding(): Promise<boolean> {
  const { question, detail, back, discard } = messages.app.quitWithUnsavedText;
  const asked = { message: question, detail, buttons: [back, discard], defaultId: 0, cancelId: 0 };
  return (await ask(asked, (options) => dialog.showMessageBox(options))) === 1;
}

/** The number of the answer; -1 while another question is open. */
async function ask(
  asked: MessageBoxOptions,
  show: (options: MessageBoxOptions) => Promise<{ response: number }>,
): Promise<number> {
  if (isAsking) return -1;
  isAsking = true;
  try {
    return (await show({ type: 'question', title: 'Punchcard', noLink: true, ...asked })).response;
  } finally {
    isAsking = false;
  }
}
