/** A project's page: progress, properties and integrations. A chunk of its own. */

import { Tabs } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import type { ProjectPage } from '../../../shared/contract/index.ts';
import type { NamedProjectRef } from '../../../shared/contract/projects.ts';
import { projectPageMessages } from '../../../shared/i18n/generated/project-page.ts';
import { closePage, dismissError, useAppState } from '../../state/store.ts';
import { type Read, useRead } from '../../state/use-read.ts';
import { classNames } from '../../ui/class-names.ts';
import { Header } from '../../ui/header.tsx';
import { RestoreScroll, useScrollPositions } from '../../ui/scroll-position.tsx';
import settingRowStyles from '../../ui/setting-row.module.css';
import tabsStyles from '../../ui/tabs.module.css';
import windowStyles from '../../ui/window.module.css';
import { PendingMark, usePendingWrites } from '../../widgets/read-section.tsx';
import { Unreadable } from '../../widgets/unreadable.tsx';
import { Calendar } from './calendars.tsx';
import { CodeHost } from './code-host.tsx';
import { Labels } from './labels.tsx';
import { NewProject } from './new-project.tsx';
import { Overview } from './overview.tsx';
import { Webhook } from './webhook.tsx';

const TABS = ['project', 'webhook', 'codeHost', 'calendar', 'labels'] as const;

export default function Project({ projectId }: { projectId: string | null }) {
  return projectId === null ? <NewProject /> : <ExistingProject key={projectId} projectId={projectId} />;
}

function ExistingProject({ projectId }: { projectId: string }) {
  const waiting = usePendingWrites(projectId);
  const read = useRead('project.read', { projectId }, waiting.key);
  const [tab, setTab] = useState<string>('project');
  const { scroller, restore } = useScrollPositions(tab);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  // The open tab stays and explains that the server has no calendars.
  const hasCalendars = useAppState((state) => !state.missingFeatures.includes('calendars')) || tab === 'calendar';
  const shownTabs = TABS.filter((one) => one !== 'calendar' || hasCalendars);
  const name = read.value?.project.name ?? projectPageMessages.title;
  return (
    <>
      <Header title={<bdi>{name}</bdi>} onBack={closePage} />
      <Tabs.Root
        className={tabsStyles.page}
        value={tab}
        onValueChange={(tab) => {
          dismissError();
          setTab(tab);
        }}
      >
        <Tabs.List className={tabsStyles.tabs} data-drags-window aria-label={projectPageMessages.title}>
          {shownTabs.map((tab, index) => (
            <Tabs.Trigger className={tabsStyles.tab} value={tab} key={tab} ref={index === 0 ? first : undefined}>
              {projectPageMessages.tabs[tab]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <div className={windowStyles.page} {...scroller}>
          <Unreadable of="workspace" />
          <PendingMark what={waiting.what} />
          {TABS.map((tab) => (
            <Tabs.Content
              className={classNames(settingRowStyles.panel, settingRowStyles.pageRows)}
              value={tab}
              key={tab}
              tabIndex={-1}
            >
              <RestoreScroll restore={restore} />
              <Panel tab={tab} read={read} project={{ projectId, projectName: name }} waiting={waiting.key} />
            </Tabs.Content>
          ))}
        </div>
      </Tabs.Root>
    </>
  );
}

interface PanelProps {
  tab: (typeof TABS)[number];
  read: Read<ProjectPage>;
  project: NamedProjectRef;
  /** Changes whenever a write about the project is queued or sent. */
  waiting: string;
}

function Panel({ tab, read, project, waiting }: PanelProps) {
  switch (tab) {
    case 'project':
      return <Overview read={read} project={project} />;
    case 'webhook':
      return <Webhook project={project} waiting={waiting} />;
    case 'codeHost':
      return <CodeHost project={project} waiting={waiting} />;
    case 'calendar':
      return <Calendar project={project} waiting={waiting} />;
    case 'labels':
      return <Labels />;
  }
}
