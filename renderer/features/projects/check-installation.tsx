import { type FormEvent, useState } from 'react';
import type { Verified } from '../../../shared/contract/index.ts';
import { projectWords } from '../../../shared/i18n/project-page-messages.ts';
import { LENGTHS } from '../../../shared/limits.ts';
import { oneLine } from '../../../shared/one-line.ts';
import { useBusy } from '../../app/state/read-section.tsx';
import { tellFor } from '../../app/state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { CheckIcon, WarnIcon } from '../../ui/icons.ts';
import { Box } from '../../ui/setting-row.tsx';

/** Whether the app is installed for a repository that one can name. */
export function CheckInstallation({ projectId, why }: { projectId: string; why: string | undefined }) {
  const [owner, setOwner] = useState('');
  const [name, setName] = useState('');
  const [found, setFound] = useState<(Verified & { repository: string }) | null>(null);
  const canAsk = owner.trim() !== '' && name.trim() !== '';
  const [busy, check] = useBusy(async () => {
    const [repositoryOwner, repositoryName] = [owner.trim(), name.trim()];
    const answer = await tellFor('code-host.verify', { projectId, repositoryOwner, repositoryName });
    setFound(answer ? { ...answer, repository: `${repositoryOwner}/${repositoryName}` } : null);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canAsk) void check();
  };
  return (
    <Box title={projectWords.codeHost.check}>
      <form className="pj-form" onSubmit={submit}>
        <fieldset className="pj-set pj-pair" disabled={why !== undefined}>
          <Field
            label={projectWords.codeHost.owner}
            maxLength={LENGTHS.repository}
            value={owner}
            onChange={(event) => setOwner(event.target.value)}
          />
          <Field
            label={projectWords.codeHost.name}
            maxLength={LENGTHS.repository}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </fieldset>
        <div className="acts">
          {why !== undefined && <span className="pj-why">{why}</span>}
          <Button type="submit" disabled={busy || !canAsk || why !== undefined}>
            {projectWords.codeHost.checkDo}
          </Button>
        </div>
        {found && <Answer found={found} />}
      </form>
    </Box>
  );
}

function Answer({ found }: { found: Verified & { repository: string } }) {
  const repository = oneLine(found.repository, 200);
  const isWell = found.installed && found.hasRequiredPermissions;
  return (
    <p className={isWell ? 'pj-answer well' : 'pj-answer'} role="status">
      <Icon of={isWell ? CheckIcon : WarnIcon} />
      <span className="selectable">
        {found.installed ? projectWords.codeHost.installed(repository) : projectWords.codeHost.notInstalled(repository)}{' '}
        {found.missingPermissions.length > 0 &&
          projectWords.codeHost.lacksThere(found.missingPermissions.map((one) => oneLine(one, 60)))}{' '}
        {found.message}
      </span>
    </p>
  );
}
