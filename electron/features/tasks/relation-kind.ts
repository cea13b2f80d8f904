/** How relations are told: from the side of the task that is looked at. Pure. */

import type { RelationKind } from '../../../shared/contract/task-details.ts';
import type { RelationType } from '../../service/records.ts';

/** `isSource`: the relation leads from the task that is looked at to the other one. */
export function relationKind(relationType: string, isSource: boolean): RelationKind {
  switch (relationType) {
    case 'subtask':
      return isSource ? 'subtask' : 'parent';
    case 'blocks':
      return isSource ? 'blocks' : 'blocked-by';
    default:
      return 'related';
  }
}

export const RELATION_TYPE: Record<RelationKind, RelationType> = {
  subtask: 'subtask',
  parent: 'subtask',
  blocks: 'blocks',
  'blocked-by': 'blocks',
  related: 'related',
};
