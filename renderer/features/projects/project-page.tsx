/** A project's page: progress, properties and integrations. A chunk of its own. */
import { useEffect, useState } from 'react';
import type { ProjectPage } from '../../../shared/contract/index.ts';
import type { NamedProjectRef } from '../../../shared/contract/projects.ts';
import { projectPageMessages } from '../../../shared/i18n/generated/project-page.ts';
import { send, useAppState, usePublished } from '../../state/main-process.ts';
import { type Read, useRead } from '../../state/use-read.ts';
import { classNames } from '../../ui/class-names.ts';
import settingRowStyles from '../../ui/setting-row.module.css';
import { PendingMark } from '../../widgets/read-section.tsx';
import { TabbedPage } from '../../widgets/tabbed-page.tsx';
import { Unreadable } from '../../widgets/unreadable.tsx';
import { Calendar } from './calendars.tsx';
import { CodeHost } from './code-host.tsx';
import { Labels } from './labels.tsx';
import { NewProject } from './new-project.tsx';
import { Overview } from './overview.tsx';
import { Webhook } from './webhook.tsx';

const TABS = ['project', 'webhook', 'codeHost', 'calendar', 'labels'] as const;
type Tab = (typeof TABS)[number];

interface Props {
  projectId: string | null;
  accountId?: string | undefined;
}

export default function Project({ projectId, accountId }: Props) {
  // A page is one of the account in front, to which Back may lead from the page of another.
  useEffect(() => {
    const front = usePublished.getState().state?.account?.id;
    if (accountId !== undefined && accountId !== front) void send('account.bring-to-front', { accountId });
  }, [accountId]);
  if (projectId === null) return <NewProject accountId={accountId} />;
  return <ExistingProject key={`${accountId} ${projectId}`} projectId={projectId} accountId={accountId} />;
}

function ExistingProject({ projectId, accountId }: Props & { projectId: string }) {
  const read = useRead('project.read', { projectId, accountId });
  const [tab, setTab] = useState<Tab>('project');
  // The open tab stays and explains that the server has no calendars.
  const hasCalendars = useAppState((state) => !state.missingFeatures.includes('calendars')) || tab === 'calendar';
  const name = read.value?.project.name ?? projectPageMessages.title;
  const project = { projectId, projectName: name, accountId };
  const tabs = TABS.filter((one) => one !== 'calendar' || hasCalendars).map((value) => ({
    value,
    label: projectPageMessages.tabs[value],
    content: <Panel tab={value} read={read} project={project} />,
  }));
  return (
    <TabbedPage
      title={<bdi>{name}</bdi>}
      label={projectPageMessages.title}
      tab={tab}
      onChange={setTab}
      tabs={tabs}
      panelClassName={classNames(settingRowStyles.panel, settingRowStyles.pageRows)}
    >
      <Unreadable of="workspace" />
      <PendingMark subject={projectId} />
    </TabbedPage>
  );
}

function Panel({ tab, read, project }: { tab: Tab; read: Read<ProjectPage>; project: NamedProjectRef }) {
  switch (tab) {
    case 'project':
      return <Overview read={read} project={project} />;
    case 'webhook':
      return <Webhook project={project} />;
    case 'codeHost':
      return <CodeHost project={project} />;
    case 'calendar':
      return <Calendar project={project} />;
    case 'labels':
      return <Labels accountId={project.accountId} />;
  }
}
