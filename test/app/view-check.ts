/** How a test looks at the views, and what things are called in them. */
import type { Page } from 'playwright-core';
import * as english from '../../shared/i18n/generated/renderer-en.ts';
import type { RunningApp } from './app.ts';

export { english };
/** The renderer’s messages in one language. */
export type Catalog = typeof english;

/** Looks at a view that is open; it leaves it as it was. */
export type ViewCheck = (name: string, page: Page, app: RunningApp) => Promise<void>;
/** The same in one app. */
export type PageCheck = (name: string, page: Page) => Promise<void>;
