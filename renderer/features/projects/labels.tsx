import { useState } from 'react';
import type { DefinedLabel } from '../../../shared/contract/index.ts';
import { projectWords } from '../../../shared/i18n/project-page-messages.ts';
import { words } from '../../../shared/i18n/window-messages.ts';
import { LENGTHS } from '../../../shared/limits.ts';
import { oneLine } from '../../../shared/one-line.ts';
import { Shown, useBusy, useWaiting, useWhyNot } from '../../app/state/read-section.tsx';
import { run } from '../../app/state/run-write.ts';
import { useRead } from '../../app/state/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Field } from '../../ui/field.tsx';
import { LabelDot } from '../../ui/label.tsx';
import { Box } from '../../ui/setting-row.tsx';
import { InlineForm } from './inline-form.tsx';

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
  const [asking, setAsking] = useState<'rename' | 'delete' | null>(null);
  const whyNoName = useWhyNot('label:update');
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
          aria-label={projectWords.labels.renameName(name)}
          title={whyNoName}
          disabled={busy || asking !== null || whyNoName !== undefined}
          onClick={() => setAsking('rename')}
        >
          {projectWords.labels.rename}
        </Button>
        <Button
          small
          kind="quiet"
          aria-label={projectWords.labels.deleteName(name)}
          disabled={busy || asking !== null || why !== undefined}
          onClick={() => setAsking('delete')}
        >
          {projectWords.labels.delete}
        </Button>
      </div>
      {asking === 'rename' && (
        <Rename
          label={label}
          onLeave={() => {
            setAsking(null);
            load();
          }}
        />
      )}
      {asking === 'delete' && (
        <Confirm
          question={projectWords.labels.deleteAsk(name, label.taskCount)}
          yes={projectWords.labels.delete}
          onYes={() => {
            setAsking(null);
            void remove();
          }}
          onNo={() => setAsking(null)}
        />
      )}
    </li>
  );
}

function Rename({ label, onLeave }: { label: DefinedLabel; onLeave: () => void }) {
  const [typed, setTyped] = useState(label.name);
  const to = typed.trim();
  const [busy, save] = useBusy(async () => {
    if (to === label.name) return onLeave();
    const end = await run('labels.rename', { labelId: label.id, name: label.name, to }, () =>
      projectWords.labels.renamed(oneLine(to, 60)),
    );
    if (end !== undefined && end.state !== 'refused') onLeave();
  });
  const submit = () => {
    if (to !== '') void save();
  };
  return (
    <InlineForm onSubmit={submit} onLeave={onLeave}>
      <Field
        label={projectWords.labels.newName}
        autoFocus
        maxLength={LENGTHS.labelName}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="acts">
        <Button onClick={onLeave}>{words.cancel}</Button>
        <Button kind="primary" type="submit" disabled={busy || to === ''}>
          {projectWords.save}
        </Button>
      </div>
    </InlineForm>
  );
}
