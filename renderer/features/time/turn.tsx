import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import type { PeriodKind } from '../../../shared/time/period.ts';
import { IconButton } from '../../ui/button.tsx';
import { BackIcon, RightIcon } from '../../ui/icons.tsx';
import styles from './turn.module.css';

interface Props {
  kind: 'day' | PeriodKind;
  onTurn: (by: -1 | 1) => void;
  /** It reaches to today: no time can be tracked after it. */
  isLast: boolean;
}

/** To the day or period before and after. */
export const Turn = ({ kind, onTurn, isLast }: Props) => (
  <span className={styles.turn}>
    <IconButton icon={BackIcon} label={timePageMessages.before[kind]} onClick={() => onTurn(-1)} />
    <IconButton icon={RightIcon} label={timePageMessages.after[kind]} disabled={isLast} onClick={() => onTurn(1)} />
  </span>
);
