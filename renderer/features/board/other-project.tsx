import { boardMessages } from '../../../shared/i18n/generated/board.ts';
import { Button } from '../../ui/button.tsx';
import { openMenu } from './view-state.ts';

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
