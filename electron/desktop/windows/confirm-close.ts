/** Closing the ordinary window quits the app. If a timer runs, the person is asked first, because nothing would show it any more. */
import { type BrowserWindow, dialog } from 'electron';
import { messages } from '../../../shared/i18n/generated/main.ts';

export type CloseAnswer = 'stop' | 'keep-running' | 'cancel';

const ANSWERS: CloseAnswer[] = ['stop', 'keep-running', 'cancel'];
/** The question is open; another click on the close button does not ask again. */
let isAsking = false;

/** `task`: the task of the running timer. */
export async function askBeforeClosing(window: BrowserWindow, task: string): Promise<CloseAnswer> {
  if (isAsking) return 'cancel';
  isAsking = true;
  try {
    const { stopAndQuit, keepRunning, cancel } = messages.app.closeWhileRunning;
    const { response } = await dialog.showMessageBox(window, {
      type: 'question',
      title: 'Punchcard',
      message: messages.app.closeWhileRunning.question({ task }),
      detail: messages.app.closeWhileRunning.detail,
      buttons: [stopAndQuit, keepRunning, cancel],
      defaultId: 0,
      cancelId: 2,
      noLink: true,
    });
    return ANSWERS[response] ?? 'cancel';
  } finally {
    isAsking = false;
  }
}
