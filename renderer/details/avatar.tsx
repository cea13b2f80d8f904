import { tintOfText } from '../ui/label-tint.ts';
import { initials } from './initials.ts';

/** Two letters of a name, tinted by the person. The name stands beside it. */
export function Avatar({ id, name }: { id: string; name: string }) {
  return (
    <span className={`av l-${tintOfText(id)}`} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
