import { useState } from 'react';
import type { DefinedLabel } from '../../electron/bridge/contract.ts';
import { Box } from '../settings/parts.tsx';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { LabelDot } from '../ui/label.tsx';
import { projectWords } from '../words/project-words.ts';
import { oneLine } from '../words/text.ts';
import { Confirm, Shown, useBusy, useWaiting, useWhyNot } from './parts.tsx';
import { run } from './run.ts';
import { useRead } from './use-read.ts';

/** What the workspace defines, for all its projects. */
export function Labels() {
  const waiting = useWaiting('label:');
  const read = useRead('labels.read', {}, waiting.key);
  const why = useWhyNot('label:delete');
  return (
    <Shown of={read}>
      {(labels) =>
        labels.length === 0 ? (
          <Empty title={projectWords.labels.none} says={projectWords.labels.noneSays} />
        ) : (
          <>
            <Box title={projectWords.labels.title}>
              <ul>
                {labels.map((label) => (
                  <Label key={label.id} label={label} why={why} load={read.load} />
                ))}
              </ul>
            </Box>
            <p className="set-says">{why ?? projectWords.labels.says}</p>
          </>
        )
      }
    </Shown>
  );
}

function Label({ label, why, load }: { label: DefinedLabel; why: string | undefined; load: () => void }) {
  const [asking, setAsking] = useState(false);
  const name = oneLine(label.name, 60);
  const [busy, remove] = useBusy(async () => {
    await run('labels.delete', { labelId: label.id, name: label.name }, () => projectWords.labels.deleted(name));
    load();
  });
  return (
    <li>
      <div className="sr">
        <span className="l pj-label">
          <LabelDot label={label} />
        </span>
        <span className="fact num">{projectWords.labels.onTasks(label.taskCount)}</span>
        <Button
          small
          kind="quiet"
          aria-label={projectWords.labels.deleteName(name)}
          disabled={busy || asking || why !== undefined}
          onClick={() => setAsking(true)}
        >
          {projectWords.labels.delete}
        </Button>
      </div>
      {asking && (
        <Confirm
          question={projectWords.labels.deleteAsk(name, label.taskCount)}
          yes={projectWords.labels.delete}
          onYes={() => {
            setAsking(false);
            void remove();
          }}
          onNo={() => setAsking(false)}
        />
      )}
    </li>
  );
}
