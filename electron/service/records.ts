/**
 * The service's records, as zod schemas: everything that crosses the network is parsed here once.
 * Unknown fields pass and are dropped; a missing or wrong one makes an error that names the field.
 * What the fields mean is in docs/service.md.
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
