import { useEffect, useState } from 'react';
import { taskKey } from '../../../shared/accounts.ts';
import type { BoardView } from '../../../shared/contract/index.ts';
import { request } from '../../state/main-process.ts';

/** The last one, because the board is mounted at every change of tabs. */
let cached: { key: string; url: string } | null = null;

/** The picture behind a board as a data URL; null if there is none. The service has no route for those of public boards. */
export function useBackground({ accountId, project: { id, backgroundVersion }, isPublic }: BoardView): string | null {
  const key = backgroundVersion === undefined || isPublic ? null : `${taskKey({ id, accountId })} ${backgroundVersion}`;
  const [, setRead] = useState<string | null>(null);
  useEffect(() => {
    if (key === null || cached?.key === key) return;
    // Without its picture the board is complete.
    void request('project.background', { projectId: id, accountId }).then((answer) => {
      if (!answer.ok || answer.value === null) return;
      cached = { key, url: answer.value };
      setRead(key);
    });
  }, [key, id, accountId]);
  return cached !== null && cached.key === key ? cached.url : null;
}
