import styles from './choice.module.css';
import { Icon } from './icon.tsx';
import { CheckIcon } from './icons.ts';
import { RadioGroup, type RadioGroupProps } from './radio-group.tsx';

/** A radio group of settings. The chosen one has a check mark, not only a colour. */
export function Choice<V extends string | number>(props: RadioGroupProps<V>) {
  return <RadioGroup {...props} className={styles.choice} mark={<Icon of={CheckIcon} size={12} />} />;
}
