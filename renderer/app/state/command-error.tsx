import { ErrorBox } from '../../ui/error-box.tsx';
import { dismissError, useApp } from './store.ts';

/** Why the last command did not work; it stays until the next one works or it is put away. */
export function CommandError() {
  const error = useApp((app) => app.error);
  return error && <ErrorBox error={error} urgent onHide={dismissError} />;
}
