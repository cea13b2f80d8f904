import { Icon } from './icon.tsx';
import { CheckIcon } from './icons.ts';
import { OneOf, type OneOfProps } from './radio-group.tsx';
import './choice.css';

/** One of a few settings. The chosen one has a check mark, not only colour. */
export function Choice<V extends string | number>(props: OneOfProps<V>) {
  return <OneOf {...props} className="choice" mark={<Icon of={CheckIcon} size={12} />} />;
}
