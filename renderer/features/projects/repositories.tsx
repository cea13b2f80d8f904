import { useState } from 'react';
import type { Repositories, RepositoryView } from '../../../shared/contract/index.ts';
import type { NamedProjectRef } from '../../../shared/contract/projects.ts';
import { projectPageMessages } from '../../../shared/i18n/generated/project-page.ts';
import { folded } from '../../../shared/tasks/filter-tasks.ts';
import { sendAbout } from '../../state/main-process.ts';
import { runWrite } from '../../state/run-write.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import formSectionStyles from '../../ui/form-section.module.css';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Box } from '../../ui/setting-row.tsx';
import { Action, useBusy } from '../../widgets/read-section.tsx';
import { Unreadable } from '../../widgets/unreadable.tsx';
import styles from './project-page.module.css';

interface Props {
  project: NamedProjectRef;
  appName: string;
  disabledReason: string | undefined;
}

const nameOf = ({ owner, name }: RepositoryView): string => `${owner}/${name}`;

/** Chooses from the repositories that the app can access, page by page. */
export function ChooseRepository({ project, appName, disabledReason }: Props) {
  const { codeHost: texts } = projectPageMessages;
  const [listed, setListed] = useState<(Repositories & { page: number }) | null>(null);
  const [filter, setFilter] = useState('');
  const { projectId, accountId } = project;
  const [busy, list] = useBusy(async () => {
    const page = (listed?.page ?? 0) + 1;
    const found = await sendAbout('code-host.repositories', { projectId, accountId, page });
    if (found === undefined) return;
    const before = listed?.repositories ?? [];
    setListed({ ...found, page, repositories: [...before, ...found.repositories] });
  });
  if (listed === null) {
    return (
      <Box title={texts.linked}>
        <Action
          name={texts.nothing}
          description={texts.app({ name: appName })}
          buttonLabel={texts.list}
          disabledReason={disabledReason}
          onDo={list}
        />
      </Box>
    );
  }
  const wanted = folded(filter.trim());
  const shown = listed.repositories.filter((one) => folded(`${nameOf(one)} ${one.description}`).includes(wanted));
  const isMore = listed.repositories.length < listed.total;
  return (
    <Box title={texts.choose}>
      <Unreadable of="code-host" />
      {listed.repositories.length === 0 ? (
        <p className={classNames(settingRowStyles.description, styles.firstRepository)}>{texts.none}</p>
      ) : (
        <>
          <div className={formSectionStyles.form}>
            <Field
              label={texts.filter}
              hint={texts.listed({
                shown: shown.length,
                total: listed.total,
                installations: listed.installations,
              })}
              value={filter}
              autoFocus
              onChange={setFilter}
            />
          </div>
          <ul className={classNames('scroll-inside', styles.repositoryList)}>
            {shown.map((repository) => (
              <Repository
                key={nameOf(repository)}
                repository={repository}
                project={project}
                disabledReason={disabledReason}
              />
            ))}
          </ul>
          {shown.length === 0 && <p className={settingRowStyles.description}>{texts.noMatch}</p>}
        </>
      )}
      {isMore && (
        <div className={formSectionStyles.sectionActions}>
          <Button small disabled={busy} onClick={() => void list()}>
            {texts.more}
          </Button>
        </div>
      )}
    </Box>
  );
}

interface RepositoryProps {
  repository: RepositoryView;
  project: NamedProjectRef;
  disabledReason: string | undefined;
}

function Repository({ repository, project, disabledReason }: RepositoryProps) {
  const { codeHost: texts } = projectPageMessages;
  const name = nameOf(repository);
  const [busy, link] = useBusy(async () => {
    const payload = { ...project, repositoryOwner: repository.owner, repositoryName: repository.name };
    await runWrite('code-host.link', payload, texts.isLinked({ name }));
  });
  const description = [repository.isPrivate ? texts.isPrivate : '', repository.description].filter(Boolean).join(' · ');
  return (
    <li className={settingRowStyles.row}>
      <div className={settingRowStyles.name}>
        <bdi className={classNames('truncate', styles.repositoryName)} title={name}>
          {name}
        </bdi>
        <small className="truncate">{description}</small>
      </div>
      <Button
        small
        aria-label={texts.linkName({ name })}
        disabled={busy || disabledReason !== undefined}
        onClick={() => void link()}
      >
        {texts.link}
      </Button>
    </li>
  );
}
