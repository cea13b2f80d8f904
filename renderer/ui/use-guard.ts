import { useEffect, useState } from 'react';
import { SECOND_MS } from '../../shared/dates/milliseconds.ts';

const GUARD_MS = 0.8 * SECOND_MS;

/**
 * True while a question from outside has just appeared: a click or key may be meant for something else. It begins again when the
 * person comes back (`isAway`), who has not seen the question before.
 */
export function useGuard(isAway = false): boolean {
  const [passed, setPassed] = useState<boolean | null>(null);
  useEffect(() => {
    const timer = setTimeout(setPassed, GUARD_MS, isAway);
    return () => clearTimeout(timer);
  }, [isAway]);
  return passed !== isAway;
}
