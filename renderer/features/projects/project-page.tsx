/** A project's page: progress, properties and integrations. A chunk of its own. */
import { useState } from 'react';
import type { ProjectPage } from '../../../shared/contract/index.ts';
import type { NamedProjectRef } from '../../../shared/contract/projects.ts';
import { projectPageMessages } from '../../../shared/i18n/generated/project-page.ts';
import { useAppState } from '../../state/main-process.ts';
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

export default function Project({ projectId }: { projectId: string | null }) {
  return projectId === null ? <NewProject /> : <ExistingProject key={projectId} projectId={projectId} />;
}

function ExistingProject({ projectId }: { projectId: string }) {
  const read = useRead('project.read', { projectId });
  const [tab, setTab] = useState<Tab>('project');
  // The open tab stays and explains that the server has no calendars.
  const hasCalendars = useAppState((state) => !state.missingFeatures.includes('calendars')) || tab === 'calendar';
  const name = read.value?.project.name ?? projectPageMessages.title;
  const project = { projectId, projectName: name };
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
      return <Labels />;
  }
}
