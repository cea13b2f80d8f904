import { initials } from '../ui/initials.ts';
import { tintOfText } from '../ui/label-tint.ts';

/** Two letters of a name, tinted by the person. The name stands beside it. */
export function Avatar({ id, name }: { id: string; name: string }) {
  return (
    <span className={`av l-${tintOfText(id)}`} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
