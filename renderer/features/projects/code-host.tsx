import type { CodeHostView } from '../../../shared/contract/index.ts';
import type { Named } from '../../../shared/contract/projects.ts';
import { projectWords } from '../../../shared/i18n/project-page-messages.ts';
import { oneLine } from '../../../shared/one-line.ts';
import { Action, Shown, SwitchRow, useWhyNot } from '../../app/state/read-section.tsx';
import { run } from '../../app/state/run-write.ts';
import { useTold } from '../../app/state/store.ts';
import { useRead } from '../../app/state/use-read.ts';
import { Empty } from '../../ui/empty.tsx';
import { Box, Fact } from '../../ui/setting-row.tsx';
import { CheckInstallation } from './check-installation.tsx';

import { ChooseRepository } from './repositories.tsx';

/** The repository that the project is linked to, or which it could be. */
export function CodeHost({ project, waiting }: { project: Named; waiting: string }) {
  const read = useRead('code-host.read', { projectId: project.projectId }, waiting);
  const mayNot = useWhyNot('workspace:manage_settings');
  const isApiKey = useTold((state) => state.account?.kind === 'api-key');
  // Newer servers want the person here, not a key (unshown paths).
  const whyNoLink = mayNot ?? (isApiKey ? projectWords.codeHost.apiKey : undefined);
  return (
    <Shown of={read}>
      {({ appName, linked }) => (
        <>
          {linked !== null && <Linked linked={linked} project={project} why={mayNot} load={read.load} />}
          {linked === null && appName === null && (
            <Empty title={projectWords.codeHost.noApp} says={projectWords.codeHost.noAppSays} />
          )}
          {linked === null && appName !== null && (
            <ChooseRepository project={project} appName={appName} why={whyNoLink} load={read.load} />
          )}
          <CheckInstallation projectId={project.projectId} why={mayNot} />
        </>
      )}
    </Shown>
  );
}

interface LinkedProps {
  linked: NonNullable<CodeHostView['linked']>;
  project: Named;
  /** Why it cannot be changed. */
  why: string | undefined;
  load: () => void;
}

function Linked({ linked, project, why, load }: LinkedProps) {
  const { owner, name, branchPattern, isActive, commentsTaskLink } = linked;
  const fullName = oneLine(`${owner}/${name}`, 200);
  const whyNoImport = useWhyNot('task:create', 'task:update');
  const change = async (changed: { isActive?: boolean; commentsTaskLink?: boolean }) => {
    await run('code-host.update', { ...project, ...changed }, () => projectWords.codeHost.changed);
    load();
  };
  const unlink = async () => {
    await run('code-host.unlink', project, () => projectWords.codeHost.unlinked);
    load();
  };
  return (
    <Box title={projectWords.codeHost.linked}>
      <Fact name={projectWords.codeHost.repository} value={fullName} />
      {branchPattern !== null && <Fact name={projectWords.codeHost.branches} value={oneLine(branchPattern, 100)} />}
      <SwitchRow
        name={projectWords.codeHost.active}
        says={projectWords.codeHost.activeSays}
        on={isActive}
        why={why}
        onChange={(on) => void change({ isActive: on })}
      />
      {commentsTaskLink !== null && (
        <SwitchRow
          name={projectWords.codeHost.comments}
          says={projectWords.codeHost.commentsSays}
          on={commentsTaskLink}
          why={why}
          onChange={(on) => void change({ commentsTaskLink: on })}
        />
      )}
      <Action
        name={projectWords.codeHost.importName}
        says={projectWords.codeHost.importSays}
        does={projectWords.codeHost.importDo}
        why={whyNoImport}
        onDo={() =>
          run('code-host.import', project, ({ imported, skipped, errors }) =>
            projectWords.codeHost.imported(imported, skipped, errors),
          )
        }
      />
      <Action
        name={projectWords.codeHost.unlink}
        says={projectWords.codeHost.unlinkSays}
        does={`${projectWords.codeHost.unlink}…`}
        why={why}
        ask={{ question: projectWords.codeHost.unlinkAsk(fullName), yes: projectWords.codeHost.unlink }}
        onDo={unlink}
      />
    </Box>
  );
}
