/**
 * State of the quick-add window. Escape discards the text. Text that was interrupted or rejected is kept as a draft and shown
 * selected the next time, so that typing replaces it.
 */
import { create } from 'zustand';
import type {
  Answer,
  AppErrorView,
  CommandName,
  Payload,
  QuickAddDirectory,
  QuickAddMessage,
  QuickAddOpening,
  Result,
} from '../../../shared/contract/index.ts';
import { setHour12 } from '../../../shared/i18n/format-dates.ts';
import { loadTranslation } from '../../../shared/i18n/generated/renderer.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { activeMessages, type Language } from '../../../shared/i18n/language.ts';
import { MAX_TYPED } from '../../../shared/limits.ts';
import type { TaskOfAccount } from '../../../shared/quick-add/accounts.ts';
import { parsedLineOf } from '../../../shared/quick-add/to-new-task.ts';
import type { DateReader } from '../../../shared/quick-add/types.ts';

export type Parser = typeof import('./load-parser.ts');

interface State {
  /** The rendered language. */
  language: Language;
  /** Incremented whenever the window is shown. */
  turn: number;
  text: string;
  /** The caret's index after the next render, or 'all' to select the text; null leaves the caret. */
  caretTo: number | 'all' | null;
  /** Dates that the user turned back into plain text. */
  plain: string[];
  isFromLink: boolean;
  /** Id of the unsent write of a new task that this text replaces. */
  editing: string | null;
  /** The default project if quick add was opened from a project. */
  projectId: string | null;
  /** The default account if a link named it. */
  accountId: string | null;
  /** Enter is ignored until then, after a link opened the window (ms of performance.now). */
  guardedUntil: number;
  /** The text with errors on which Enter was pressed; a second Enter creates the task anyway. */
  doubted: string | null;
  /** Enter was pressed on a text that is not a valid task. */
  isBlocked: boolean;
  error: AppErrorView | null;
  isBusy: boolean;
  directory: QuickAddDirectory | null;
  parser: Parser | null;
  dates: DateReader | null;
  /** Main has reported that the window is visible. */
  isShown: boolean;
}

const fresh = {
  text: '',
  caretTo: null,
  plain: [],
  isFromLink: false,
  editing: null,
  projectId: null,
  accountId: null,
  doubted: null,
  isBlocked: false,
  error: null,
  isBusy: false,
} satisfies Partial<State>;

export const useQuickAdd = create<State>(() => ({
  language: 'en',
  turn: 0,
  guardedUntil: 0,
  directory: null,
  parser: null,
  dates: null,
  isShown: false,
  ...fresh,
}));

const { setState: set, getState: get } = useQuickAdd;
/** Set once, by `subscribeToMain`. */
let main: Window['punchcard'];

/** A user who is typing elsewhere when a link opens the window must not confirm it by accident (ms). */
const LINK_GUARD_MS = 800;

/** Delay before typed text is saved to main (ms). */
const SAVE_DELAY_MS = 100;

async function send<N extends CommandName>(name: N, payload: Payload<N>): Promise<Answer<Result<N>>> {
  try {
    return await main.send(name, payload);
  } catch (error) {
    console.error(`${name} failed:`, error);
    return { ok: false, error: { kind: 'internal', ...messages.error.noAnswer } };
  }
}

/** Subscribes to main and loads the parser and the directory. */
export function subscribeToMain(): void {
  main = window.punchcard;
  main.onQuickAdd((message) => {
    if (message.do === 'show') onShow(message);
    else if (message.do === 'leave') void leave(true);
    else if (message.do === 'set-language') void switchLanguage(message.language);
    else if (message.do === 'restore') restoreDraft(message.text);
    else void loadDirectory();
  });
  void import('./load-parser.ts').then((parser) => {
    set({ parser });
    void loadDates();
  });
  void loadDirectory();
  useQuickAdd.subscribe(scheduleSave);
}

/** Restores the saved text after main has recreated the window. */
function restoreDraft(text: string): void {
  savedText = text;
  draft ??= { text, plain: [], error: null };
}

let savedText = '';
let isSaveScheduled = false;

/** Saves the text to main in case this page is lost; delayed, so that typing never waits for it. */
function scheduleSave(): void {
  if (isSaveScheduled) return;
  isSaveScheduled = true;
  setTimeout(() => {
    isSaveScheduled = false;
    const typed = unsentText();
    if (typed === savedText) return;
    savedText = typed;
    void send('quick-add.typed', { text: typed });
  }, SAVE_DELAY_MS);
}

/** The user's own unsent text. Edits of an unsent task are left out, because the outbox keeps that task. */
function unsentText(): string {
  const { text, isFromLink, editing } = get();
  const own = editing !== null || isFromLink ? '' : text;
  const typed = own.trim() === '' ? (draft?.text ?? '') : own;
  return typed.length > MAX_TYPED ? '' : typed;
}

/** Switches to this language once its messages are loaded. */
async function switchLanguage(language: Language): Promise<void> {
  if (language === get().language) return;
  activeMessages.set(await loadTranslation[language]());
  document.documentElement.lang = language;
  set({ language });
}

/** The page is drawn in the person's language at once. */
export async function loadLanguage(): Promise<void> {
  const answer = await send('quick-add.locale', {});
  if (!answer.ok) return;
  setHour12(answer.value.hour12);
  await switchLanguage(answer.value.language);
}

export const ready = (): void => void send('quick-add.ready', {});

/** Unfinished text for the next time. */
let draft: Pick<State, 'text' | 'plain' | 'error'> | null = null;
/** The task to edit, until the directory and the date phrases that formatting it needs are loaded. */
let pendingEdit: QuickAddOpening['edit'];

type ShowMessage = Extract<QuickAddMessage, { do: 'show' }>;

function onShow(message: ShowMessage): void {
  const { turn, text = '', isFromLink = false, edit } = message;
  const { projectId = null, accountId = null } = message;
  const { isShown, text: currentText } = get();
  const guardedUntil = isFromLink ? performance.now() + LINK_GUARD_MS : get().guardedUntil;
  const common = { turn, guardedUntil, isShown: true };
  if (edit !== undefined) {
    if (isShown) keepDraft();
    pendingEdit = edit;
    set({ ...fresh, ...common });
  } else if (currentText !== '') {
    // Never overwrite typed text; the first keys may arrive before this message.
    set(common);
  } else if (text !== '') {
    set({ ...fresh, ...common, text, isFromLink, projectId, accountId, caretTo: text.length });
  } else {
    set({ ...fresh, ...common, projectId, accountId, ...(draft !== null && { ...draft, caretTo: 'all' }) });
  }
  showPendingEdit();
  void loadDirectory();
}

function showPendingEdit(): void {
  const { directory, parser, dates } = get();
  if (pendingEdit === undefined || directory === null || parser === null || dates === null) return;
  const { itemId, task } = pendingEdit;
  pendingEdit = undefined;
  const text = parser.formatLine(parsedLineOf(task, directory), { ...directory, now: new Date() }, dates);
  set({ text, editing: itemId, caretTo: text.length });
}

/** Keeps the user's own unfinished text as the draft. */
function keepDraft(): void {
  const { text, plain, error, isFromLink, editing } = get();
  if (editing !== null || (isFromLink && error === null)) return;
  draft = text.trim() === '' ? null : { text, plain, error };
}

async function loadDirectory(): Promise<void> {
  const answer = await send('quick-add.directory', {});
  if (!answer.ok) return;
  const directory = answer.value;
  const me = get().directory?.me.id;
  const isHere = [directory, ...Object.values(directory?.byAccount ?? {})].some((one) => one?.me.id === me);
  // Somebody else has signed in. Another account of several may only have come to the front.
  if (me !== undefined && !isHere) draft = null;
  if (JSON.stringify(directory) !== JSON.stringify(get().directory)) set({ directory });
  void loadDates();
}

let datesLocale: string | null = null;

async function loadDates(): Promise<void> {
  const { parser, directory } = get();
  if (parser === null || directory === null || datesLocale === directory.locale) return;
  datesLocale = directory.locale;
  set({ dates: await parser.loadDates(directory.locale) });
  showPendingEdit();
}

// ---- the line ------------------------------------------------------------------------------------------------------

/** `caretTo`: moves the caret; null leaves it where typing put it. */
export function setText(text: string, caretTo: number | null = null): void {
  // Editing the text acknowledges that it comes from a link.
  set({ text, caretTo, isBlocked: false, error: null, isFromLink: false });
}

export const setCaret = (): void => set({ caretTo: null });

/** Toggles a date between date and plain text. */
export function togglePlain(text: string): void {
  set(({ plain }) => ({ plain: plain.includes(text) ? plain.filter((one) => one !== text) : [...plain, text] }));
}

export const loadColumns = (projectId: string, accountId: string | undefined): void =>
  void send('quick-add.columns', { projectId, ...(accountId !== undefined && { accountId }) });

export const sendHeight = (height: number): void => void send('quick-add.height', { height });

// ---- leaving -------------------------------------------------------------------------------------------------------

/** Two frames: the empty line is rendered in the first and on screen with the second. */
const nextPaint = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** `isInterrupted`: the window lost the focus, so the text is kept. Otherwise only rejected text is kept. */
export async function leave(isInterrupted = false): Promise<void> {
  const { turn, error, isFromLink, editing, isShown } = get();
  if (isShown && (isInterrupted || error !== null)) keepDraft();
  else if (isShown && !isFromLink && editing === null) draft = null;
  pendingEdit = undefined;
  set({ ...fresh, isShown: false });
  await nextPaint();
  // Escape may arrive before the `show` message of the turn in which it was pressed.
  await send('quick-add.left', { turn, isEarly: !isShown && !isInterrupted });
}

/** `tasks`: null if the text is not a valid task. `isDoubtful`: the text has parse errors. */
export async function submit(tasks: TaskOfAccount[] | null, isDoubtful: boolean, startTimer: boolean): Promise<void> {
  const { isBusy, guardedUntil, doubted, text, editing } = get();
  if (isBusy || performance.now() < guardedUntil) return;
  if (tasks === null) return set({ isBlocked: true });
  if (isDoubtful && doubted !== text) return set({ doubted: text });
  set({ isBusy: true, error: null });
  const answer = await send('quick-add.create', { tasks, startTimer, ...(editing !== null && { instead: editing }) });
  if (!answer.ok) return set({ isBusy: false, error: answer.error });
  await leave();
}
