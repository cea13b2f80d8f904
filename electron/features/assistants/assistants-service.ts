/**
 * What assistants may do. Their requests come through the same socket as those of a command line, with the name of the program that
 * asks. Each is refused, asked about or carried out as the person decided, and logged.
 */
import type { AssistantAction, AssistantKind, AssistantQuestion } from '../../../shared/contract/assistants.ts';
import type { ChangeView } from '../../../shared/contract/outbox-view.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Notifications } from '../../../shared/reminders/notification.ts';
import { shorten } from '../../../shared/tasks/clean-text.ts';
import type { FeatureContext } from '../context.ts';
import { createActionLog } from './action-log.ts';

export interface AssistantRequest<Reply> {
  client: string;
  /** All of them must be allowed; none: no assistant may do this. */
  kinds: readonly AssistantKind[];
  /** What it wants, in words. */
  text: string;
  run: () => Promise<Reply>;
  /** What the log says of the reply. */
  outcome: (reply: Reply) => { isDone: boolean; text: string };
  refused: () => Reply;
  /** Aborted when the assistant has disconnected. */
  signal: AbortSignal;
}

/** A question that nobody answers is refused (ms). */
export const QUESTION_LAPSES_MS = 10 * MINUTE_MS;
/** Further questions are refused until some are answered. */
const MAX_QUESTIONS = 20;

/** A later question replaces the notification of an earlier one. */
const NOTICE = 'assistant';
/** Few desktops show more of a notification (characters). */
const MAX_IN_NOTICE = 200;

export interface AssistantsOptions {
  /** Of this session, the newest first. */
  changes: () => ChangeView[];
  notifications: Pick<Notifications, 'show' | 'close'>;
  /** The window, which shows the questions, is on screen. */
  isSeen: () => boolean;
  showWindow: () => void;
  /** What starts Punchcard: a name, or a path. */
  program: string;
}

interface Pending extends AssistantQuestion {
  decide: (isAllowed: boolean) => void;
}

export type AssistantsService = ReturnType<typeof createAssistants>;

export function createAssistants(context: FeatureContext, options: AssistantsOptions) {
  const { changes, notifications } = options;
  const { database, now, settings, changeSettings, invalidate, readAgain } = context;
  const actions = createActionLog(database, now);
  const questions: Pending[] = [];
  let lastId = 0;

  function ask(client: string, kind: AssistantKind, text: string, signal: AbortSignal): Promise<boolean> {
    if (questions.length >= MAX_QUESTIONS || signal.aborted) return Promise.resolve(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    lastId += 1;
    const decide = (isAllowed: boolean): void => {
      clearTimeout(timer);
      questions.splice(questions.indexOf(question), 1);
      invalidate('assistantQuestion');
      if (questions.length === 0) notifications.close(NOTICE);
      resolve(isAllowed);
    };
    const question: Pending = { id: lastId, client, kind, text, decide };
    const timer = setTimeout(decide, QUESTION_LAPSES_MS, false);
    timer.unref?.();
    // Who has gone gets nothing done.
    signal.addEventListener('abort', () => questions.includes(question) && decide(false), { once: true });
    questions.push(question);
    invalidate('assistantQuestion');
    if (!options.isSeen()) {
      const notice = { id: NOTICE, title: messages.assistantAsks({ client }), body: shorten(text, MAX_IN_NOTICE) };
      void notifications.show({ ...notice, actions: [] }, { onAction: options.showWindow });
    }
    return promise;
  }

  /** The kind that needs a question, if all others are allowed; `no`, if one is not. */
  function decisionOn(kinds: readonly AssistantKind[]): 'yes' | 'no' | AssistantKind {
    const allowed = settings.read().assistants;
    if (!allowed.on || kinds.length === 0 || kinds.some((kind) => allowed[kind] === 'no')) return 'no';
    return kinds.find((kind) => allowed[kind] === 'ask') ?? 'yes';
  }

  function record(...action: Parameters<typeof actions.add>): void {
    actions.add(...action);
    readAgain('assistants');
  }

  return {
    async request<Reply>({
      client,
      kinds,
      text,
      run,
      outcome,
      refused,
      signal,
    }: AssistantRequest<Reply>): Promise<Reply> {
      const decision = decisionOn(kinds);
      const isAllowed = decision === 'yes' || (decision !== 'no' && (await ask(client, decision, text, signal)));
      if (!isAllowed) {
        record(client, text, 'refused');
        return refused();
      }
      const before = changes()[0]?.undoId;
      const reply = await run();
      const [newest] = changes();
      const said = outcome(reply);
      record(
        client,
        said.text,
        said.isDone ? 'done' : 'failed',
        newest?.undoId === before ? undefined : newest?.undoId,
      );
      return reply;
    },

    question(): AssistantQuestion | null {
      const [first] = questions;
      if (first === undefined) return null;
      const { decide: _, ...question } = first;
      return question;
    },

    /** A question that is gone is ignored. */
    answer(id: number, allow: boolean, always = false): void {
      const question = questions.find((one) => one.id === id);
      if (question === undefined) return;
      if (always)
        changeSettings({ assistants: { ...settings.read().assistants, [question.kind]: allow ? 'yes' : 'no' } });
      question.decide(allow);
    },

    copySettings: (): void =>
      context.copyText(
        JSON.stringify({ mcpServers: { punchcard: { command: options.program, args: ['mcp'] } } }, null, 2),
      ),

    log: (): AssistantAction[] => actions.read(changes()),
  };
}
