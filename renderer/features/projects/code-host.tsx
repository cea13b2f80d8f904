import type { CodeHostView } from '../../../shared/contract/index.ts';
import type { NamedProjectRef } from '../../../shared/contract/projects.ts';
import { projectMessages } from '../../../shared/i18n/project-page-messages.ts';
import { Action, ReadSection, SwitchRow, useBlockedReason } from '../../app/state/read-section.tsx';
import { runWrite } from '../../app/state/run-write.ts';
import { useAppState } from '../../app/state/store.ts';
import { useRead } from '../../app/state/use-read.ts';
import { Empty } from '../../ui/empty.tsx';
import { Box, Fact } from '../../ui/setting-row.tsx';
import { CheckInstallation } from './check-installation.tsx';

import { ChooseRepository } from './repositories.tsx';

/** The linked repository, or the repositories to choose from. */
export function CodeHost({ project, waiting }: { project: NamedProjectRef; waiting: string }) {
  const read = useRead('code-host.read', { projectId: project.projectId }, waiting);
  const mayNot = useBlockedReason('workspace:manage_settings');
  const isApiKey = useAppState((state) => state.account?.kind === 'api-key');
  // Newer servers reject API keys here (docs/service.md#code-host).
  const whyNoLink = mayNot ?? (isApiKey ? projectMessages.codeHost.apiKey : undefined);
  return (
    <ReadSection of={read}>
      {({ appName, linked }) => (
        <>
          {linked !== null && <Linked linked={linked} project={project} why={mayNot} load={read.load} />}
          {linked === null && appName === null && (
            <Empty compact title={projectMessages.codeHost.noApp} says={projectMessages.codeHost.noAppSays} />
          )}
          {linked === null && appName !== null && (
            <ChooseRepository project={project} appName={appName} why={whyNoLink} load={read.load} />
          )}
          <CheckInstallation projectId={project.projectId} why={mayNot} />
        </>
      )}
    </ReadSection>
  );
}

interface LinkedProps {
  linked: NonNullable<CodeHostView['linked']>;
  project: NamedProjectRef;
  /** Why editing is disabled. */
  why: string | undefined;
  load: () => void;
}

function Linked({ linked, project, why, load }: LinkedProps) {
  const { owner, name, branchPattern, isActive, commentsTaskLink } = linked;
  const fullName = `${owner}/${name}`;
  const whyNoImport = useBlockedReason('task:create', 'task:update');
  const change = async (changed: { isActive?: boolean; commentsTaskLink?: boolean }) => {
    await runWrite('code-host.update', { ...project, ...changed }, () => projectMessages.codeHost.changed);
    load();
  };
  const unlink = async () => {
    await runWrite('code-host.unlink', project, () => projectMessages.codeHost.unlinked);
    load();
  };
  return (
    <Box title={projectMessages.codeHost.linked}>
      <Fact name={projectMessages.codeHost.repository} value={fullName} />
      {branchPattern !== null && <Fact name={projectMessages.codeHost.branches} value={branchPattern} />}
      <SwitchRow
        name={projectMessages.codeHost.active}
        says={projectMessages.codeHost.activeSays}
        on={isActive}
        why={why}
        onChange={(on) => void change({ isActive: on })}
      />
      {commentsTaskLink !== null && (
        <SwitchRow
          name={projectMessages.codeHost.comments}
          says={projectMessages.codeHost.commentsSays}
          on={commentsTaskLink}
          why={why}
          onChange={(on) => void change({ commentsTaskLink: on })}
        />
      )}
      <Action
        name={projectMessages.codeHost.importName}
        says={projectMessages.codeHost.importSays}
        does={projectMessages.codeHost.importDo}
        why={whyNoImport}
        onDo={() =>
          runWrite('code-host.import', project, ({ imported, skipped, errors }) =>
            [
              projectMessages.codeHost.imported({ count: imported }),
              ...(skipped > 0 ? [projectMessages.codeHost.skipped({ count: skipped })] : []),
              ...(errors > 0 ? [projectMessages.codeHost.failed({ count: errors })] : []),
            ].join(', '),
          )
        }
      />
      <Action
        name={projectMessages.codeHost.unlink}
        says={projectMessages.codeHost.unlinkSays}
        does={`${projectMessages.codeHost.unlink}…`}
        why={why}
        ask={{ question: projectMessages.codeHost.unlinkAsk({ name: fullName }), yes: projectMessages.codeHost.unlink }}
        onDo={unlink}
      />
    </Box>
  );
}
