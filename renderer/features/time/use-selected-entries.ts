import { useEffect } from 'react';
import { select, selectedIn, selectNone, useSelected } from '../../state/selection.ts';
import { selectByClick } from '../../widgets/select-rows.ts';

/** The selected ones of the entries that a day shows, by id. */
export function useSelectedEntries(entries: readonly string[]) {
  const all = useSelected('time');
  const selected = all.filter((id) => entries.includes(id));
  // Another day is shown, or they were deleted or moved.
  useEffect(() => {
    if (selected.length < all.length) select('time', selected);
  });
  useEffect(
    () => () => {
      if (selectedIn('time').length > 0) selectNone();
    },
    [],
  );
  return {
    selected,
    onClickCapture(event: React.MouseEvent): void {
      const { stop } = (event.target as Element).closest<HTMLElement>('[data-stop]')?.dataset ?? {};
      if (stop === undefined || !entries.includes(stop)) return;
      if (selectByClick(event, 'time', entries, stop, selected.length > 0)) event.stopPropagation();
    },
  };
}
