import { useState } from 'react';
import type { VerifiedInstallation } from '../../../shared/contract/index.ts';
import { projectPageMessages } from '../../../shared/i18n/generated/project-page.ts';
import { LENGTHS } from '../../../shared/limits.ts';
import { sendAbout } from '../../state/main-process.ts';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import formSectionStyles from '../../ui/form-section.module.css';
import { CheckIcon, Icon, WarnIcon } from '../../ui/icons.tsx';
import { Box } from '../../ui/setting-row.tsx';
import { Form } from '../../widgets/form.tsx';
import styles from './project-page.module.css';

/** Checks whether the app is installed for a given repository. */
export function CheckInstallation({
  projectId,
  disabledReason,
}: {
  projectId: string;
  disabledReason: string | undefined;
}) {
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
