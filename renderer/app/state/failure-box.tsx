import { ProblemBox } from '../../ui/problem-box.tsx';
import { dismissError, useApp } from './store.ts';

/** Why the last command did not work; it stays until the next one works or it is put away. */
export function FailureBox() {
  const failure = useApp((app) => app.failure);
  return failure && <ProblemBox problem={failure} urgent onHide={dismissError} />;
}
