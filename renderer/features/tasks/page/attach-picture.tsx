import { projectPageMessages } from '../../../../shared/i18n/generated/project-page.ts';
import { runWrite } from '../../../state/run-write.ts';
import { useRead } from '../../../state/use-read.ts';
import { Button } from '../../../ui/button.tsx';
import { useBusy } from '../../../widgets/read-section.tsx';

interface Props {
  taskId: string;
  identifier: string;
  disabledReason: string | undefined;
  /** Inserts markdown into the open description editor; false if none is open. */
  insert: (markdown: string) => boolean;
}

/** Uploads a picture and inserts its markdown into the description, or copies it. Nothing on a server that takes none. */
export default function AttachPicture({ taskId, identifier, disabledReason, insert }: Props) {
  const uploads = useRead('project.uploads', {});
  const [busy, attach] = useBusy(() =>
    runWrite('tasks.attach-picture', { taskId, identifier }, (markdown) =>
      insert(markdown) ? projectPageMessages.attach.inserted : projectPageMessages.attach.copied,
    ),
  );
  if (uploads.value !== true) return null;
  return (
    <Button
      small
      kind="quiet"
      title={disabledReason}
      disabled={busy || disabledReason !== undefined}
      onClick={() => void attach()}
    >
      {busy ? projectPageMessages.attach.busy : projectPageMessages.attach.do}
    </Button>
  );
}
