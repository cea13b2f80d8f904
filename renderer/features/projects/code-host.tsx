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
  const { projectId, accountId } = project;
  const { codeHost: texts } = projectPageMessages;
  const read = useRead('code-host.read', { projectId, accountId });
  const mayNot = useBlockedReason(accountId, 'workspace:manage_settings');
  const isApiKey = useAppState(
    ({ accounts, account }) => (accounts.find(({ id }) => id === accountId) ?? account)?.kind === 'api-key',
  );
  // Newer servers reject API keys here (docs/service.md#code-host).
  const linkDisabledReason = mayNot ?? (isApiKey ? texts.apiKey : undefined);
  return (
    <ReadSection of={read}>
      {({ appName, linked }) => (
        <>
          {linked !== null && <Linked linked={linked} project={project} disabledReason={mayNot} />}
          {linked === null && appName === null && <Empty compact title={texts.noApp} description={texts.noAppHint} />}
          {linked === null && appName !== null && (
            <ChooseRepository project={project} appName={appName} disabledReason={linkDisabledReason} />
          )}
          <CheckInstallation project={project} disabledReason={mayNot} />
        </>
      )}
    </ReadSection>
  );
}

interface LinkedProps {
  linked: NonNullable<CodeHostView['linked']>;
  project: NamedProjectRef;
  disabledReason: string | undefined;
}

function Linked({ linked, project, disabledReason }: LinkedProps) {
  const { codeHost: texts } = projectPageMessages;
  const { owner, name, branchPattern, isActive, commentsTaskLink } = linked;
  const fullName = `${owner}/${name}`;
  const importDisabledReason = useBlockedReason(project.accountId, 'task:create', 'task:update');
  const change = (changed: { isActive?: boolean; commentsTaskLink?: boolean }) =>
    runWrite('code-host.update', { ...project, ...changed }, texts.changed);
  const unlink = () => runWrite('code-host.unlink', project, texts.unlinked);
  return (
    <Box title={texts.linked}>
      <Fact name={texts.repository} value={fullName} />
      {branchPattern !== null && <Fact name={texts.branches} value={branchPattern} />}
      <SwitchRow
        name={texts.active}
        description={texts.activeHint}
        on={isActive}
        disabledReason={disabledReason}
        onChange={(on) => void change({ isActive: on })}
      />
      {commentsTaskLink !== null && (
        <SwitchRow
          name={texts.comments}
          description={texts.commentsHint}
          on={commentsTaskLink}
          disabledReason={disabledReason}
          onChange={(on) => void change({ commentsTaskLink: on })}
        />
      )}
      <Action
        name={texts.importName}
        description={texts.importHint}
        buttonLabel={texts.importDo}
        disabledReason={importDisabledReason}
        onDo={() =>
          runWrite('code-host.import', project, ({ imported, skipped, errors }) =>
            [
              texts.imported({ count: imported }),
              ...(skipped > 0 ? [texts.skipped({ count: skipped })] : []),
              ...(errors > 0 ? [texts.failed({ count: errors })] : []),
            ].join(', '),
          )
        }
      />
      <Action
        name={texts.unlink}
        description={texts.unlinkHint}
        buttonLabel={`${texts.unlink}…`}
        disabledReason={disabledReason}
        confirm={{
          question: texts.unlinkAsk({ name: fullName }),
          yes: texts.unlink,
        }}
        onDo={unlink}
      />
    </Box>
  );
}

/** Checks whether the app is installed for a given repository. */
function CheckInstallation({ project, disabledReason }: Omit<LinkedProps, 'linked'>) {
  const { projectId, accountId } = project;
  const { codeHost: texts } = projectPageMessages;
  const [owner, setOwner] = useState('');
  const [name, setName] = useState('');
  const [found, setFound] = useState<(VerifiedInstallation & { repository: string }) | null>(null);
  const check = async () => {
    const [repositoryOwner, repositoryName] = [owner.trim(), name.trim()];
    const answer = await sendAbout('code-host.verify', { projectId, accountId, repositoryOwner, repositoryName });
    setFound(answer ? { ...answer, repository: `${repositoryOwner}/${repositoryName}` } : null);
  };
  return (
    <Box title={texts.check}>
      <Form
        submit={texts.checkDo}
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
          <Field label={texts.owner} maxLength={LENGTHS.repository} value={owner} onChange={setOwner} />
          <Field label={texts.name} maxLength={LENGTHS.repository} value={name} onChange={setName} />
        </fieldset>
      </Form>
    </Box>
  );
}

function Answer({ found }: { found: VerifiedInstallation & { repository: string } }) {
  const { codeHost: texts } = projectPageMessages;
  const { repository } = found;
  const isWell = found.installed && found.hasRequiredPermissions;
  return (
    <p className={classNames(styles.checkAnswer, isWell && styles.complete)} role="status">
      <Icon of={isWell ? CheckIcon : WarnIcon} />
      <span className="selectable">
        {found.installed ? texts.installed({ name: repository }) : texts.notInstalled({ name: repository })}{' '}
        {found.missingPermissions.length > 0 && texts.lacksThere({ permissions: found.missingPermissions.join(', ') })}{' '}
        {found.message}
      </span>
    </p>
  );
}
