import { useState } from 'react';
import type { ProjectPage } from '../../../shared/contract/index.ts';
import { projectPageMessages } from '../../../shared/i18n/generated/project-page.ts';
import { runWrite } from '../../state/run-write.ts';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import formSectionStyles from '../../ui/form-section.module.css';
import { ArrowDownIcon, ArrowUpIcon } from '../../ui/icons.tsx';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Box } from '../../ui/setting-row.tsx';
import { useBlockedReason } from '../../widgets/read-section.tsx';
import styles from './project-page.module.css';

interface Props {
  order: ProjectPage['order'];
  projectId: string;
}

/** The order of the projects in the web app's sidebar. */
export function Order({ order, projectId }: Props) {
  const disabledReason = useBlockedReason('project:update');
  const [moved, setMoved] = useState<string[] | null>(null);
  const byId = new Map(order.map((one) => [one.id, one]));
  const shown = (moved ?? order.map(({ id }) => id)).flatMap((id) => byId.get(id) ?? []);
  if (shown.length < 2) return null;

  const move = async (index: number, by: -1 | 1) => {
    const ids = shown.map(({ id }) => id);
    const [taken = ''] = ids.splice(index, 1);
    ids.splice(index + by, 0, taken);
    setMoved(ids);
    const result = await runWrite('project.order', { projectIds: ids }, () => projectPageMessages.order.changed);
    // After a rejection, show the old order again.
    if (result?.state !== 'waits') setMoved(null);
  };
  return (
    <Box title={projectPageMessages.order.title}>
      {disabledReason !== undefined && (
        <p className={classNames(formSectionStyles.explanation, styles.orderExplanation)}>{disabledReason}</p>
      )}
      <ol>
        {shown.map(({ id, name }, index) => (
          <li className={classNames(settingRowStyles.row, styles.orderRow)} key={id} aria-current={id === projectId}>
            <bdi className={classNames('truncate', settingRowStyles.name)}>{name}</bdi>
            {id === projectId && <span className={styles.orderPlace}>{projectPageMessages.order.here}</span>}
            <IconButton
              icon={ArrowUpIcon}
              label={projectPageMessages.order.up({ name })}
              disabled={disabledReason !== undefined || index === 0}
              onClick={() => void move(index, -1)}
            />
            <IconButton
              icon={ArrowDownIcon}
              label={projectPageMessages.order.down({ name })}
              disabled={disabledReason !== undefined || index === shown.length - 1}
              onClick={() => void move(index, 1)}
            />
          </li>
        ))}
      </ol>
    </Box>
  );
}
