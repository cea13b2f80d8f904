/** What a proposal is for, as a key that is the same for the same task, project or "not work". Pure. */
import type { ProposalTarget } from '../contract/proposals.ts';
import { projectKey } from '../time/project-key.ts';

export function targetKey(target: ProposalTarget): string {
  if (target.kind === 'not-work') return 'not-work';
  if (target.kind === 'project') return JSON.stringify(['project', projectKey(target)]);
  return JSON.stringify(['task', target.task.accountId ?? '', target.task.taskId]);
}
