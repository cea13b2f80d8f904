/** The language the window speaks. Another one than English is fetched when it is wanted, with all that the window can say. */
import { createActiveMessages, type Language, activeMessages as shared } from './language.ts';

/** The parts of the window's words, in the type of the English ones; each is held by a module of its own. */
export interface WindowParts {
  words: typeof import('./en/window.ts').words;
  board: typeof import('./en/board.ts').boardWords;
  details: typeof import('./en/task-page.ts').detailWords;
  project: typeof import('./en/project-page.ts').projectWords;
  server: typeof import('./en/server-page.ts').serverWords;
}

export const activeWindowMessages = createActiveMessages<WindowParts>();

/** Whoever draws afterwards draws in this language. */
export async function setWindowLocale(language: Language): Promise<void> {
  const { window, both } = language === 'de' ? await import('./de/window-index.ts') : { window: {}, both: {} };
  shared.speak(both);
  activeWindowMessages.speak(window);
}
