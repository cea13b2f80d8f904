/** Pages in one chunk: the name and the style sheets of each further chunk would be loaded before the task list. */
export { default as Outbox } from '../features/outbox/outbox-page.tsx';
export { default as RecentChanges } from '../features/outbox/recent-changes.tsx';
export { default as ConnectedTools } from '../features/server/connected-tools.tsx';
export { default as Server } from '../features/server/server-page.tsx';
export { default as AssistantLog } from '../features/settings/assistant-log.tsx';
export { default as TimeRules } from '../features/time-rules/time-rules-page.tsx';
export { default as AllKeys } from './keys-page.tsx';
