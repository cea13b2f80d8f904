/** Connects this window to main: the published state, the views that main asks for, and the saved view state. */
import type { State } from '../../shared/contract/index.ts';
import { setHour12 } from '../../shared/i18n/format-dates.ts';
import { loadTranslation } from '../../shared/i18n/generated/renderer.ts';
import { activeMessages } from '../../shared/i18n/language.ts';
import { request, usePublished } from './main-process.ts';
import { addAccount, show } from './navigation.ts';
import { shareUnchanged } from './share-unchanged.ts';
import { hasUnsavedText } from './unsaved-text.ts';
import { resetViewState, restoreViewState, serializeViewState } from './view-state.ts';

const { getState: published, setState: set } = usePublished;

/** Shows the startup snapshot, subscribes to main and reads the full state, which includes any change published before it. */
export function subscribeToMain(): void {
  /** Published before the whole state arrived, which may be older. */
  let early: Partial<State> = {};
  window.punchcard.onState((changed) => {
    // Also if the account was open already.
    if (changed.signIn?.succeeded) addAccount(false);
    if (!published().isConnected) early = { ...early, ...changed };
    set(({ state }) => (state === null ? {} : { state: shareUnchanged(state, { ...state, ...changed }) }));
    applyLocale();
    if (changed.account === null) resetViewState();
    if (published().isConnected) showRequested();
  });
  void window.punchcard.startupSnapshot().then((snapshot) => {
    if (snapshot === null || published().state !== null) return;
    set({ state: snapshot });
    applyLocale();
  });
  void Promise.all([request('state.read', {}), request('window.saved-navigation', {})]).then(([answer, saved]) => {
    if (answer.ok) {
      const read = { ...answer.value, ...early };
      if (saved.ok && read.requestedViews.length === 0) restoreViewState(saved.value, read.account?.id);
      set(({ state }) => ({ state: shareUnchanged(state, read), isConnected: true, connectionError: null }));
      showRequested();
    } else set({ connectionError: answer.error });
    applyLocale();
  });
  document.addEventListener('visibilitychange', saveViewState);
}

/** Requested views that this page has shown. */
const shownRequests = new Set<number>();

/** Shows the views that main asks for, each once, in the order of the requests. */
function showRequested(): void {
  const { state } = published();
  if (state === null) return;
  const requested = state.requestedViews.filter(({ id }) => !shownRequests.has(id));
  if (requested.length === 0) return;
  const { signIn } = state;
  for (const { id, view } of requested) {
    shownRequests.add(id);
    // The text may be in the page that signs in, which stays then.
    if (view === 'unsavedText') {
      hasUnsavedText(true);
      continue;
    }
    // A failed sign-in would cover the requested view; one that waits for the browser or for a key keeps its page.
    if (state.account !== null && signIn.step === 'failed' && signIn.error.kind !== 'signed-out') {
      addAccount(false);
      void request('sign-in.cancel', {});
    } else if (signIn.step === 'none') addAccount(false);
    show(view);
  }
  void request('window.views-shown', { ids: requested.map(({ id }) => id) });
}

/** Main may destroy a window that is hidden. */
function saveViewState(): void {
  const { state } = published();
  if (document.hidden && state !== null)
    void request('window.save-navigation', {
      navigation: serializeViewState(state.account?.id),
      hasUnsavedText: hasUnsavedText(),
    });
}

/** Switches to the language once its messages are loaded. */
function applyLocale(): void {
  const { state, language: shown } = published();
  if (state === null) return;
  // The last state of the run before may be damaged.
  const { language, app }: Partial<State> = state;
  if (app !== undefined) setHour12(app.hour12);
  if (language === undefined || language === shown) return;
  void loadTranslation[language]().then((translation) => {
    activeMessages.set(translation);
    document.documentElement.lang = language;
    if (published().state?.language === language) set({ language });
  });
}
