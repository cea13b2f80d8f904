/** Which task a write was about. Pure. */
import { z } from 'zod';
import type { OutboxItem } from '../../outbox/write-kind.ts';
import { CreatedTask, TASK_CREATE } from './task-create-write.ts';

const AboutTask = z.object({ taskId: z.string() });

/** `value`: what the service answered. undefined where it was about no task in particular. */
export function sentTask({ kind, payload }: Pick<OutboxItem, 'kind' | 'payload'>, value: unknown): string | undefined {
  if (kind === TASK_CREATE) return CreatedTask.safeParse(value).data?.id;
  return AboutTask.safeParse(payload).data?.taskId;
}
