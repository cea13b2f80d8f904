import { useRef, useState } from 'react';
import type { ProjectPage } from '../../../shared/contract/index.ts';
import type { NamedProjectRef } from '../../../shared/contract/projects.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { count, formatDue } from '../../../shared/i18n/format-dates.ts';
import { projectPageMessages } from '../../../shared/i18n/generated/project-page.ts';
import { dueDistance, dueTone, parseDue } from '../../../shared/tasks/due-date.ts';
import { openProject, send, useAppState } from '../../state/main-process.ts';
import { closePage } from '../../state/navigation.ts';
import { runWrite } from '../../state/run-write.ts';
import { type Read, useRead } from '../../state/use-read.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Confirm } from '../../ui/confirm.tsx';
import formSectionStyles from '../../ui/form-section.module.css';
import { ArrowDownIcon, ArrowUpIcon } from '../../ui/icons.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { ProjectIcon } from '../../ui/project-icon.tsx';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Box, Fact, Setting, SwitchRow } from '../../ui/setting-row.tsx';
import { useNow } from '../../ui/use-now.ts';
import { Action, ReadSection, useBlockedReason, useBusy } from '../../widgets/read-section.tsx';
import { EditForm } from './edit-form.tsx';
import styles from './overview.module.css';
import projectPageStyles from './project-page.module.css';

interface PartProps {
  page: ProjectPage;
  project: NamedProjectRef;
}

export function Overview({ read, project }: { read: Read<ProjectPage>; project: NamedProjectRef }) {
  const hasPictures = useAppState((state) => !state.missingFeatures.includes('background'));
  return (
    <ReadSection of={read}>
      {(page) => {
        const props = { page, project };
        return (
          <>
            {page.project.isArchived && (
              <Box title={projectPageMessages.more.isArchived}>
                <Archive {...props} />
              </Box>
            )}
            <Progress progress={page.progress} />
            <About {...props} />
            <PublicBoard {...props} />
            {hasPictures && <Picture version={page.project.backgroundVersion} project={project} />}
            <Order order={page.order} project={project} />
            <More {...props} />
          </>
        );
      }}
    </ReadSection>
  );
}

function Progress({ progress }: { progress: ProjectPage['progress'] }) {
  if (progress === null) return <p className={settingRowStyles.note}>{projectPageMessages.progress.unknown}</p>;
  const { completionPercentage: percent, totalTasks, dueDate } = progress;
  return (
    <Box title={projectPageMessages.progress.title}>
      <div className={settingRowStyles.row}>
        <div className={classNames(settingRowStyles.name, styles.done)}>{projectPageMessages.progress.done}</div>
        <meter
          className={styles.meter}
          aria-label={projectPageMessages.progress.of({ percent, total: totalTasks })}
          min={0}
          max={100}
          value={percent}
        />
        <span className={classNames('tabular-numbers', styles.percent)}>
          {projectPageMessages.progress.percent({ percent })}
        </span>
      </div>
      <Fact name={projectPageMessages.progress.tasks} value={count(totalTasks)} />
      <SoonestDue dueDate={dueDate} />
    </Box>
  );
}

function SoonestDue({ dueDate }: { dueDate: string | null }) {
  const now = useNow(dueDate === null ? 0 : MINUTE_MS);
  const due = dueDate === null ? null : parseDue(dueDate);
  const distance = due && dueDistance(due, now);
  return (
    <Setting name={projectPageMessages.progress.due}>
      <span className={settingRowStyles.value} data-tone={due && distance ? dueTone(due, now) : undefined}>
        {distance ? formatDue(distance, now) : projectPageMessages.progress.noDue}
      </span>
    </Setting>
  );
}

function About({ page, project }: PartProps) {
  const [editing, setEditing] = useState(false);
  const disabledReason = useBlockedReason(project.accountId, 'project:update');
  const { slug, icon, description } = page.project;
  if (editing) {
    return (
      <Box title={projectPageMessages.about.title}>
        <EditForm page={page} project={project} onLeave={() => setEditing(false)} />
      </Box>
    );
  }
  return (
    <Box title={projectPageMessages.about.title}>
      <Setting name={projectPageMessages.about.key} description={projectPageMessages.about.keyDescription}>
        <bdi className={classNames('selectable truncate', settingRowStyles.value)}>{slug}</bdi>
      </Setting>
      {icon !== '' && (
        <Setting name={projectPageMessages.about.icon}>
          <ProjectIcon icon={icon} />
          <bdi className={classNames('selectable truncate', settingRowStyles.value)}>{icon}</bdi>
        </Setting>
      )}
      <section
        className={classNames('selectable', styles.description, settingRowStyles.ruled)}
        dir="auto"
        aria-label={projectPageMessages.about.description}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long description is scrolled by keyboard.
        tabIndex={0}
      >
        {description === '' ? <span className="faint">{projectPageMessages.about.noDescription}</span> : description}
      </section>
      <div className={formSectionStyles.sectionActions}>
        {disabledReason !== undefined && <span className="meta faint grow">{disabledReason}</span>}
        <Button small disabled={disabledReason !== undefined} onClick={() => setEditing(true)}>
          {projectPageMessages.edit}
        </Button>
      </div>
    </Box>
  );
}

function PublicBoard({ page, project }: PartProps) {
  const { projectId, accountId } = project;
  const { public: texts } = projectPageMessages;
  const { isPublic } = page.project;
  const disabledReason = useBlockedReason(accountId, 'project:share', 'project:update');
  const change = (on: boolean) =>
    runWrite('project.save', { ...project, changed: { isPublic: on } }, on ? texts.isPublic : texts.isPrivate);
  return (
    <Box title={texts.title}>
      <SwitchRow name={texts.on} on={isPublic} disabledReason={disabledReason} onChange={(on) => void change(on)} />
      {isPublic &&
        (page.publicUrl === null ? (
          <p className={settingRowStyles.description}>{texts.noLink}</p>
        ) : (
          <div className={settingRowStyles.row}>
            <bdi className={classNames('selectable truncate muted', settingRowStyles.name)} title={page.publicUrl}>
              {page.publicUrl}
            </bdi>
            <Button
              small
              aria-label={`${projectPageMessages.copy}: ${texts.link}`}
              onClick={() => void send('project.copy-link', { projectId, accountId }, texts.copied)}
            >
              {projectPageMessages.copy}
            </Button>
          </div>
        ))}
    </Box>
  );
}

/** Archives or restores the project. */
function Archive({ page, project }: PartProps) {
  const { isArchived } = page.project;
  const { more } = projectPageMessages;
  const done = isArchived ? more.unarchived : more.archived;
  return (
    <Action
      name={isArchived ? more.unarchive : more.archive}
      description={isArchived ? more.unarchiveHint : more.archiveHint}
      buttonLabel={isArchived ? more.unarchive : more.archive}
      disabledReason={useBlockedReason(project.accountId, 'project:update')}
      onDo={() => runWrite('project.set-archived', { ...project, isArchived: !isArchived }, done)}
    />
  );
}

function More({ page, project }: PartProps) {
  const mayDelete = useBlockedReason(project.accountId, 'project:delete');
  const canMove = useAppState((state) => !state.missingFeatures.includes('project-move'));
  const { more } = projectPageMessages;
  const remove = async () => {
    if (await runWrite('project.delete', project, more.deleted)) closePage();
  };
  return (
    <Box title={more.title}>
      <Action
        name={projectPageMessages.create.title}
        description={projectPageMessages.create.description}
        buttonLabel={projectPageMessages.create.open}
        disabledReason={useBlockedReason(project.accountId, 'project:create')}
        onDo={() => openProject(null, project.accountId)}
      />
      {!page.project.isArchived && <Archive page={page} project={project} />}
      {canMove && page.moveTo.length > 0 && <Move moveTo={page.moveTo} project={project} />}
      <Action
        name={more.delete}
        description={more.deleteHint}
        buttonLabel={`${more.delete}…`}
        disabledReason={mayDelete}
        confirm={{ question: more.deleteAsk({ name: project.projectName }), yes: more.deleteDo }}
        onDo={remove}
      />
    </Box>
  );
}

function Move({ moveTo, project }: { moveTo: ProjectPage['moveTo']; project: NamedProjectRef }) {
  const [to, setTo] = useState<{ id: string; name: string } | null>(null);
  const disabledReason = useBlockedReason(project.accountId, 'project:update', 'project:delete');
  const { more } = projectPageMessages;
  const move = async (workspaceId: string) => {
    setTo(null);
    if (await runWrite('project.move', { ...project, workspaceId }, (tasks) => more.moved({ tasks: tasks ?? 0 })))
      closePage();
  };
  return (
    <>
      <Setting name={more.move} description={disabledReason ?? more.moveHint}>
        {disabledReason === undefined ? (
          <MenuButton
            small
            label={more.move}
            entries={() =>
              moveTo.map((workspace) => ({
                label: workspace.name,
                movesFocus: true,
                onChoose: () => setTo(workspace),
              }))
            }
          >
            {more.moveTo}
          </MenuButton>
        ) : (
          <Button small disabled>
            {more.moveTo}
          </Button>
        )}
      </Setting>
      {to !== null && (
        <Confirm
          question={more.moveAsk({ name: to.name })}
          yes={more.moveDo}
          onYes={() => void move(to.id)}
          onNo={() => setTo(null)}
        />
      )}
    </>
  );
}

interface Props {
  /** Changes with every new picture; null if there is none. */
  version: string | null;
  project: NamedProjectRef;
}

function Picture({ version, project }: Props) {
  const { picture: texts } = projectPageMessages;
  const { projectId, accountId } = project;
  const picture = useRead('project.background', version === null ? null : { projectId, accountId });
  const uploads = useRead('project.uploads', { accountId });
  const mayNot = useBlockedReason(accountId, 'project:update');
  const disabledReason = mayNot ?? (uploads.value === false ? texts.noStorage : undefined);
  const [setting, choose] = useBusy(() => runWrite('project.set-background', project, texts.set));
  const [removing, remove] = useBusy(() => runWrite('project.remove-background', project, texts.removed));
  const busy = setting || removing;
  const shown = version === null ? null : picture.value;
  return (
    <Box title={texts.title}>
      {shown !== null && <img className={projectPageStyles.picture} src={shown} alt={texts.alt} />}
      {version !== null && picture.error !== null && <p className={settingRowStyles.description}>{texts.unreadable}</p>}
      <Setting name={version === null ? texts.none : ''} description={disabledReason ?? texts.noneHint}>
        {version !== null && (
          <Button small disabled={busy || mayNot !== undefined} onClick={() => void remove()}>
            {projectPageMessages.remove}
          </Button>
        )}
        {uploads.value !== false && (
          <Button small disabled={busy || mayNot !== undefined} onClick={() => void choose()}>
            {version === null ? texts.choose : texts.replace}
          </Button>
        )}
      </Setting>
    </Box>
  );
}

/** The order of the projects in the web app's sidebar. */
function Order({ order, project }: { order: ProjectPage['order']; project: NamedProjectRef }) {
  const { projectId, accountId } = project;
  const disabledReason = useBlockedReason(accountId, 'project:update');
  /** The order as moved here, until its write is settled and the page is read again. */
  const [moved, setMoved] = useState<{ from: ProjectPage['order']; to: string[]; isSettled: boolean } | null>(null);
  const latest = useRef(order);
  latest.current = order;
  const byId = new Map(order.map((one) => [one.id, one]));
  const isMoved = moved !== null && (!moved.isSettled || moved.from === order);
  const ids = isMoved ? moved.to : order.map(({ id }) => id);
  const shown = ids.flatMap((id) => byId.get(id) ?? []);
  if (shown.length < 2) return null;

  const move = async (index: number, by: -1 | 1) => {
    const to = shown.map(({ id }) => id);
    const [taken = ''] = to.splice(index, 1);
    to.splice(index + by, 0, taken);
    setMoved({ from: order, to, isSettled: false });
    const result = await runWrite('project.order', { accountId, projectIds: to }, projectPageMessages.order.changed);
    // After a rejection, show the old order again, unless another move followed. A read before the answer may have the old order.
    const settled = result === undefined ? null : { from: latest.current, to, isSettled: true };
    setMoved((last) => (last?.to === to ? settled : last));
  };
  return (
    <Box title={projectPageMessages.order.title}>
      {disabledReason !== undefined && (
        <p className={classNames('meta faint', projectPageStyles.orderExplanation)}>{disabledReason}</p>
      )}
      <ol>
        {shown.map(({ id, name }, index) => (
          <li
            className={classNames(settingRowStyles.row, projectPageStyles.orderRow)}
            key={id}
            aria-current={id === projectId}
          >
            <bdi className={classNames('truncate', settingRowStyles.name)}>{name}</bdi>
            {id === projectId && <span className={projectPageStyles.orderPlace}>{projectPageMessages.order.here}</span>}
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
