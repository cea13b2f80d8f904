import { useMemo } from 'react';
import type { Candidate } from '../../../shared/quick-add/types.ts';
import { type Listbox, useListbox } from '../../ui/listbox.tsx';
import { isSameMeaning, type ParsedText } from './parse-text.ts';
import { type Parser, setText, useQuickAdd } from './state.ts';

export interface SuggestionList {
  kind: 'project' | 'label' | 'assignee' | 'priority' | 'column' | null;
  candidates: readonly Candidate[];
  listbox: Listbox;
  /** Start of the token; -1 for none. */
  from: number;
  take: (candidate: Candidate) => void;
  /** True if the list handled the key. */
  onKey: (event: React.KeyboardEvent) => boolean;
}

/**
 * Suggestions for the token at the caret. Tab accepts the active one, which is the first unless the arrow keys moved it. Enter
 * accepts it too if that changes the task, so that no task is created from a half-typed name.
 */
export function useSuggestion(parsedText: ParsedText | null, parser: Parser | null, caret: number): SuggestionList {
  const text = useQuickAdd((state) => state.text);
  const plain = useQuickAdd((state) => state.plain);
  const dates = useQuickAdd((state) => state.dates);
  const suggestion = useMemo(() => {
    const line = parsedText?.lines[0];
    if (parser === null || parsedText === null || parsedText.isMany || line === undefined) return null;
    return parser.suggestCompletions(text, caret, parsedText.directory, line.parsed.project);
  }, [parser, parsedText, text, caret]);

  const candidates = suggestion?.candidates ?? [];
  const listbox = useListbox(
    candidates.map(({ key }) => key),
    `${caret} ${text}`,
  );

  const take = (candidate: Candidate) => {
    if (parser === null || suggestion === null) return;
    const completed = parser.applySuggestion(text, suggestion, candidate);
    setText(completed.text, completed.caret);
  };
  const saysMore = (candidate: Candidate): boolean => {
    const line = parsedText?.lines[0];
    if (parser === null || parsedText === null || suggestion === null || line === undefined) return false;
    const { text: taken } = parser.applySuggestion(text, suggestion, candidate);
    return !isSameMeaning(line.parsed, parser.parse(taken, parsedText.directory, dates, { plain }));
  };
  const onKey = (event: React.KeyboardEvent): boolean => {
    const candidate = candidates[listbox.active];
    if (candidate === undefined || event.altKey || event.shiftKey) return false;
    const isControlled = event.ctrlKey || event.metaKey;
    if (listbox.move(event)) return true;
    if (event.key === 'Tab' && !isControlled) take(candidate);
    else if (event.key === 'Enter' && ((listbox.isPointed && !isControlled) || saysMore(candidate))) take(candidate);
    else return false;
    event.preventDefault();
    return true;
  };

  return {
    kind: suggestion?.kind ?? null,
    candidates,
    listbox,
    from: suggestion?.from ?? -1,
    take,
    onKey,
  };
}
