import { LENGTHS } from '../../shared/limits.ts';
import { keepDrafts } from '../state/unsaved-text.ts';
import { createViewState } from '../state/view-state.ts';
import { TextInput } from '../ui/text-input.tsx';

/** Typed titles by `of`, so that leaving the view loses none. */
const useTitles = createViewState<Partial<Record<string, string>>>('new-task', {});
keepDrafts(() => Object.values(useTitles.getState()).some((title) => title?.trim()));

interface Props extends Pick<React.ComponentProps<'input'>, 'ref' | 'autoFocus' | 'placeholder' | 'onFocus'> {
  label: string;
  /** What the task would belong to: its typed title stays there. */
  of: string;
  className: string | undefined;
  /** False if the task was not stored; its title returns to the field, before what was typed since. */
  create: (title: string) => Promise<boolean>;
  /** False if it did not open. */
  openQuickAdd?: (title: string) => Promise<boolean>;
  /** Escape; without it, that only clears the field. */
  onClose?: () => void;
  /** The field lost the focus and is empty. */
  onLeave?: () => void;
}

/** A field that creates one task after another. Ctrl+Enter continues in quick add, with everything it knows. */
export function NewTaskField({ label, of, className, create, openQuickAdd, onClose, onLeave, ...input }: Props) {
  const title = useTitles((titles) => titles[of] ?? '');
  const setTitle = (next: string) => useTitles.setState({ [of]: next });
  const createTyped = async () => {
    const typed = title.trim();
    if (typed === '') return;
    setTitle('');
    if (!(await create(typed))) setTitle(`${typed} ${useTitles.getState()[of] ?? ''}`.trimEnd());
  };
  const close = () => {
    setTitle('');
    onClose?.();
  };
  return (
    <TextInput
      {...input}
      className={className}
      label={label}
      dir="auto"
      maxLength={LENGTHS.taskTitle}
      value={title}
      onChange={setTitle}
      onBlur={() => title.trim() === '' && onLeave?.()}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
        // Escape hides the window if there is nothing to close or clear.
        if (event.key === 'Escape' && onClose === undefined && title === '') return;
        event.preventDefault();
        event.stopPropagation();
        if (event.key === 'Escape') close();
        else if (event.repeat) return;
        else if (!openQuickAdd || !(event.ctrlKey || event.metaKey)) void createTyped();
        else void openQuickAdd(title.trim()).then((isOpen) => isOpen && close());
      }}
    />
  );
}
