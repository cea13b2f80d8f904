import type { CodeHostView } from '../../electron/bridge/contract.ts';
import { Box, Fact } from '../settings/parts.tsx';
import { useTold } from '../store.ts';
import { Empty } from '../ui/empty.tsx';
import { projectWords } from '../words/project.ts';
import { oneLine } from '../words/text.ts';
import { CheckInstallation } from './check-installation.tsx';
import { Action, Shown, SwitchRow, useWhyNot } from './parts.tsx';
import type { Named } from './project.tsx';
import { ChooseRepository } from './repositories.tsx';
import { run } from './run.ts';
import { useRead } from './use-read.ts';

const text = projectWords.codeHost;

/** The repository that the project is linked to, or which it could be. */
export function CodeHost({ project, waiting }: { project: Named; waiting: string }) {
  const read = useRead('code-host.read', { projectId: project.projectId }, waiting);
  const mayNot = useWhyNot('workspace:manage_settings');
  const isApiKey = useTold((state) => state.account?.kind === 'api-key');
  // Newer servers want the person here, not a key (unshown paths).
  const whyNoLink = mayNot ?? (isApiKey ? text.apiKey : undefined);
  return (
    <Shown of={read}>
      {({ appName, linked }) => (
        <>
          {linked !== null && <Linked linked={linked} project={project} why={mayNot} load={read.load} />}
          {linked === null && appName === null && <Empty title={text.noApp} says={text.noAppSays} />}
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
    await run('code-host.update', { ...project, ...changed }, () => text.changed);
    load();
  };
  const unlink = async () => {
    await run('code-host.unlink', project, () => text.unlinked);
    load();
  };
  return (
    <Box title={text.linked}>
      <Fact name={text.repository} value={fullName} />
      {branchPattern !== null && <Fact name={text.branches} value={oneLine(branchPattern, 100)} />}
      <SwitchRow
        name={text.active}
        says={text.activeSays}
        on={isActive}
        why={why}
        onChange={(on) => void change({ isActive: on })}
      />
      {commentsTaskLink !== null && (
        <SwitchRow
          name={text.comments}
          says={text.commentsSays}
          on={commentsTaskLink}
          why={why}
          onChange={(on) => void change({ commentsTaskLink: on })}
        />
      )}
      <Action
        name={text.importName}
        says={text.importSays}
        does={text.importDo}
        why={whyNoImport}
        onDo={() =>
          run('code-host.import', project, ({ imported, skipped, errors }) => text.imported(imported, skipped, errors))
        }
      />
      <Action
        name={text.unlink}
        says={text.unlinkSays}
        does={`${text.unlink}…`}
        why={why}
        ask={{ question: text.unlinkAsk(fullName), yes: text.unlink }}
        onDo={unlink}
      />
    </Box>
  );
}
