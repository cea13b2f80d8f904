/**
 * A fake of `window.punchcard` for component tests. It speaks the contract: payloads are parsed with the command's schema, and answers
 * and state have the contract's types. A real main process needs Electron, which component tests do without.
 */

import type {
  Answer,
  BoardCards,
  Bridge,
  CommandName,
  NavigationTarget,
  Payload,
  QuickAddMessage,
  Result,
  State,
} from '../../shared/contract/index.ts';
import { commands } from '../../shared/contract/index.ts';
import type { AppErrorView } from '../../shared/errors/app-error.ts';
import { NOTHING_READ, revised } from './state.ts';

type SentCommand = { [N in CommandName]: { name: N; payload: Payload<N> } }[CommandName];

export interface FakeBridge extends Bridge {
  /** The state that `state.read` answers with. `publish` changes it. */
  state: State;
  /** Every command received, in order. */
  readonly sent: SentCommand[];
  /** The payloads of the commands of this name, in order. */
  payloads<N extends CommandName>(name: N): Payload<N>[];
  /** Answers the command with this value from now on. Without an answer a command succeeds with undefined. */
  answer<N extends CommandName>(name: N, value: Result<N> | ((payload: Payload<N>) => Result<N>)): void;
  /** Fails the command from now on. */
  fail<N extends CommandName>(name: N, error?: Partial<AppErrorView>): void;
  /** Leaves the command without an answer until the returned function is called. */
  hold<N extends CommandName>(name: N): (answer: Answer<Result<N>>) => void;
  /** Publishes changed slices of the state. */
  publish(changed: Partial<State>): void;
  /** Navigates, as main does from the tray. */
  show(view: NavigationTarget): void;
  /** Sends cards of the open board. */
  sendCards(cards: BoardCards): void;
  /** Sends a message to quick add. */
  sendQuickAdd(message: QuickAddMessage): void;
}

/** An error as main answers with; every part can be found on the screen. */
export const anError = (changes: Partial<AppErrorView> = {}): AppErrorView => ({
  kind: 'rejected',
  title: 'It did not work',
  explanation: 'The server said no.',
  nextStep: 'Try something else.',
  ...changes,
});

/** Each request has its own, because a test file has one page and several bridges. */
let lastRequestId = 0;

/** The board subscribes once, when its module is loaded, and so for all tests of a file. */
const cardListeners = new Set<(cards: string) => void>();

/** What the command changes for readers: writes pass through the outbox; API keys are read again even after an error. */
function revisedBy(name: CommandName, answer: Answer<unknown>): keyof State['revisions'] | null {
  if (name === 'api-keys.make' || name === 'api-keys.revoke' || name === 'local.end-programs') return 'apiKeys';
  const isWrite = answer.ok && typeof answer.value === 'object' && answer.value !== null && 'state' in answer.value;
  return isWrite && name !== 'state.read' ? 'projects' : null;
}

/** Installs a fake as `window.punchcard`. */
export function installBridge(state: State): FakeBridge {
  const listeners = {
    state: new Set<(changed: Partial<State>) => void>(),
    quickAdd: new Set<(message: QuickAddMessage) => void>(),
  };
  const listen = <T>(to: Set<T>, listener: T) => {
    to.add(listener);
    return () => void to.delete(listener);
  };
  const answers = new Map<CommandName, (payload: never) => unknown>();
  const setAnswer = <N extends CommandName>(
    name: N,
    answer: (payload: Payload<N>) => Answer<Result<N>> | Promise<Answer<Result<N>>>,
  ) => void answers.set(name, answer);
  const bridge: FakeBridge = {
    state,
    sent: [],
    async send(name, payload) {
      const parsed = commands[name].schema.parse(payload) as Payload<typeof name>;
      bridge.sent.push({ name, payload: parsed } as SentCommand);
      const answer = answers.get(name) ?? (() => ({ ok: true, value: undefined }));
      const answered = (await answer(parsed as never)) as Answer<Result<typeof name>>;
      const subject = revisedBy(name, answered);
      if (subject !== null) bridge.publish(revised(bridge.state, subject));
      return answered;
    },
    startupSnapshot: async () => null,
    onState: (listener) => listen(listeners.state, listener),
    onQuickAdd: (listener) => listen(listeners.quickAdd, listener),
    onCards: (listener) => listen(cardListeners, listener),
    payloads: (name) => bridge.sent.flatMap((one) => (one.name === name ? [one.payload as Payload<typeof name>] : [])),
    answer: (name, value) =>
      setAnswer(name, (payload) => ({ ok: true, value: typeof value === 'function' ? value(payload) : value })),
    fail: (name, error) => setAnswer(name, () => ({ ok: false, error: anError(error) })),
    hold(name) {
      const { promise, resolve } = Promise.withResolvers<Answer<Result<typeof name>>>();
      setAnswer(name, () => promise);
      return resolve;
    },
    publish(changed) {
      bridge.state = { ...bridge.state, ...changed };
      for (const listener of listeners.state) listener(changed);
    },
    show(view) {
      lastRequestId += 1;
      bridge.publish({ requestedViews: [{ id: lastRequestId, view }] });
    },
    sendCards: (cards) => {
      for (const listener of cardListeners) listener(JSON.stringify(cards));
    },
    sendQuickAdd: (message) => {
      for (const listener of listeners.quickAdd) listener(message);
    },
  };
  bridge.answer('state.read', () => bridge.state);
  bridge.answer('window.saved-navigation', null);
  bridge.answer('board.search-descriptions', []);
  bridge.answer('proposals.read', { proposals: [], sources: [] });
  bridge.answer('proposals.settings', NOTHING_READ);
  bridge.answer('proposals.meetings', []);
  bridge.answer('hooks.read', []);
  bridge.answer('hooks.runs', []);
  bridge.answer('local.programs', 0);
  Object.defineProperty(window, 'punchcard', { value: bridge, configurable: true });
  return bridge;
}
