/** How a test looks at the views, and what things are called in them. */
import type { Page } from 'playwright-core';
import { messages as boardWords } from '../../shared/i18n/generated/en/board.ts';
import { messages as projectWords } from '../../shared/i18n/generated/en/project-page.ts';
import { messages as serverWords } from '../../shared/i18n/generated/en/server-page.ts';
import { messages as detailWords } from '../../shared/i18n/generated/en/task-page.ts';
import { messages as words } from '../../shared/i18n/generated/en/window.ts';
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
