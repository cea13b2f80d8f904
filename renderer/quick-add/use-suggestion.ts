import { useMemo, useState } from 'react';
import type { Candidate } from '../../electron/tasks/quick-add/types.ts';
import { type Parser, setText, useQuickAdd } from './state.ts';
import type { Understanding } from './understanding.ts';

export interface SuggestionList {
  kind: 'project' | 'label' | 'assignee' | 'priority' | 'column' | null;
  candidates: readonly Candidate[];
  active: number;
  activeId: string | undefined;
  /** Where the token begins that it is about; -1 for none. */
  from: number;
  point: (at: number) => void;
  take: (candidate: Candidate) => void;
  /** True where the key was for the list. */
  onKey: (event: React.KeyboardEvent) => boolean;
}

export const candidateId = (index: number): string => `candidate-${index}`;

/** What the mark at the caret could mean. Tab takes the first; the arrows choose, and then Enter takes, too. */
export function useSuggestion(
  understanding: Understanding | null,
  parser: Parser | null,
  caret: number,
): SuggestionList {
  const text = useQuickAdd((state) => state.text);
  // What was pointed at holds for this text and this caret alone.
  const place = `${caret} ${text}`;
  const [pointed, setPointed] = useState({ place: '', at: 0 });
  const suggestion = useMemo(() => {
    const line = understanding?.lines[0];
    if (parser === null || understanding === null || understanding.isMany || line === undefined) return null;
    return parser.suggest(text, caret, understanding.known, line.understood.project);
  }, [parser, understanding, text, caret]);

  const candidates = suggestion?.candidates ?? [];
  const isPointed = pointed.place === place;
  const active = isPointed ? Math.min(pointed.at, candidates.length - 1) : 0;

  const take = (candidate: Candidate) => {
    if (parser === null || suggestion === null) return;
    const completed = parser.complete(text, suggestion, candidate);
    setText(completed.text, completed.caret);
  };
  const onKey = (event: React.KeyboardEvent): boolean => {
    if (candidates.length === 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const candidate = candidates[active];
    if (move !== undefined) setPointed({ place, at: (active + move + candidates.length) % candidates.length });
    else if (candidate !== undefined && (event.key === 'Tab' || (event.key === 'Enter' && isPointed))) take(candidate);
    else return false;
    event.preventDefault();
    return true;
  };

  return {
    kind: suggestion?.kind ?? null,
    candidates,
    active,
    activeId: candidates.length > 0 ? candidateId(active) : undefined,
    from: suggestion?.from ?? -1,
    point: (at) => setPointed({ place, at }),
    take,
    onKey,
  };
}
