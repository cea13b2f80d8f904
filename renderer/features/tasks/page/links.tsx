import type { LinkView, TaskPageView } from '../../../../shared/contract/index.ts';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { send, useAppState } from '../../../state/main-process.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Icon, LinkIcon } from '../../../ui/icons.tsx';
import { AddButton } from './add-button.tsx';
import { AddLink } from './add-link.tsx';
import linkRowStyles from './link-row.module.css';
import { missingPermissionReason } from './property.tsx';
import { RemoveRecord, Rows } from './record-rows.tsx';
import { Section, SectionNotRead } from './section.tsx';
import { UnsentMark } from './unsent-mark.tsx';

/** External links of the task. */
export function Links({ taskPage, onRetry }: { taskPage: TaskPageView; onRetry: () => void }) {
  const { task, links } = taskPage;
  const disabledReason = missingPermissionReason(taskPage, 'task:update');
  const canLink = useAppState((state) => !state.missingFeatures.includes('links'));
  const add = canLink && links !== null && (
    <AddButton
      label={taskPageMessages.addLink}
      disabledReason={disabledReason}
      content={(close) => <AddLink taskId={task.id} close={close} />}
    />
  );
  if (!canLink && (links === null || links.length === 0)) return null;
  return (
    <Section title={taskPageMessages.links} end={add}>
      {links === null && <SectionNotRead onRetry={onRetry} />}
      <Rows
        records={links ?? []}
        row={(link) => (
          <Row
            key={link.id}
            taskId={task.id}
            link={canLink ? link : { ...link, isManual: false }}
            disabledReason={disabledReason}
          />
        )}
      />
    </Section>
  );
}

function Row({ taskId, link, disabledReason }: { taskId: string; link: LinkView; disabledReason: string | undefined }) {
  const { title } = link;
  return (
    <li className={linkRowStyles.row}>
      <button
        type="button"
        className={linkRowStyles.main}
        title={link.url}
        onClick={() => void send('tasks.open-link', { taskId, linkId: link.id })}
      >
        <Icon of={LinkIcon} />
        <bdi className="truncate grow">{title}</bdi>
        <UnsentMark isUnsent={link.isUnsent} />
        {link.host !== '' && <bdi className={classNames('truncate', linkRowStyles.note)}>{link.host}</bdi>}
      </button>
      {link.isManual && (
        <RemoveRecord
          record={{ taskId, of: 'links', id: link.id }}
          name={taskPageMessages.removeLink({ title })}
          disabledReason={disabledReason}
        />
      )}
    </li>
  );
}
