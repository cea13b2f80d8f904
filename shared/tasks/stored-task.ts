/** A task as it is kept on disk between two runs: what a list shows of it. */

import { z } from 'zod';
import { ReadPriority } from './priority.ts';

export const StoredTask = z.object({
  id: z.string(),
  identifier: z.string(),
  title: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  status: z.string(),
  statusName: z.string().nullable(),
  priority: ReadPriority,
  dueDate: z.string().nullable(),
  labels: z.array(z.object({ name: z.string(), color: z.string() })),
});
