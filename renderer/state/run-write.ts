/** Writes whose result is shown: success in the status line, a rejection in an error box. */
import type { CommandName, Payload, Result, WriteResult } from '../../shared/contract/index.ts';
import { projectPageMessages } from '../../shared/i18n/generated/project-page.ts';
import { sendAbout } from './main-process.ts';
import { showError, showToast } from './notices.ts';

type ResultOf<N extends CommandName> = Extract<Result<N>, WriteResult<unknown>>;
type WriteCommand = { [N in CommandName]: [ResultOf<N>] extends [never] ? never : N }[CommandName];
type ValueOf<N extends CommandName> = Extract<ResultOf<N>, { state: 'done' }>['value'];

/** `done`: the toast after the service has accepted the write. Resolves to undefined if main rejects the command. */
export async function runWrite<N extends WriteCommand>(
  name: N,
  payload: Payload<N>,
  done: (value: ValueOf<N>) => string,
): Promise<WriteResult<ValueOf<N>> | undefined> {
  const result = (await sendAbout(name, payload)) as WriteResult<ValueOf<N>> | null | undefined;
  if (result === null || result === undefined) return undefined;
  if (result.state === 'done') showToast(done(result.value));
  else if (result.state === 'waits')
    showToast(result.isSending ? projectPageMessages.write.onItsWay : projectPageMessages.write.waits);
  else
    showError({
      kind: 'rejected',
      title: projectPageMessages.write.rejected,
      explanation: result.why,
      whatWasKept: projectPageMessages.write.asBefore,
      nextStep: projectPageMessages.write.nextStep,
    });
  return result;
}
