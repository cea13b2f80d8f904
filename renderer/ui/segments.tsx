import { RadioGroup, type RadioGroupProps } from './radio-group.tsx';
import './segments.css';

/** Two or three views of the same thing, side by side. */
export function Segments<V extends string>(props: RadioGroupProps<V>) {
  return <RadioGroup {...props} className="seg" />;
}
