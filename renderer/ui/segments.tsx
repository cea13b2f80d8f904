import { OneOf, type OneOfProps } from './radio-group.tsx';
import './segments.css';

/** Two or three views of the same thing, side by side. */
export function Segments<V extends string>(props: OneOfProps<V>) {
  return <OneOf {...props} className="seg" />;
}
