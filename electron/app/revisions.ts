/** Tells windows what to read again. */
import type { Revisions } from '../../shared/contract/index.ts';

export const FIRST_REVISIONS: Revisions = {
  time: 0,
  timeRules: 0,
  outbox: 0,
  changes: 0,
  projects: 0,
  inbox: 0,
  apiKeys: 0,
  proposals: 0,
  assistants: 0,
};

export function createRevisions(onChange: () => void) {
  let revisions = FIRST_REVISIONS;
  return {
    view: () => revisions,
    readAgain(subject: keyof Revisions): void {
      revisions = { ...revisions, [subject]: revisions[subject] + 1 };
      onChange();
    },
  };
}
