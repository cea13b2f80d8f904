/** Writes whose result is shown: success in the status line, a rejection in an error box. */
import type { CommandName, Payload, Result, WriteResult } from '../../shared/contract/index.ts';
import { projectPageMessages } from '../../shared/i18n/generated/project-page.ts';
import { sendAbout } from './main-process.ts';
import { showError, showToast } from './notices.ts';

type ResultOf<N extends CommandName> = Extract<Result<N>, WriteResult<unknown>>;
type WriteCommand = { [N in CommandName]: [ResultOf<N>] extends [never] ? never : N }[CommandName];
type ValueOf<N extends CommandName> = Extract<ResultOf<N>, { state: 'done' }>['value'];

/** `done`: the toast after the service has accepted the write. Resolves to undefined if main or the service rejects it. */
export async function runWrite<N extends WriteCommand>(
  name: N,
  payload: Payload<N>,
  done: string | ((value: ValueOf<N>) => string),
): Promise<Exclude<WriteResult<ValueOf<N>>, { state: 'rejected' }> | undefined> {
  const { rejected, asBefore, nextStep, onItsWay, waits } = projectPageMessages.write;
  const result = (await sendAbout(name, payload)) as WriteResult<ValueOf<N>> | null | undefined;
  if (result === null || result === undefined) return undefined;
  if (result.state === 'rejected') {
    showError({ kind: 'rejected', title: rejected, explanation: result.why, whatWasKept: asBefore, nextStep });
    return undefined;
  }
  if (result.state === 'waits') showToast(result.isSending ? onItsWay : waits);
  else showToast(typeof done === 'string' ? done : done(result.value));
  return result;
}
