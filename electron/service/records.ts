/**
 * The records of the service as zod schemas. Every answer is parsed by one of them. Unknown fields are dropped; a missing or
 * malformed field is an error that names it. docs/service.md describes the fields.
 */
export * from './records/api-keys.ts';
export * from './records/board.ts';
export * from './records/calendar.ts';
export * from './records/code-host.ts';
export * from './records/columns.ts';
export * from './records/comments.ts';
export * from './records/common.ts';
export * from './records/errors.ts';
export * from './records/instance.ts';
export * from './records/labels.ts';
export * from './records/lenient.ts';
export * from './records/mcp.ts';
export * from './records/notifications.ts';
export * from './records/projects.ts';
export * from './records/relations.ts';
export * from './records/search.ts';
export * from './records/sign-in.ts';
export * from './records/tasks.ts';
export * from './records/time-entries.ts';
export * from './records/webhooks.ts';
export * from './records/workspaces.ts';
