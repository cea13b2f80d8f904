import { useEffect, useState } from 'react';
import { SECOND_MS } from '../../shared/dates/milliseconds.ts';

const GUARD_MS = 0.8 * SECOND_MS;

/** True while a question from outside has just appeared: a click or key may be meant for something else. */
export function useGuard(): boolean {
  const [isGuarded, setGuarded] = useState(true);
  useEffect(() => {
    const timer = setTimeout(setGuarded, GUARD_MS, false);
    return () => clearTimeout(timer);
  }, []);
  return isGuarded;
}
