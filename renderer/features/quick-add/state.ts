/**
 * What stands in the line and what is done with it. Escape leaves no trace. What was half typed when the person went elsewhere,
 * or could not be made a task, is there the next time, all selected: the next key replaces it.
 */

import { create } from 'zustand';
import type {
  Answer,
  AppErrorView,
  CommandName,
  NewTask,
  Payload,
  QuickAddDirectory,
  QuickAddMessage,
  QuickAddOpening,
  Result,
} from '../../../shared/contract/index.ts';
import type { Language } from '../../../shared/i18n/language.ts';
import { setWindowLocale } from '../../../shared/i18n/window-language.ts';
import { messages } from '../../../shared/i18n/window-messages.ts';
import { MAX_TYPED } from '../../../shared/limits.ts';

import { parsedLineOf } from '../../../shared/quick-add/to-new-task.ts';
import type { DateReader } from '../../../shared/quick-add/types.ts';

export type Parser = typeof import('./load-parser.ts');

interface State {
  /** The language that is drawn. */
  language: Language;
  /** Counts how often the window was shown. */
  turn: number;
  text: string;
  /** Where the caret is to be put when the line is drawn next, or that all is selected; null: it stays where it is. */
  caretTo: number | 'all' | null;
  /** Texts of dates that were clicked back to text. */
  plain: string[];
  /** A link wrote the text. */
  isFromLink: boolean;
  /** The write of a new task that still waits, which this takes the place of. */
  editing: string | null;
  /** The project of a line that names none, where it was opened from a project. */
  projectId: string | null;
  /** Until then Enter does nothing: a link opened the line (ms, ever growing). */
  guardedUntil: number;
  /** Enter was pressed on this text although not all of it was understood; once more makes the task all the same. */
  doubted: string | null;
  /** Enter was pressed on a text that makes no task. */
  isObstructed: boolean;
  /** What main had to say of the last try. */
  error: AppErrorView | null;
  isBusy: boolean;
  known: QuickAddDirectory | null;
  parser: Parser | null;
  dates: DateReader | null;
  /** Is the window on screen, as far as main told? */
  isShown: boolean;
}

const fresh = {
  text: '',
  caretTo: null,
  plain: [],
  isFromLink: false,
  editing: null,
  projectId: null,
  doubted: null,
  isObstructed: false,
  error: null,
  isBusy: false,
} satisfies Partial<State>;

export const useQuickAdd = create<State>(() => ({
  language: 'en',
  turn: 0,
  guardedUntil: 0,
  known: null,
  parser: null,
  dates: null,
  isShown: false,
  ...fresh,
}));

const { setState: set, getState: get } = useQuickAdd;

/** Whoever is typing elsewhere when a link opens the line must not confirm it with the next Enter, whatever they type before it (ms). */
const LINK_GUARD_MS = 800;

/** So long after a key main is told (ms). */
const TELL_MS = 100;

async function send<N extends CommandName>(name: N, payload: Payload<N>): Promise<Answer<Result<N>>> {
  try {
    return await window.punchcard.send(name, payload);
  } catch (error) {
    console.error(name, error);
    return { ok: false, error: { kind: 'internal', ...messages.error.noAnswer } };
  }
}

/** Listens to main, learns what there is to know, and says when it can be shown. */
export function subscribeToMain(): void {
  addEventListener('focus', () => {
    hasLeft = false;
  });
  window.punchcard.onQuickAdd((message) => {
    if (message.do === 'show') shown(message);
    else if (message.do === 'leave') void leave(true);
    else if (message.do === 'speak') void draw(message.language);
    else if (message.do === 'keep') keep(message.text);
    else void learn();
  });
  void import('./load-parser.ts').then((parser) => {
    set({ parser });
    void readDates();
  });
  void learn();
  useQuickAdd.subscribe(tellTyped);
}

/** Its own words from before: it was made anew. */
function keep(text: string): void {
  told = text;
  draft ??= { text, plain: [], error: null };
}

let told = '';
let isTelling = false;

/** Main keeps what would be lost with this page; a moment later, so that no key waits for it. */
function tellTyped(): void {
  if (isTelling) return;
  isTelling = true;
  setTimeout(() => {
    isTelling = false;
    const typed = unsent();
    if (typed === told) return;
    told = typed;
    void send('quick-add.typed', { text: typed });
  }, TELL_MS);
}

/** What is the person’s own and not sent; a change of a task that waits is not kept, for the task is. */
function unsent(): string {
  const { text, isFromLink, editing } = get();
  const own = editing !== null || isFromLink ? '' : text;
  const typed = own.trim() === '' ? (draft?.text ?? '') : own;
  return typed.length > MAX_TYPED ? '' : typed;
}

/** Draws in this language once its words are here. */
async function draw(language: Language): Promise<void> {
  if (language === get().language) return;
  await setWindowLocale(language);
  document.documentElement.lang = language;
  set({ language });
}

export const ready = (): void => void send('quick-add.ready', {});

/** What was not finished, for the next time. */
let draft: Pick<State, 'text' | 'plain' | 'error'> | null = null;
/** To be written out in the line as soon as the lists and the words of dates are there. */
let wantedEdit: QuickAddOpening['edit'];

/** Since the window got the focus. */
let hasLeft = false;
/** Escape was faster than the word that it is shown. */
let isUnwanted = false;

type Shown = Extract<QuickAddMessage, { do: 'show' }>;

function shown({ turn, text = '', isFromLink = false, projectId: forProject, edit }: Shown): void {
  const projectId = forProject ?? null;
  const { isShown, text: present } = get();
  const guardedUntil = isFromLink ? performance.now() + LINK_GUARD_MS : get().guardedUntil;
  const common = { turn, guardedUntil, isShown: true };
  if (edit !== undefined) {
    if (isShown) setAside();
    wantedEdit = edit;
    set({ ...fresh, ...common });
  } else if (present !== '') {
    // Nobody’s text is written over, and the first letters may come before this does.
    set(common);
  } else if (text !== '') {
    set({ ...fresh, ...common, text, isFromLink, projectId, caretTo: text.length });
  } else {
    set({ ...fresh, ...common, projectId, ...(draft !== null && { ...draft, caretTo: 'all' }) });
  }
  writeEdit();
  void learn();
  if (isUnwanted) void leave();
  isUnwanted = false;
}

function writeEdit(): void {
  const { known, parser, dates } = get();
  if (wantedEdit === undefined || known === null || parser === null || dates === null) return;
  const { itemId, task } = wantedEdit;
  wantedEdit = undefined;
  const text = parser.formatLine(parsedLineOf(task, known), { ...known, now: new Date() }, dates);
  set({ text, editing: itemId, caretTo: text.length });
}

/** Keeps what is the person’s own and not finished. */
function setAside(): void {
  const { text, plain, error, isFromLink, editing } = get();
  if (editing !== null || (isFromLink && error === null)) return;
  draft = text.trim() === '' ? null : { text, plain, error };
}

async function learn(): Promise<void> {
  const answer = await send('quick-add.directory', {});
  if (!answer.ok) return;
  const known = answer.value;
  // Somebody else is signed in.
  if (known?.me.id !== get().known?.me.id && get().known !== null) draft = null;
  if (JSON.stringify(known) !== JSON.stringify(get().known)) set({ known });
  void readDates();
}

let datesOf: string | null = null;

async function readDates(): Promise<void> {
  const { parser, known } = get();
  if (parser === null || known === null || datesOf === known.locale) return;
  datesOf = known.locale;
  set({ dates: await parser.loadDates(known.locale) });
  writeEdit();
}

// ---- the line ------------------------------------------------------------------------------------------------------

/** `caretTo`: where the caret is not where typing left it. */
export function setText(text: string, caretTo: number | null = null): void {
  // Whoever changes it has seen where it came from.
  set({ text, caretTo, isObstructed: false, error: null, isFromLink: false });
}

export const setCaret = (): void => set({ caretTo: null });

/** A date goes back to being text, or is a date again. */
export function togglePlain(text: string): void {
  set(({ plain }) => ({ plain: plain.includes(text) ? plain.filter((one) => one !== text) : [...plain, text] }));
}

export const needColumns = (projectId: string): void => void send('quick-add.columns', { projectId });

export const sendHeight = (height: number): void => void send('quick-add.height', { height });

// ---- leaving -------------------------------------------------------------------------------------------------------

/** Two frames: the first draws that it is empty, with the second that one is on screen. */
const painted = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** `isInterrupted`: the person went elsewhere; otherwise no trace is left but of a text that could not be made a task. */
export async function leave(isInterrupted = false): Promise<void> {
  const { turn, error, isFromLink, editing, isShown } = get();
  isUnwanted = !isShown && !isInterrupted && !hasLeft;
  hasLeft = true;
  if (isShown && (isInterrupted || error !== null)) setAside();
  else if (isShown && !isFromLink && editing === null) draft = null;
  wantedEdit = undefined;
  set({ ...fresh, isShown: false });
  await painted();
  await send('quick-add.window-blurred', { turn });
}

/** `tasks`: null where none can be made of the text. `isDoubtful`: not all of it was understood. */
export async function submit(tasks: NewTask[] | null, isDoubtful: boolean, startTimer: boolean): Promise<void> {
  const { isBusy, guardedUntil, doubted, text, editing } = get();
  if (isBusy || performance.now() < guardedUntil) return;
  if (tasks === null) return set({ isObstructed: true });
  if (isDoubtful && doubted !== text) return set({ doubted: text });
  set({ isBusy: true, error: null });
  const answer = await send('quick-add.create', { tasks, startTimer, ...(editing !== null && { instead: editing }) });
  if (!answer.ok) return set({ isBusy: false, error: answer.error });
  await leave();
}
