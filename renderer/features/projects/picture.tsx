import type { NamedProjectRef } from '../../../shared/contract/projects.ts';
import { projectPageMessages } from '../../../shared/i18n/generated/project-page.ts';
import { runWrite } from '../../state/run-write.ts';
import { useRead } from '../../state/use-read.ts';
import { Button } from '../../ui/button.tsx';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Box } from '../../ui/setting-row.tsx';
import { useBlockedReason, useBusy } from '../../widgets/read-section.tsx';
import styles from './project-page.module.css';

interface Props {
  /** Changes with every new picture; null if there is none. */
  version: string | null;
  project: NamedProjectRef;
}

export function Picture({ version, project }: Props) {
  const { projectId } = project;
  const picture = useRead('project.background', version === null ? null : { projectId });
  const uploads = useRead('project.uploads', {});
  const mayNot = useBlockedReason('project:update');
  const disabledReason = mayNot ?? (uploads.value === false ? projectPageMessages.picture.noStorage : undefined);
  const [setting, choose] = useBusy(async () => {
    await runWrite('project.set-background', project, () => projectPageMessages.picture.set);
  });
  const [removing, remove] = useBusy(async () => {
    await runWrite('project.remove-background', project, () => projectPageMessages.picture.removed);
  });
  const busy = setting || removing;
  const shown = version === null ? null : picture.value;
  return (
    <Box title={projectPageMessages.picture.title}>
      {shown !== null && <img className={styles.picture} src={shown} alt={projectPageMessages.picture.alt} />}
      {version !== null && picture.error !== null && (
        <p className={settingRowStyles.description}>{projectPageMessages.picture.unreadable}</p>
      )}
      <div className={settingRowStyles.row}>
        <div className={settingRowStyles.name}>
          {version === null && <span>{projectPageMessages.picture.none}</span>}
          <small>{disabledReason ?? projectPageMessages.picture.noneHint}</small>
        </div>
        {version !== null && (
          <Button small disabled={busy || mayNot !== undefined} onClick={() => void remove()}>
            {projectPageMessages.remove}
          </Button>
        )}
        {uploads.value !== false && (
          <Button small disabled={busy || mayNot !== undefined} onClick={() => void choose()}>
            {version === null ? projectPageMessages.picture.choose : projectPageMessages.picture.replace}
          </Button>
        )}
      </div>
    </Box>
  );
}
