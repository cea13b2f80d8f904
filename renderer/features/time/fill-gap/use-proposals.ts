import { useEffect, useMemo, useRef, useState } from 'react';
import type { Proposal } from '../../../../shared/contract/proposals.ts';
import { toIsoInstant } from '../../../../shared/dates/instant.ts';
import { MAX_PROPOSALS } from '../../../../shared/limits.ts';
import { targetKey } from '../../../../shared/proposals/evidence.ts';
import type { Span } from '../../../../shared/time/day.ts';
import { request } from '../../../state/main-process.ts';
import { useRead } from '../../../state/use-read.ts';

/** How long the first proposals wait for quick sources, because what comes later stands below (ms). */
const QUICK_MS = 60;

/** The proposals for a gap. While it is open, later ones are added below, and none is moved or replaced. */
export function useProposals({ from, to }: Span) {
  const span = useMemo(() => ({ from: toIsoInstant(from), to: toIsoInstant(to) }), [from, to]);
  const [asked, setAsked] = useState<typeof span | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const wait = new Promise((resolve) => setTimeout(resolve, QUICK_MS));
    void Promise.race([request('proposals.refresh', span), wait]).then(() => isCurrent && setAsked(span));
    return () => {
      isCurrent = false;
    };
  }, [span]);
  const isAsked = asked === span;
  const { value, error, isLoading, load } = useRead('proposals.read', isAsked ? span : null);

  /** How often rules were added since the panel opened. */
  const [rules, setRules] = useState(0);
  const key = `${from} ${to} ${rules}`;
  const last = useRef({ key: '', proposals: [] as readonly Proposal[], isMoreExpected: false });
  const shown = useMemo(() => {
    // After an error, the value is still that of the part before.
    if (value === null || error !== null || isLoading || !isAsked) return last.current;
    const isFirst = last.current.key !== key;
    const before = isFirst ? [] : last.current.proposals;
    const known = new Set(before.map(({ target }) => targetKey(target)));
    const added = value.proposals.filter(({ target }) => !known.has(targetKey(target)));
    const isMoreExpected = isFirst ? value.sources.some(({ isReading }) => isReading) : last.current.isMoreExpected;
    last.current = { key, proposals: [...before, ...added].slice(0, MAX_PROPOSALS), isMoreExpected };
    return last.current;
  }, [value, error, isLoading, isAsked, key]);

  return {
    proposals: shown.proposals,
    /** Sources were still being read when the first proposals were; stays until the next gap. */
    isMoreExpected: shown.isMoreExpected,
    sources: value?.sources ?? [],
    key,
    /** The proposals are those of the present gap. */
    isRead: shown.key === key,
    error,
    isLoading,
    load,
    /** After a rule: nothing of what was proposed stays. */
    startOver(): void {
      setRules((count) => count + 1);
      load();
    },
  };
}
