/** Drafts whose fields need not be in the document, and the ways back to them. Loaded with the views that keep some. */
import { isSameTask } from '../../shared/accounts.ts';
import { addAccount, useNavigation } from './navigation.ts';
import { keepDrafts } from './unsaved-text.ts';

interface KeptDraft {
  isOnScreen: boolean;
  show: () => void;
}

const kinds: (() => KeptDraft[])[] = [];

/** The page of the task is on screen. */
export function isPageShown(task: { id: string; accountId: string | undefined }): boolean {
  const { page, addingAccount } = useNavigation.getState();
  return !addingAccount && page?.name === 'taskPage' && isSameTask(page, task);
}

/** `find`: the changed drafts of a kind. */
export function keepDraftsOf(find: () => KeptDraft[]): void {
  kinds.push(find);
}

keepDrafts((shows) => {
  const kept = kinds.flatMap((find) => find());
  // The way to one draft must not lead away from another.
  if (shows && !kept.some(({ isOnScreen }) => isOnScreen)) {
    addAccount(false);
    kept[0]?.show();
  }
  return kept.length > 0;
});
