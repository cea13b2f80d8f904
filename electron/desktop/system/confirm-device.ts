/** Asks whether another program may work in the local workspace. */
import { dialog } from 'electron';
import { messages } from '../../../shared/i18n/generated/main.ts';

/** A dialog of the app, which no other program can answer. Resolves to false if the person refuses or closes it. */
export async function confirmDevice({ userCode, program }: { userCode: string; program: string }): Promise<boolean> {
  const { title, explanation, approve, refuse } = messages.app.localServer;
  const { response } = await dialog.showMessageBox({
    type: 'question',
    title: 'Punchcard',
    message: title({ program, code: userCode }),
    detail: explanation,
    buttons: [approve, refuse],
    defaultId: 1,
    cancelId: 1,
  });
  return response === 0;
}
