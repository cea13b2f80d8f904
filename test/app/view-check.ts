/** Checks that run in every view, and the messages of the views. */
import type { Page } from 'playwright-core';
import * as english from '../../shared/i18n/generated/renderer-en.ts';
import type { RunningApp } from './app.ts';

export { english };
/** The renderer’s messages in one language. */
export type Catalog = typeof english;

/** Checks the open view without changing it. */
export type ViewCheck = (name: string, page: Page, app: RunningApp) => Promise<void>;
/** A check in a known app. */
export type PageCheck = (name: string, page: Page) => Promise<void>;
