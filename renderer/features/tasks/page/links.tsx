import { useState } from 'react';
import type { LinkView, TaskPageView } from '../../../../shared/contract/index.ts';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { send, useAppState } from '../../../state/main-process.ts';
import { nameOnly } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { LinkIcon, XIcon } from '../../../ui/icons.ts';
import { AddButton } from './add-button.tsx';
import { AddLink } from './add-link.tsx';
import linkRowStyles from './link-row.module.css';
import { missingPermissionReason } from './property.tsx';
import { focusNeighbour } from './relations.tsx';
import sectionStyles from './section.module.css';
import { Section, SectionNotRead } from './section.tsx';
import { UnsentMark } from './unsent-mark.tsx';

const MAX_ROWS = 8;

/** External links of the task. */
export function Links({ taskPage, onRetry }: { taskPage: TaskPageView; onRetry: () => void }) {
  const [all, setAll] = useState(false);
  const { task, links } = taskPage;
  const disabledReason = missingPermissionReason(taskPage, 'task:update');
  const shown = links && (all || links.length <= MAX_ROWS + 1 ? links : links.slice(0, MAX_ROWS));
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
      {shown === null && <SectionNotRead onRetry={onRetry} />}
      {shown !== null && shown.length > 0 && (
        <ul>
          {shown.map((link) => (
            <Row
              key={link.id}
              taskId={task.id}
              link={canLink ? link : { ...link, isManual: false }}
              disabledReason={disabledReason}
            />
          ))}
        </ul>
      )}
      {links !== null && shown !== null && shown.length < links.length && (
        <button type="button" className={classNames('link-button', sectionStyles.more)} onClick={() => setAll(true)}>
          {taskPageMessages.showMore({ count: links.length - shown.length })}
        </button>
      )}
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
        <button
          type="button"
          className={linkRowStyles.remove}
          {...nameOnly(taskPageMessages.removeLink({ title }), disabledReason)}
          aria-disabled={disabledReason !== undefined}
          onClick={(event) => {
            if (disabledReason !== undefined) return;
            focusNeighbour(event.currentTarget);
            void send('tasks.remove-record', { taskId, of: 'links', id: link.id });
          }}
        >
          <Icon of={XIcon} />
        </button>
      )}
    </li>
  );
}
