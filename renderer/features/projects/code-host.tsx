import { useState } from 'react';
import type { CodeHostView, VerifiedInstallation } from '../../../shared/contract/index.ts';
import type { NamedProjectRef } from '../../../shared/contract/projects.ts';
import { projectPageMessages } from '../../../shared/i18n/generated/project-page.ts';
import { LENGTHS } from '../../../shared/limits.ts';
import { sendAbout, useAppState } from '../../state/main-process.ts';
import { runWrite } from '../../state/run-write.ts';
import { useRead } from '../../state/use-read.ts';
import { classNames } from '../../ui/class-names.ts';
import { Empty } from '../../ui/empty.tsx';
import { Field } from '../../ui/field.tsx';
import formSectionStyles from '../../ui/form-section.module.css';
import { CheckIcon, Icon, WarnIcon } from '../../ui/icons.tsx';
import { Box, Fact, SwitchRow } from '../../ui/setting-row.tsx';
import { Form } from '../../widgets/form.tsx';
import { Action, ReadSection, useBlockedReason } from '../../widgets/read-section.tsx';
import styles from './project-page.module.css';
import { ChooseRepository } from './repositories.tsx';

/** The linked repository, or the repositories to choose from. */
export function CodeHost({ project }: { project: NamedProjectRef }) {
  const read = useRead('code-host.read', { projectId: project.projectId });
  const mayNot = useBlockedReason('workspace:manage_settings');
  const isApiKey = useAppState((state) => state.account?.kind === 'api-key');
  // Newer servers reject API keys here (docs/service.md#code-host).
  const linkDisabledReason = mayNot ?? (isApiKey ? projectPageMessages.codeHost.apiKey : undefined);
  return (
    <ReadSection of={read}>
      {({ appName, linked }) => (
        <>
          {linked !== null && <Linked linked={linked} project={project} disabledReason={mayNot} />}
          {linked === null && appName === null && (
            <Empty
              compact
              title={projectPageMessages.codeHost.noApp}
              description={projectPageMessages.codeHost.noAppHint}
            />
          )}
          {linked === null && appName !== null && (
            <ChooseRepository project={project} appName={appName} disabledReason={linkDisabledReason} />
          )}
          <CheckInstallation projectId={project.projectId} disabledReason={mayNot} />
        </>
      )}
    </ReadSection>
  );
}

interface LinkedProps {
  linked: NonNullable<CodeHostView['linked']>;
  project: NamedProjectRef;
  /** Why editing is disabled. */
  disabledReason: string | undefined;
}

function Linked({ linked, project, disabledReason }: LinkedProps) {
  const { owner, name, branchPattern, isActive, commentsTaskLink } = linked;
  const fullName = `${owner}/${name}`;
  const importDisabledReason = useBlockedReason('task:create', 'task:update');
  const change = async (changed: { isActive?: boolean; commentsTaskLink?: boolean }) => {
    await runWrite('code-host.update', { ...project, ...changed }, () => projectPageMessages.codeHost.changed);
  };
  const unlink = async () => {
    await runWrite('code-host.unlink', project, () => projectPageMessages.codeHost.unlinked);
  };
  return (
    <Box title={projectPageMessages.codeHost.linked}>
      <Fact name={projectPageMessages.codeHost.repository} value={fullName} />
      {branchPattern !== null && <Fact name={projectPageMessages.codeHost.branches} value={branchPattern} />}
      <SwitchRow
        name={projectPageMessages.codeHost.active}
        description={projectPageMessages.codeHost.activeHint}
        on={isActive}
        disabledReason={disabledReason}
        onChange={(on) => void change({ isActive: on })}
      />
      {commentsTaskLink !== null && (
        <SwitchRow
          name={projectPageMessages.codeHost.comments}
          description={projectPageMessages.codeHost.commentsHint}
          on={commentsTaskLink}
          disabledReason={disabledReason}
          onChange={(on) => void change({ commentsTaskLink: on })}
        />
      )}
      <Action
        name={projectPageMessages.codeHost.importName}
        description={projectPageMessages.codeHost.importHint}
        buttonLabel={projectPageMessages.codeHost.importDo}
        disabledReason={importDisabledReason}
        onDo={() =>
          runWrite('code-host.import', project, ({ imported, skipped, errors }) =>
            [
              projectPageMessages.codeHost.imported({ count: imported }),
              ...(skipped > 0 ? [projectPageMessages.codeHost.skipped({ count: skipped })] : []),
              ...(errors > 0 ? [projectPageMessages.codeHost.failed({ count: errors })] : []),
            ].join(', '),
          )
        }
      />
      <Action
        name={projectPageMessages.codeHost.unlink}
        description={projectPageMessages.codeHost.unlinkHint}
        buttonLabel={`${projectPageMessages.codeHost.unlink}…`}
        disabledReason={disabledReason}
        confirm={{
          question: projectPageMessages.codeHost.unlinkAsk({ name: fullName }),
          yes: projectPageMessages.codeHost.unlink,
        }}
        onDo={unlink}
      />
    </Box>
  );
}

/** Checks whether the app is installed for a given repository. */
function CheckInstallation({ projectId, disabledReason }: { projectId: string; disabledReason: string | undefined }) {
  const [owner, setOwner] = useState('');
  const [name, setName] = useState('');
  const [found, setFound] = useState<(VerifiedInstallation & { repository: string }) | null>(null);
  const check = async () => {
    const [repositoryOwner, repositoryName] = [owner.trim(), name.trim()];
    const answer = await sendAbout('code-host.verify', { projectId, repositoryOwner, repositoryName });
    setFound(answer ? { ...answer, repository: `${repositoryOwner}/${repositoryName}` } : null);
  };
  return (
    <Box title={projectPageMessages.codeHost.check}>
      <Form
        submit={projectPageMessages.codeHost.checkDo}
        kind="secondary"
        isReady={owner.trim() !== '' && name.trim() !== ''}
        disabledReason={disabledReason}
        onSubmit={check}
        result={found && <Answer found={found} />}
      >
        <fieldset
          className={classNames(formSectionStyles.fields, formSectionStyles.pair)}
          disabled={disabledReason !== undefined}
        >
          <Field
            label={projectPageMessages.codeHost.owner}
            maxLength={LENGTHS.repository}
            value={owner}
            onChange={setOwner}
          />
          <Field
            label={projectPageMessages.codeHost.name}
            maxLength={LENGTHS.repository}
            value={name}
            onChange={setName}
          />
        </fieldset>
      </Form>
    </Box>
  );
}

function Answer({ found }: { found: VerifiedInstallation & { repository: string } }) {
  const { repository } = found;
  const isWell = found.installed && found.hasRequiredPermissions;
  return (
    <p className={classNames(styles.checkAnswer, isWell && styles.complete)} role="status">
      <Icon of={isWell ? CheckIcon : WarnIcon} />
      <span className="selectable">
        {found.installed
          ? projectPageMessages.codeHost.installed({ name: repository })
          : projectPageMessages.codeHost.notInstalled({ name: repository })}{' '}
        {found.missingPermissions.length > 0 &&
          projectPageMessages.codeHost.lacksThere({ permissions: found.missingPermissions.join(', ') })}{' '}
        {found.message}
      </span>
    </p>
  );
}
