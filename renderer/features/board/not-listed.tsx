/** Above a board whose project is no longer among those of the workspace. */
import type { BoardView } from '../../../shared/contract/index.ts';
import { boardMessages } from '../../../shared/i18n/generated/board.ts';
import { projectPageMessages } from '../../../shared/i18n/generated/project-page.ts';
import { may, useAppState } from '../../state/main-process.ts';
import { runWrite } from '../../state/run-write.ts';
import { useRead } from '../../state/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { openMenu } from './view-state.ts';

/** Until the archived projects are read, it may also have been deleted or moved. */
export function NotListed({ project, accountId }: Pick<BoardView, 'project' | 'accountId'>) {
  const { id: projectId, name } = project;
  const mayUnarchive = useAppState((state) => may(state, 'project:update', accountId));
  const { value: archived } = useRead('project.archived', {});
  const isArchived = archived?.some(({ id }) => id === projectId) ?? false;
  const unarchive = () =>
    runWrite(
      'project.set-archived',
      { projectId, accountId, projectName: name, isArchived: false },
      projectPageMessages.more.unarchived,
    );
  const error = isArchived ? boardMessages.archived({ name }) : boardMessages.notListed({ name });
  return (
    <ErrorBox error={{ kind: 'rejected', ...error }}>
      {isArchived && mayUnarchive && (
        <Button kind="primary" onClick={() => void unarchive()}>
          {projectPageMessages.more.unarchive}
        </Button>
      )}
      <OtherProject />
    </ErrorBox>
  );
}

/** The next step where a board has nothing to show: its menu has the archived projects, too. */
export function OtherProject() {
  const label = boardMessages.otherProject;
  return (
    <Button
      aria-haspopup="menu"
      onClick={({ currentTarget }) => openMenu({ kind: 'projects', label, at: currentTarget.getBoundingClientRect() })}
    >
      {label}
    </Button>
  );
}
