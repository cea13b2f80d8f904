/** A listed task on disk. */

import { z } from 'zod';
import { Name, Title } from '../contract/text.ts';
import { ReadPriority } from './priority.ts';

export const StoredTask = z.object({
  id: z.string(),
  identifier: z.string(),
  title: Title,
  projectId: z.string(),
  projectName: Name,
  status: z.string(),
  statusName: Name.nullable(),
  priority: ReadPriority,
  dueDate: z.string().nullable(),
  labels: z.array(z.object({ name: Name, color: z.string() })),
});
