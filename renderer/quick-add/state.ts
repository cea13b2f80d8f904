/** What stands in the line and what is done with it. Nothing of it outlives the window’s being closed, but a text that an error kept. */
import { create } from 'zustand';
import type {
  Answer,
  CommandName,
  NewTask,
  Payload,
  Problem,
  QuickAddKnown,
  QuickAddMessage,
  Result,
} from '../../electron/bridge/contract.ts';
import type { DateReader } from '../../electron/tasks/quick-add/types.ts';
import type { Language } from '../../electron/words/language.ts';
import { words } from '../words/index.ts';
import { speak } from '../words/language.ts';

export type Parser = typeof import('./parser.ts');

interface State {
  /** The language that is drawn. */
  language: Language;
  /** Counts how often the window was shown. */
  turn: number;
  text: string;
  /** Where the caret is to be put when the line is drawn next; null: it stays where it is. */
  caretTo: number | null;
  /** Texts of dates that were clicked back to text. */
  plain: string[];
  /** A link wrote the text. */
  isFromLink: boolean;
  /** When it was shown (ms, ever growing). */
  shownAt: number;
  /** Enter was pressed on this text although not all of it was understood; once more makes the task all the same. */
  doubted: string | null;
  /** Enter was pressed on a text that makes no task. */
  isObstructed: boolean;
  /** What main had to say of the last try. */
  problem: Problem | null;
  isBusy: boolean;
  known: QuickAddKnown | null;
  parser: Parser | null;
  dates: DateReader | null;
}

const fresh = {
  text: '',
  caretTo: null,
  plain: [],
  isFromLink: false,
  doubted: null,
  isObstructed: false,
  problem: null,
  isBusy: false,
} satisfies Partial<State>;

export const useQuickAdd = create<State>(() => ({
  language: 'en',
  turn: 0,
  shownAt: 0,
  known: null,
  parser: null,
  dates: null,
  ...fresh,
}));

const { setState: set, getState: get } = useQuickAdd;

/** Whoever is typing elsewhere when a link opens the line must not confirm it with the next Enter (ms). */
const LINK_GUARD_MS = 800;

async function send<N extends CommandName>(name: N, payload: Payload<N>): Promise<Answer<Result<N>>> {
  try {
    return await window.punchcard.send(name, payload);
  } catch (error) {
    console.error(name, error);
    return { ok: false, problem: words.problem.noAnswer };
  }
}

/** Listens to main, learns what there is to know, and says when it can be shown. */
export function followMain(): void {
  window.punchcard.onQuickAdd((message) => {
    if (message.do === 'show') shown(message);
    else if (message.do === 'leave') void leave();
    else void learn();
  });
  void import('./parser.ts').then((parser) => {
    set({ parser });
    void readDates();
  });
  void learn();
}

/** The address says in which language main opened the page. */
export const firstLanguage = (): Promise<void> =>
  draw(new URLSearchParams(location.search).get('language') === 'de' ? 'de' : 'en');

/** Draws in this language once its words are here. */
async function draw(language: Language): Promise<void> {
  if (language === get().language) return;
  await speak(language);
  set({ language });
}

export const ready = (): void => void send('quick-add.ready', {});

function shown({ turn, text, isFromLink, language }: Extract<QuickAddMessage, { do: 'show' }>): void {
  void draw(language);
  const isFilled = text !== '' && get().text === '';
  set({
    turn,
    shownAt: performance.now(),
    ...(isFilled ? { ...fresh, text, isFromLink, caretTo: text.length } : {}),
  });
  void learn();
}

async function learn(): Promise<void> {
  const answer = await send('quick-add.known', {});
  if (!answer.ok) return;
  const known = answer.value;
  if (JSON.stringify(known) !== JSON.stringify(get().known)) set({ known });
  void readDates();
}

let datesOf: string | null = null;

async function readDates(): Promise<void> {
  const { parser, known } = get();
  if (parser === null || known === null || datesOf === known.locale) return;
  datesOf = known.locale;
  set({ dates: await parser.loadDates(known.locale) });
}

// ---- the line ------------------------------------------------------------------------------------------------------

/** `caretTo`: where the caret is not where typing left it. */
export function setText(text: string, caretTo: number | null = null): void {
  // Whoever changes it has seen where it came from.
  set({ text, caretTo, isObstructed: false, problem: null, isFromLink: false });
}

export const caretPut = (): void => set({ caretTo: null });

/** A date goes back to being text, or is a date again. */
export function togglePlain(text: string): void {
  set(({ plain }) => ({ plain: plain.includes(text) ? plain.filter((one) => one !== text) : [...plain, text] }));
}

export const needColumns = (projectId: string): void => void send('quick-add.columns', { projectId });

export const tellHeight = (height: number): void => void send('quick-add.height', { height });

// ---- leaving -------------------------------------------------------------------------------------------------------

/** Two frames: the first draws that it is empty, with the second that one is on screen. */
const painted = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** Leaves no trace; a text that could not be made a task stays for the next time. */
export async function leave(): Promise<void> {
  const { turn, problem } = get();
  if (problem === null) set(fresh);
  else set({ isBusy: false });
  await painted();
  await send('quick-add.left', { turn });
}

/** `tasks`: null where none can be made of the text. `isDoubtful`: not all of it was understood. */
export async function submit(tasks: NewTask[] | null, isDoubtful: boolean, startTimer: boolean): Promise<void> {
  const { isBusy, isFromLink, shownAt, doubted, text } = get();
  if (isBusy || (isFromLink && performance.now() - shownAt < LINK_GUARD_MS)) return;
  if (tasks === null) return set({ isObstructed: true });
  if (isDoubtful && doubted !== text) return set({ doubted: text });
  set({ isBusy: true, problem: null });
  const answer = await send('quick-add.create', { tasks, startTimer });
  if (!answer.ok) return set({ isBusy: false, problem: answer.problem });
  set(fresh);
  await leave();
}
