/**
 * A command as an assistant asks for it: what the person has to allow, the sentences in which it is asked and logged, and carrying out
 * what they named.
 */

import { accountNamed } from '../../shared/accounts.ts';
import type { AssistantForm, AssistantKind } from '../../shared/contract/assistants.ts';
import {
  clock,
  clockOfTime,
  daySpan,
  hoursMinutes,
  longDay,
  monthName,
  shortDay,
} from '../../shared/i18n/format-dates.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import { MAX_TYPED } from '../../shared/limits.ts';
import { onlyAccount } from '../../shared/quick-add/accounts.ts';
import { oneLine } from '../../shared/tasks/clean-text.ts';
import { findTask } from '../../shared/tasks/filter-tasks.ts';
import { localDay } from '../../shared/time/day.ts';
import type { TaskRef } from '../../shared/time/entry.ts';
import { monthOf, weekOf } from '../../shared/time/period.ts';
import { type AnswerOptions, createAnswers, dueWords, failedReply, knownTasks, quotedTask } from './answers.ts';
import { type Asked, COMMANDS, type ToolWord } from './commands.ts';
import { dueDateOf, loggedSpan, pastDay } from './dates.ts';
import type { Reply } from './protocol.ts';
import { readTasks } from './read-tasks.ts';

/** None if it is no tool. */
export function kindsOf(asked: Asked): AssistantKind[] {
  const { kind } = COMMANDS[asked.do];
  // Without a text it would open a window.
  if (kind === undefined || (asked.do === 'add' && asked.text === undefined)) return [];
  if (asked.do === 'add' && asked.start) return [kind, 'timer'];
  // It books time that has passed.
  return asked.do === 'stop' && asked.from !== undefined ? [kind, 'entries'] : [kind];
}

/** An assistant's request in the person's language. */
export interface RequestInWords {
  /** "Move PAY-134 “Fix the totals” to Done?" */
  asks: string;
  /** "Wanted to move PAY-134 “Fix the totals” to Done", for what was not done. */
  wanted: string;
  /** "Read your tasks"; null for a change, whose reply says what it did. */
  did: string | null;
  /** The form in which the person can change it first. */
  form?: AssistantForm;
  /** Why it cannot be done, whatever the person says. */
  impossible?: Reply;
  /** Carries it out if it still means what the sentence named. Never rejects. */
  run: () => Promise<Reply>;
}

interface Sentences extends Omit<RequestInWords, 'run'> {
  /** The request for exactly the task that they name: another may have got its title before the person answers. */
  asked: Asked;
  /** What they name, by its ids; it differs when the request means something else. */
  named: string;
}

type Known = Pick<
  AnswerOptions,
  'account' | 'accounts' | 'assigned' | 'entries' | 'directory' | 'weekStartsOn' | 'now'
>;

/** Everything that the sentences of all tools mention. */
const NOTHING = {
  task: null as string | null,
  text: null as string | null,
  column: '',
  from: null as string | null,
  note: null as string | null,
  length: null as string | null,
  when: null as string | null,
  date: null as string | null,
  period: '',
  title: '',
  project: null as string | null,
  more: 0,
  starts: false,
  typed: null as string | null,
};
type Parts = Partial<typeof NOTHING>;

/** What is longer is cut off in a sentence (UTF-16 code units). */
const MAX_WORDS = 200;
const line = (text: string): string => oneLine(text, MAX_WORDS);

/** Reads only what the app already knows. A command that is no tool gets its name as the sentence. */
export async function inWords(request: Asked, options: AnswerOptions, asker?: AbortSignal): Promise<RequestInWords> {
  // The person may answer minutes later: "tomorrow" and "the last 45 minutes" are those of the question.
  const then = COMMANDS[request.do].kind === 'read' ? options : at(options.now(), options);
  const { asked, named, ...words } = await sentences(request, then);
  return {
    ...words,
    async run() {
      if ((await sentences(asked, then)).named === named) return createAnswers(then)(asked, asker);
      return { ok: false, why: 'not-allowed', said: messages.cli.changedMeanwhile };
    },
  };
}

/** @param now ms */
function at(now: number, options: AnswerOptions): AnswerOptions {
  return {
    ...options,
    now: () => now,
    directory() {
      const directory = options.directory();
      return directory && { ...directory, now: new Date(now) };
    },
  };
}

async function sentences(asked: Asked, known: Known): Promise<Sentences> {
  const word = toolWord(asked.do);
  if (word === null) return { asks: asked.do, wanted: asked.do, did: null, asked, named: '' };
  const { task, entryId, accountId } = taskOf(asked, known);
  const { parts, form, named = null, why } = await particulars(asked, task, known);
  const wanted = 'task' in asked && asked.task !== undefined ? line(asked.task) : null;
  const says = messages.cli.asks[word] as (shown: typeof NOTHING & { form: 'asks' | 'did' | 'other' }) => string;
  const all = { ...NOTHING, task: task === undefined ? wanted : nameIn(task, known), ...parts };
  const account = known.accounts().find(({ id }) => id === accountId)?.name;
  return {
    asks: says({ ...all, form: 'asks' }),
    wanted: says({ ...all, form: 'other' }),
    did: COMMANDS[word].kind === 'read' ? says({ ...all, form: 'did' }) : null,
    ...(form && { form }),
    ...(why !== undefined && { impossible: failedReply(why) }),
    asked:
      task !== undefined && 'task' in COMMANDS[word].schema.shape
        ? ({ ...asked, task: task.identifier, ...(account !== undefined && { account }) } as Asked)
        : asked,
    named: JSON.stringify([task && [accountId, task.taskId], entryId, named]),
  };
}

const toolWord = (word: Asked['do']): ToolWord | null =>
  COMMANDS[word].kind === undefined ? null : (word as ToolWord);

/** The task that it is about, with its account, if the app knows exactly one; and the running time entry, if it is about that. */
function taskOf(asked: Asked, known: Known): { task?: TaskRef | undefined; accountId?: string; entryId?: string } {
  const current = known.account.current()?.id;
  if (current === undefined) return {};
  const of = (task: TaskRef | undefined) => (task ? { task, accountId: task.accountId ?? current } : {});
  if (asked.do === 'stop' || asked.do === 'note') {
    const running = known.entries.running(current);
    return running === undefined ? {} : { ...of(running.task), entryId: running.id };
  }
  if (!('task' in COMMANDS[asked.do].schema.shape)) return {};
  const { task, account } = asked as { task?: string; account?: string };
  const only = account === undefined ? undefined : accountNamed(account, known.accounts())?.id;
  if (account !== undefined && only === undefined) return {};
  const tasks = knownTasks(known, current, only);
  if (task === undefined) return of(tasks[0]);
  const found = findTask(task, tasks);
  return of(found.is === 'one' ? found.task : undefined);
}

/** "PAY-134 “Fix the totals”"; with several open accounts also which. */
function nameIn({ identifier, title, accountId }: TaskRef, { accounts }: Known): string {
  const name = title === '' ? identifier : quotedTask({ identifier, title: line(title) });
  return withAccount(name, accountId, { accounts });
}

function withAccount(name: string, accountId: string | undefined, { accounts }: Pick<Known, 'accounts'>): string {
  const account = accounts().length > 1 && accounts().find(({ id }) => id === accountId);
  return account ? `${name} (${account.name})` : name;
}

async function particulars(
  asked: Asked,
  task: TaskRef | undefined,
  known: Known,
): Promise<{ parts: Parts; form?: AssistantForm; named?: unknown; why?: string }> {
  const now = new Date(known.now());
  const directory = known.directory();
  const locale = directory?.locale ?? 'en';
  switch (asked.do) {
    case 'add': {
      const text = asked.text ?? '';
      const only = asked.account === undefined ? undefined : accountNamed(asked.account, known.accounts())?.id;
      const own = directory && only !== undefined ? onlyAccount(directory, only) : directory;
      const read = own && (await readTasks(text, own));
      const [first, ...others] = read?.ok ? read.tasks : [];
      const title = line(first?.title ?? text);
      const account = first?.accountId !== undefined && { accountId: first.accountId };
      return {
        parts: {
          title,
          project: first ? withAccount(first.projectSlug, first.accountId, known) : null,
          more: others.length,
          starts: asked.start === true,
          typed: line(text) === title ? null : line(text),
        },
        // Quick add has one line, and starts no timer by itself.
        ...(others.length === 0 &&
          !asked.start &&
          text.length <= MAX_TYPED && { form: { is: 'task', text, ...account } }),
        ...(read?.ok === false && { why: read.why }),
        named: read?.ok && read.tasks,
      };
    }
    case 'stop':
      return { parts: { from: asked.from === undefined ? null : clockOfTime(asked.from) } };
    case 'note':
      return { parts: { text: line(asked.text) || null } };
    case 'log': {
      const note = asked.note ?? '';
      const span = await loggedSpan(asked, now, locale);
      const parts = { note: line(note) || null };
      if ('why' in span) return { parts, why: span.why };
      const { start, end } = span;
      return {
        parts: { ...parts, length: hoursMinutes(end - start), when: whenWords(start, end, now) },
        ...(task && { form: { is: 'entry', task, from: start, to: end, note } }),
      };
    }
    case 'list':
      return { parts: { text: asked.text === undefined ? null : line(asked.text) } };
    case 'move':
      return { parts: { column: line(asked.column) } };
    case 'due': {
      if (asked.date === 'none') return { parts: {} };
      const dueDate = directory && (await dueDateOf(asked.date, directory));
      if (dueDate === null)
        return { parts: { date: line(asked.date) }, why: messages.cli.noDate({ text: asked.date }) };
      return { parts: { date: (dueDate && dueWords(dueDate, now).join()) || line(asked.date) } };
    }
    case 'report':
    case 'gaps': {
      const { day: text = '' } = asked;
      const day = text === '' ? localDay(now) : await pastDay(text, now, locale);
      if (day === null) return { parts: { period: line(text) }, why: messages.cli.noPastDay({ text }) };
      const period = (asked.do === 'report' && asked.period) || 'day';
      return { parts: { period: periodWords(day, period, known, now) }, named: day };
    }
    default:
      return { parts: {} };
  }
}

function whenWords(start: number, end: number, now: Date): string {
  const span = `${clock(start)}–${clock(end)}`;
  return localDay(start) === localDay(now) ? messages.cli.phrases.spanToday({ span }) : `${shortDay(start)} ${span}`;
}

/** `day`: `YYYY-MM-DD`. */
function periodWords(day: string, period: 'day' | 'week' | 'month', { weekStartsOn }: Known, now: Date): string {
  if (period === 'month') return monthName(new Date(`${monthOf(day).from}T00:00`));
  if (period === 'week') {
    const { from, to } = weekOf(day, weekStartsOn);
    return daySpan(`${from}T00:00`, `${to}T00:00`);
  }
  return day === localDay(now) ? messages.cli.phrases.today : longDay(`${day}T00:00`, now);
}
