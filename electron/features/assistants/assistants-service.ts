/**
 * What assistants may do. Their requests come through the same socket as those of a command line, with the name of the program that
 * asks. Each is refused, asked about or carried out as the person decided, and logged.
 */
import {
  type AssistantAction,
  type AssistantForm,
  type AssistantKind,
  type AssistantQuestion,
  type AssistantTool,
  type KnownAssistant,
  MAX_DISCONNECTED,
  permissionsFor,
} from '../../../shared/contract/assistants.ts';
import type { ChangeView } from '../../../shared/contract/outbox-view.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Notifications } from '../../../shared/reminders/notification.ts';
import { shorten } from '../../../shared/tasks/clean-text.ts';
import type { FeatureContext } from '../context.ts';
import { createActionLog } from './action-log.ts';

export interface AssistantRequest<Reply> {
  client: string;
  tool: string;
  /** All of them must be allowed, that of the tool first; none: no assistant may do this. */
  kinds: readonly AssistantKind[];
  /** What it wants, as a question. */
  asks: string;
  /** The same for the log, if it was not done. */
  wanted: string;
  /** Where the person can change it first. */
  form?: AssistantForm;
  run: () => Promise<Reply>;
  /** What the log says of the reply; null if it failed. */
  did: (reply: Reply) => string | null;
  refused: (how: 'refused' | 'taken-over') => Reply;
  /** The reply if it cannot be done, which the person is not asked about; null if it can. */
  impossible: Reply | null;
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
  /** The command line: its name or path, or `node` and the path of a script. */
  program: readonly [string, ...string[]];
  tools: () => AssistantTool[];
}

type Decision = 'allowed' | 'refused' | 'taken-over';

interface Pending extends AssistantQuestion {
  /** What was asked for, with which the permissions are looked up. */
  needs: Pick<AssistantRequest<unknown>, 'client' | 'tool' | 'kinds'>;
  /** Once only. */
  decide: (decision: Decision) => void;
}

export type AssistantsService = ReturnType<typeof createAssistants>;

export function createAssistants(context: FeatureContext, options: AssistantsOptions) {
  const { changes, notifications } = options;
  const { database, now, settings, changeSettings, invalidate, readAgain } = context;
  const actions = createActionLog(database, now);
  const questions: Pending[] = [];
  let lastId = 0;

  function ask(question: Omit<Pending, 'id' | 'decide'>, signal: AbortSignal): Promise<Decision> {
    if (questions.length >= MAX_QUESTIONS || signal.aborted) return Promise.resolve('refused');
    const { promise, resolve } = Promise.withResolvers<Decision>();
    lastId += 1;
    const decide = (decision: Decision): void => {
      if (!questions.includes(pending)) return;
      clearTimeout(timer);
      questions.splice(questions.indexOf(pending), 1);
      invalidate('assistantQuestion');
      if (questions.length === 0) notifications.close(NOTICE);
      resolve(decision);
    };
    const pending: Pending = { ...question, id: lastId, decide };
    const timer = setTimeout(decide, QUESTION_LAPSES_MS, 'refused');
    timer.unref?.();
    // A client that has gone would not learn what was done for it.
    signal.addEventListener('abort', () => decide('refused'), { once: true });
    questions.push(pending);
    invalidate('assistantQuestion');
    if (!options.isSeen()) {
      const title = messages.assistantAsks({ client: question.client });
      const notice = { id: NOTICE, title, body: shorten(question.text, MAX_IN_NOTICE) };
      void notifications.show({ ...notice, actions: [] }, { onAction: options.showWindow });
    }
    return promise;
  }

  /** The kind that needs a question, if all others are allowed; `no`, if one is not. */
  function decisionOn(client: string, tool: string, kinds: readonly AssistantKind[]): 'yes' | 'no' | AssistantKind {
    const allowed = settings.read().assistants;
    if (allowed.disconnected.includes(client)) return 'no';
    const permissions = permissionsFor(allowed, tool, kinds);
    if (!allowed.on || kinds.length === 0 || permissions.includes('no')) return 'no';
    return kinds[permissions.indexOf('ask')] ?? 'yes';
  }

  function record(...action: Parameters<typeof actions.add>): void {
    actions.add(...action);
    readAgain('assistants');
  }

  return {
    async request<Reply>(request: AssistantRequest<Reply>): Promise<Reply> {
      const { client, tool, kinds, asks, wanted, form, run, did, refused, impossible, signal } = request;
      const kind = decisionOn(client, tool, kinds);
      // It may name accounts, which only an assistant that may do something gets to know.
      if (kind !== 'no' && impossible !== null) {
        record(client, wanted, 'failed');
        return impossible;
      }
      let decision: Decision = kind === 'yes' ? 'allowed' : 'refused';
      if (kind !== 'yes' && kind !== 'no') {
        const own = kind === kinds[0] && tool in settings.read().assistants.tools && { tool };
        const needs = { client, tool, kinds };
        decision = await ask({ client, kind, ...own, text: asks, ...(form && { form }), needs }, signal);
      }
      if (decision !== 'allowed') {
        record(client, wanted, decision);
        return refused(decision);
      }
      const { result: reply, undoIds } = await context.undo.watch(run);
      const text = did(reply);
      const isRead = kinds.every((one) => one === 'read');
      record(client, text ?? wanted, text === null ? 'failed' : 'done', { isRead, undoIds });
      return reply;
    },

    question(): AssistantQuestion | null {
      const [first] = questions;
      if (first === undefined) return null;
      const { decide: _, needs: _needs, ...question } = first;
      return question;
    },

    /** A question that is gone is ignored. */
    answer(id: number, allow: boolean, always = false): void {
      const question = questions.find((one) => one.id === id);
      if (question === undefined) return;
      if (always) {
        const { assistants } = settings.read();
        const [{ kind, tool }, permission] = [question, allow ? 'yes' : 'no'] as const;
        const changed =
          tool === undefined ? { [kind]: permission } : { tools: { ...assistants.tools, [tool]: permission } };
        changeSettings({ assistants: { ...assistants, ...changed } });
      }
      question.decide(allow ? 'allowed' : 'refused');
    },

    /** The person does it in a form instead. */
    takeOver: (id: number): void => questions.find((one) => one.id === id)?.decide('taken-over'),

    /** Decides the waiting questions that the person has answered in the settings, or with another question. */
    settingsChanged(): void {
      for (const { needs, decide } of [...questions]) {
        const decision = decisionOn(needs.client, needs.tool, needs.kinds);
        if (decision === 'yes') decide('allowed');
        else if (decision === 'no') decide('refused');
      }
    },

    /** What an assistant did while the app was not running. */
    record,

    list: (): KnownAssistant[] => actions.clients(),
    tools: options.tools,

    disconnect(client: string): void {
      const { disconnected, ...others } = settings.read().assistants;
      const names = [...disconnected.filter((name) => name !== client), client].slice(-MAX_DISCONNECTED);
      changeSettings({ assistants: { ...others, disconnected: names } });
    },

    copySettings(): void {
      const [command, ...args] = options.program;
      context.copyText(JSON.stringify({ mcpServers: { punchcard: { command, args: [...args, 'mcp'] } } }, null, 2));
    },

    log: (): AssistantAction[] => actions.read(changes()),
  };
}
