import { useState } from 'react';
import { tell } from '../store.ts';
import { words } from '../words/index.ts';
import { Button } from './button.tsx';
import { ProblemBox } from './problem-box.tsx';

/** How many tasks of a list could not be read, until somebody puts the line away or the number changes. */
export function Unreadable({ of, count }: { of: 'tasks' | 'board'; count: number }) {
  const [hidden, setHidden] = useState(0);
  const [copied, setCopied] = useState(false);
  if (count === 0 || count === hidden) return null;
  return (
    <ProblemBox
      calm
      problem={{ kind: 'malformed', title: words.unreadable.tasks(count), what: '', todo: '' }}
      onHide={() => setHidden(count)}
    >
      <Button onClick={async () => setCopied(await tell('system.copy-unreadable', { of }))}>
        {words.unreadable.copy}
      </Button>
      <span role="status">{copied && words.unreadable.copied}</span>
    </ProblemBox>
  );
}
