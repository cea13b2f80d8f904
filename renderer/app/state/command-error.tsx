import { ErrorBox } from '../../ui/error-box.tsx';
import { dismissError, useApp } from './store.ts';

/** The error of the last command, shown until the next command succeeds or it is dismissed. */
export function CommandError() {
  const error = useApp((app) => app.error);
  return error && <ErrorBox error={error} urgent onHide={dismissError} />;
}
