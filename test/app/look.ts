/** How a test looks at the views, and what things are called in them. */
import type { Page } from 'playwright-core';
import { boardWords } from '../../shared/i18n/en/board.ts';
import { projectWords } from '../../shared/i18n/en/project-page.ts';
import { serverWords } from '../../shared/i18n/en/server-page.ts';
import { detailWords } from '../../shared/i18n/en/task-page.ts';
import { words } from '../../shared/i18n/en/window.ts';
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
