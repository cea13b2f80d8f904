import type { Named } from '../../../shared/contract/projects.ts';
import { projectWords } from '../../../shared/i18n/project-page-messages.ts';
import { useBusy, useWhyNot } from '../../app/state/read-section.tsx';
import { run } from '../../app/state/run-write.ts';
import { useRead } from '../../app/state/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { Box } from '../../ui/setting-row.tsx';

interface Props {
  /** null where there is none; another one is another picture. */
  version: string | null;
  project: Named;
  load: () => void;
}

export function Picture({ version, project, load }: Props) {
  const { projectId } = project;
  const picture = useRead('project.background', version === null ? null : { projectId }, version ?? '');
  const uploads = useRead('project.uploads', {});
  const mayNot = useWhyNot('project:update');
  const why = mayNot ?? (uploads.value === false ? projectWords.picture.noStorage : undefined);
  const [setting, choose] = useBusy(async () => {
    await run('project.set-background', project, () => projectWords.picture.set);
    load();
  });
  const [removing, remove] = useBusy(async () => {
    await run('project.remove-background', project, () => projectWords.picture.removed);
    load();
  });
  const busy = setting || removing;
  const shown = version === null ? null : picture.value;
  return (
    <Box title={projectWords.picture.title}>
      {shown !== null && <img className="pj-picture" src={shown} alt={projectWords.picture.alt} />}
      {version !== null && picture.problem !== null && <p className="box-says">{projectWords.picture.unreadable}</p>}
      <div className="sr">
        <div className="l">
          {version === null && <span>{projectWords.picture.none}</span>}
          <small>{why ?? projectWords.picture.noneSays}</small>
        </div>
        {version !== null && (
          <Button small disabled={busy || mayNot !== undefined} onClick={() => void remove()}>
            {projectWords.remove}
          </Button>
        )}
        <Button small disabled={busy || why !== undefined} onClick={() => void choose()}>
          {version === null ? projectWords.picture.choose : projectWords.picture.replace}
        </Button>
      </div>
    </Box>
  );
}
