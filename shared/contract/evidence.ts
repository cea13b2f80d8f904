/**
 * Evidence of what the person did, for proposals. It is stored on this computer and never sent. Other people and programs write it, so
 * every text becomes one line of limited length. Its schema is not among the commands, which are made at each start.
 */
import { z } from 'zod';
import { MAX_EVIDENCE_TEXT, MAX_REFS } from '../limits.ts';
import { Id, line } from './fields.ts';
import type { AwayKind } from './idle-view.ts';

const Text = line(MAX_EVIDENCE_TEXT);
const Texts = z.array(Text).max(MAX_REFS).exactOptional();
/** Ms since 1970, until 2200. */
const At = z.number().min(0).max(Date.UTC(2200, 0)).transform(Math.round);
/** What happened at an instant has it twice. */
const evidence = <K extends string, F extends z.ZodRawShape>(kind: K, fields: F) =>
  z.object({ kind: z.literal(kind), from: At, to: At, ...fields });

export const Evidence = z.discriminatedUnion('kind', [
  evidence('window', { app: Text, title: Text }),
  /** The page in front. Its address is not read. */
  evidence('browser', { app: Text, title: Text }),
  /** `repository`: the last name of the open folder. */
  evidence('editor', { app: Text, file: Text, repository: Text, branch: Text.exactOptional() }),
  evidence('away', { awayKind: z.enum(['idle', 'lock', 'sleep', 'shutdown'] satisfies AwayKind[]) }),
  /** At an instant. `repository`: the last name of its folder; `refs`: further branches and tags; `remotes`: such as `acme/api`. */
  evidence('commit', { repository: Text, branch: Text, message: Text, refs: Texts, remotes: Texts }),
  /** Until the next checkout, or until the branch was read. `checkedOut`: if that was before `from`; 0 if Git does not know when. */
  evidence('branch', { repository: Text, branch: Text, checkedOut: At.exactOptional() }),
  evidence('event', {
    calendar: Text,
    title: Text,
    isAllDay: z.boolean(),
    /** The calendar shows the person as free. */
    isFree: z.boolean(),
    status: z.enum(['confirmed', 'tentative', 'cancelled']),
    response: z.enum(['accepted', 'tentative', 'declined', 'none']),
  }),
  /** What the person did with a task in Punchcard, at an instant; `reminder`: acted on its due alert. */
  evidence('task', {
    taskId: Id,
    /** If several accounts were open. */
    accountId: Id.exactOptional(),
    action: z.enum(['opened', 'created', 'changed', 'commented', 'moved', 'reminder']),
  }),
]);
export type Evidence = z.infer<typeof Evidence>;
