import { useState } from 'react';
import type { UnreadableCounts, ViewName } from '../../shared/contract/index.ts';
import { list } from '../../shared/i18n/format-dates.ts';
import { unreadableMessages } from '../../shared/i18n/generated/unreadable.ts';
import { send, useAppState } from '../state/main-process.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';

/** "1 task and 2 labels could not be read". */
export function unreadableTitle(counts: UnreadableCounts): string {
  const kinds = Object.keys(counts) as (keyof UnreadableCounts)[];
  const parts = kinds.map((kind) => unreadableMessages.records[kind]({ count: counts[kind] ?? 0 }));
  const total = kinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
  return unreadableMessages.title({ what: list(parts), total });
}

/** Shows how many records of a view are invalid until it is dismissed or the counts change. */
export function Unreadable({ of }: { of: ViewName }) {
  const counts = useAppState((state) => state.unreadableRecords[of]);
  const [hidden, setHidden] = useState('');
  const [copied, setCopied] = useState(false);
  const shown = JSON.stringify(counts ?? {});
  if (counts === undefined || shown === hidden) return null;
  return (
    <ErrorBox
      calm
      error={{ kind: 'malformed', title: unreadableTitle(counts), explanation: '', nextStep: '' }}
      onHide={() => setHidden(shown)}
    >
      <Button onClick={async () => setCopied(await send('system.copy-unreadable', { of }))}>
        {unreadableMessages.copy}
      </Button>
      <span role="status">{copied && unreadableMessages.copied}</span>
    </ErrorBox>
  );
}
