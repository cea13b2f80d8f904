import { useEffect, useMemo, useState } from 'react';

/**
 * One clock for the whole window. It wakes only while there are subscribers and the window is visible, and exactly when the next
 * subscriber is due.
 */
interface Subscriber {
  step: number;
  phase: number;
  due: number;
  onTick: (now: number) => void;
}

const subscribers = new Set<Subscriber>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** The first instant after `now` that is a whole number of steps from `phase`. */
export function nextBoundary(now: number, step: number, phase: number): number {
  return phase + (Math.floor((now - phase) / step) + 1) * step;
}

function arm(): void {
  clearTimeout(timer);
  timer = undefined;
  if (subscribers.size === 0 || document.visibilityState === 'hidden') return;
  let first = Number.POSITIVE_INFINITY;
  for (const { due } of subscribers) first = Math.min(first, due);
  // Timers may fire a millisecond early.
  timer = setTimeout(tick, Math.max(0, first - Date.now()) + 1);
}

function tick(): void {
  const now = Date.now();
  for (const subscriber of subscribers) {
    const { step, phase } = subscriber;
    // The second condition detects a clock that was set back.
    if (subscriber.due > now && subscriber.due - now <= step) continue;
    subscriber.due = nextBoundary(now, step, phase);
    subscriber.onTick(now);
  }
  arm();
}

function onVisibility(): void {
  for (const subscriber of subscribers) subscriber.due = 0;
  if (document.visibilityState === 'hidden') arm();
  else tick();
}

function subscribe(step: number, phase: number, onTick: (now: number) => void): () => void {
  if (subscribers.size === 0) document.addEventListener('visibilitychange', onVisibility);
  const subscriber = { step, phase, due: nextBoundary(Date.now(), step, phase), onTick };
  subscribers.add(subscriber);
  arm();
  return () => {
    subscribers.delete(subscriber);
    if (subscribers.size === 0) document.removeEventListener('visibilitychange', onVisibility);
    arm();
  };
}

/** The current time, updated every `step` ms aligned to `phase` (an instant). A step of 0 stops the updates. The same object until it changes. */
export function useNow(step: number, phase: number | string = 0): Date {
  const [now, setNow] = useState(Date.now);
  const from = new Date(phase).getTime() || 0;
  useEffect(() => {
    if (step === 0) return;
    setNow((was) => (nextBoundary(was, step, from) > Date.now() ? was : Date.now()));
    return subscribe(step, from, setNow);
  }, [step, from]);
  return useMemo(() => new Date(now), [now]);
}
