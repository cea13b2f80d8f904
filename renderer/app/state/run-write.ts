/** Writes that a person watches: what came of each is said in the status line, or above it where it was refused. */
import type { CommandName, Payload, Result, WriteEnd } from '../../../shared/contract/index.ts';
import { projectWords } from '../../../shared/i18n/project-page-messages.ts';
import { fail, say, tellFor } from './store.ts';

type EndOf<N extends CommandName> = Extract<Result<N>, WriteEnd<unknown>>;
type WriteCommand = { [N in CommandName]: [EndOf<N>] extends [never] ? never : N }[CommandName];
type ValueOf<N extends CommandName> = Extract<EndOf<N>, { state: 'done' }>['value'];

/** `done`: what to say when the service has it. Gives how it ended; undefined where it did not begin. */
export async function run<N extends WriteCommand>(
  name: N,
  payload: Payload<N>,
  done: (value: ValueOf<N>) => string,
): Promise<WriteEnd<ValueOf<N>> | undefined> {
  const end = (await tellFor(name, payload)) as WriteEnd<ValueOf<N>> | null | undefined;
  if (end === null || end === undefined) return undefined;
  if (end.state === 'done') say(done(end.value));
  else if (end.state === 'waits') say(end.isSending ? projectWords.write.onItsWay : projectWords.write.waits);
  else
    fail({
      kind: 'refused',
      title: projectWords.write.refused,
      what: end.why,
      kept: projectWords.write.asBefore,
      todo: projectWords.write.todo,
    });
  return end;
}
