/**
 * The records of the service as zod schemas. Every answer is parsed by one of them. Unknown fields are dropped; a missing or
 * malformed field is an error that names it. docs/service.md describes the fields.
 */
export * from './resources/api-keys.ts';
export * from './resources/boards.ts';
export * from './resources/calendar.ts';
export * from './resources/code-host.ts';
export * from './resources/columns.ts';
export * from './resources/comments.ts';
export * from './resources/common.ts';
export * from './resources/errors.ts';
export * from './resources/instance.ts';
export * from './resources/labels.ts';
export * from './resources/lenient.ts';
export * from './resources/mcp.ts';
export * from './resources/notifications.ts';
export * from './resources/projects.ts';
export * from './resources/relations.ts';
export * from './resources/search.ts';
export * from './resources/sign-in.ts';
export * from './resources/tasks.ts';
export * from './resources/time-entries.ts';
export * from './resources/webhooks.ts';
export * from './resources/workspaces.ts';
