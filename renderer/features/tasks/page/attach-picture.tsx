import { projectWords } from '../../../../shared/i18n/project-page-messages.ts';
import { useBusy, useWhyNot } from '../../../app/state/read-section.tsx';
import { run } from '../../../app/state/run-write.ts';
import { useRead } from '../../../app/state/use-read.ts';
import { Button } from '../../../ui/button.tsx';

interface Props {
  taskId: string;
  identifier: string;
  /** Puts the line that the description needs into its editor; false where none is open. */
  insert: (markdown: string) => boolean;
}

/** For a task's page: uploads a picture of this computer, and inserts or copies the line that its description needs. */
export default function AttachPicture({ taskId, identifier, insert }: Props) {
  const uploads = useRead('project.uploads', {});
  const mayNot = useWhyNot('task:update');
  const why = mayNot ?? (uploads.value === false ? projectWords.attach.noStorage : undefined);
  const [busy, attach] = useBusy(() =>
    run('tasks.attach-picture', { taskId, identifier }, (markdown) =>
      insert(markdown) ? projectWords.attach.inserted : projectWords.attach.copied,
    ),
  );
  return (
    <Button small kind="quiet" title={why} disabled={busy || why !== undefined} onClick={() => void attach()}>
      {busy ? projectWords.attach.busy : projectWords.attach.do}
    </Button>
  );
}
