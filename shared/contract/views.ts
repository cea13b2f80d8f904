/** All views in one place for the renderer. */

export type { AppErrorView } from '../errors/app-error.ts';
export type { WebhookEventKind } from '../projects/webhook-events.ts';
export type { TaskRef } from '../time/entry.ts';
export type * from './account-view.ts';
export type * from './board-view.ts';
export type * from './command.ts';
export type * from './focus.ts';
export type * from './idle-view.ts';
export type * from './new-task.ts';
export type * from './outbox-view.ts';
export type * from './palette-view.ts';
export type * from './project-view.ts';
export type * from './quick-add-window.ts';
export type * from './server-view.ts';
export type * from './settings.ts';
export type * from './system-view.ts';
export type * from './task-page.ts';
export type * from './task-view.ts';
export type * from './time-rules.ts';
export type * from './time-view.ts';
export type * from './timesheet.ts';
export type * from './unreadable.ts';
