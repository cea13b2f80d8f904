import { Button } from '../ui/button.tsx';
import { projectWords } from '../words/project.ts';
import { useBusy, useWhyNot } from './parts.tsx';
import { run } from './run.ts';
import { useRead } from './use-read.ts';

const text = projectWords.attach;

/** For a task's page: uploads a picture of this computer, and copies the line that its description needs. */
export default function AttachPicture({ taskId, identifier }: { taskId: string; identifier: string }) {
  const uploads = useRead('project.uploads', {});
  const mayNot = useWhyNot('task:update');
  const why = mayNot ?? (uploads.value === false ? text.noStorage : undefined);
  const [busy, attach] = useBusy(() => run('tasks.attach-picture', { taskId, identifier }, () => text.copied));
  return (
    <Button small kind="quiet" title={why} disabled={busy || why !== undefined} onClick={() => void attach()}>
      {busy ? text.busy : text.do}
    </Button>
  );
}
