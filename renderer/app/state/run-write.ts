/** Writes whose result is shown: success in the status line, a rejection in an error box. */
import type { CommandName, Payload, Result, WriteResult } from '../../../shared/contract/index.ts';
import { projectMessages } from '../../../shared/i18n/project-page-messages.ts';
import { sendAbout, showError, showToast } from './store.ts';

type EndOf<N extends CommandName> = Extract<Result<N>, WriteResult<unknown>>;
type WriteCommand = { [N in CommandName]: [EndOf<N>] extends [never] ? never : N }[CommandName];
type ValueOf<N extends CommandName> = Extract<EndOf<N>, { state: 'done' }>['value'];

/** `done`: the toast after the service has accepted the write. Resolves to undefined if main rejects the command. */
export async function runWrite<N extends WriteCommand>(
  name: N,
  payload: Payload<N>,
  done: (value: ValueOf<N>) => string,
): Promise<WriteResult<ValueOf<N>> | undefined> {
  const end = (await sendAbout(name, payload)) as WriteResult<ValueOf<N>> | null | undefined;
  if (end === null || end === undefined) return undefined;
  if (end.state === 'done') showToast(done(end.value));
  else if (end.state === 'waits')
    showToast(end.isSending ? projectMessages.write.onItsWay : projectMessages.write.waits);
  else
    showError({
      kind: 'rejected',
      title: projectMessages.write.rejected,
      explanation: end.why,
      whatWasKept: projectMessages.write.asBefore,
      nextStep: projectMessages.write.nextStep,
    });
  return end;
}
