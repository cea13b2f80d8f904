/** How a test looks at the views, and what things are called in them. */
import type { Page } from 'playwright-core';
import { boardWords } from '../../renderer/words/en/board.ts';
import { detailWords } from '../../renderer/words/en/details.ts';
import { projectWords } from '../../renderer/words/en/project.ts';
import { serverWords } from '../../renderer/words/en/server.ts';
import { words } from '../../renderer/words/en/words.ts';
import type { RunningApp } from './app.ts';

export interface Said {
  words: typeof words;
  board: typeof boardWords;
  details: typeof detailWords;
  project: typeof projectWords;
  server: typeof serverWords;
}
export const english: Said = {
  words,
  board: boardWords,
  details: detailWords,
  project: projectWords,
  server: serverWords,
};

/** Looks at a view that is open; it leaves it as it was. */
export type Look = (name: string, page: Page, app: RunningApp) => Promise<void>;
/** The same in one app. */
export type LookAt = (name: string, page: Page) => Promise<void>;
