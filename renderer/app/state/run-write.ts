/** Writes whose result is shown: success in the status line, a rejection in an error box. */
import type { CommandName, Payload, Result, WriteResult } from '../../../shared/contract/index.ts';
import { projectPageMessages } from '../../../shared/i18n/generated/project-page.ts';
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
    showToast(end.isSending ? projectPageMessages.write.onItsWay : projectPageMessages.write.waits);
  else
    showError({
      kind: 'rejected',
      title: projectPageMessages.write.rejected,
      explanation: end.why,
      whatWasKept: projectPageMessages.write.asBefore,
      nextStep: projectPageMessages.write.nextStep,
    });
  return end;
}
