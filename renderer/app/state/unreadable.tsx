import { useState } from 'react';
import type { ViewName } from '../../../shared/contract/index.ts';
import { words } from '../../../shared/i18n/window-messages.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { tell, useTold } from './store.ts';

/** How many records of a view could not be read, until somebody puts the line away or the numbers change. */
export function Unreadable({ of }: { of: ViewName }) {
  const counts = useTold((state) => state.unreadable[of]);
  const [hidden, setHidden] = useState('');
  const [copied, setCopied] = useState(false);
  const shown = JSON.stringify(counts ?? {});
  if (counts === undefined || shown === hidden) return null;
  return (
    <ProblemBox
      calm
      problem={{ kind: 'malformed', title: words.unreadable.title(counts), what: '', todo: '' }}
      onHide={() => setHidden(shown)}
    >
      <Button onClick={async () => setCopied(await tell('system.copy-unreadable', { of }))}>
        {words.unreadable.copy}
      </Button>
      <span role="status">{copied && words.unreadable.copied}</span>
    </ProblemBox>
  );
}
