import { useEffect, useState } from 'react';
import { subscribe } from './ticker.ts';

/** The current time, updated every `step` ms aligned to `phase` (an instant). A step of 0 stops the updates. */
export function useNow(step: number, phase: number | string = 0): Date {
  const [now, setNow] = useState(Date.now);
  const from = new Date(phase).getTime() || 0;
  useEffect(() => {
    if (step === 0) return;
    setNow(Date.now());
    return subscribe(step, from, setNow);
  }, [step, from]);
  return new Date(now);
}

export const SECOND = 1000;
export const MINUTE = 60_000;
