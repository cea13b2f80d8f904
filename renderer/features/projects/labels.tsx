import { useState } from 'react';
import type { LabelDefinitionView } from '../../../shared/contract/index.ts';
import { projectPageMessages } from '../../../shared/i18n/generated/project-page.ts';
import { LENGTHS } from '../../../shared/limits.ts';
import { runWrite } from '../../state/run-write.ts';
import { useRead } from '../../state/use-read.ts';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Field } from '../../ui/field.tsx';
import { DeleteIcon, EditIcon } from '../../ui/icons.tsx';
import { LabelDot } from '../../ui/label.tsx';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Box } from '../../ui/setting-row.tsx';
import { Form } from '../../widgets/form.tsx';
import { ReadSection, useBlockedReason, useBusy } from '../../widgets/read-section.tsx';
import styles from './project-page.module.css';

/** The labels of the workspace, shared by all projects. */
export function Labels({ accountId }: { accountId: string | undefined }) {
  const { labels: texts } = projectPageMessages;
  const read = useRead('labels.read', { accountId });
  const disabledReason = useBlockedReason(accountId, 'label:delete');
  return (
    <ReadSection of={read}>
      {(labels) =>
        labels.length === 0 ? (
          <Empty compact title={texts.none} description={texts.noneHint} />
        ) : (
          <>
            <Box title={texts.title}>
              <ul>
                {labels.map((label) => (
                  <Label key={label.id} label={label} accountId={accountId} disabledReason={disabledReason} />
                ))}
              </ul>
            </Box>
            <p className={settingRowStyles.note}>{disabledReason ?? texts.description}</p>
          </>
        )
      }
    </ReadSection>
  );
}

interface LabelProps {
  label: LabelDefinitionView;
  accountId: string | undefined;
}

function Label({ label, accountId, disabledReason }: LabelProps & { disabledReason: string | undefined }) {
  const { labels: texts } = projectPageMessages;
  const [asking, setAsking] = useState<'rename' | 'delete' | null>(null);
  const renameDisabledReason = useBlockedReason(accountId, 'label:update');
  const { name } = label;
  const [busy, remove] = useBusy(() =>
    runWrite('labels.delete', { accountId, labelId: label.id, name }, texts.deleted({ name })),
  );
  return (
    <li>
      <div className={settingRowStyles.row}>
        <LabelDot label={label} className={classNames(settingRowStyles.name, styles.labelText)} />
        <span className={classNames('tabular-numbers', settingRowStyles.value)}>
          {texts.onTasks({ count: label.taskCount })}
        </span>
        <IconButton
          icon={EditIcon}
          label={texts.renameName({ name })}
          title={renameDisabledReason}
          disabled={busy || asking !== null || renameDisabledReason !== undefined}
          onClick={() => setAsking('rename')}
        />
        <IconButton
          icon={DeleteIcon}
          label={texts.deleteName({ name })}
          disabled={busy || asking !== null || disabledReason !== undefined}
          onClick={() => setAsking('delete')}
        />
      </div>
      {asking === 'rename' && <Rename label={label} accountId={accountId} onLeave={() => setAsking(null)} />}
      {asking === 'delete' && (
        <Confirm
          question={texts.deleteAsk({ name, count: label.taskCount })}
          yes={texts.delete}
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

function Rename({ label, accountId, onLeave }: LabelProps & { onLeave: () => void }) {
  const { labels: texts } = projectPageMessages;
  const [typed, setTyped] = useState(label.name);
  const to = typed.trim();
  const save = async () => {
    if (to === label.name) return onLeave();
    const renamed = { accountId, labelId: label.id, name: label.name, to };
    if (await runWrite('labels.rename', renamed, texts.renamed({ name: to }))) onLeave();
  };
  return (
    <Form submit={projectPageMessages.save} isReady={to !== ''} onSubmit={save} onLeave={onLeave}>
      <Field label={texts.newName} autoFocus maxLength={LENGTHS.labelName} value={typed} onChange={setTyped} />
    </Form>
  );
}
