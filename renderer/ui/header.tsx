import type { ReactNode } from 'react';
import { messages } from '../../shared/i18n/generated/window.ts';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './header.module.css';
import { BackIcon } from './icons.tsx';

interface Props {
  title: ReactNode;
  /** Without it there is no way back, as beside a list. */
  onBack?: (() => void) | undefined;
  children?: ReactNode;
}

/** A page's header: back button, title and actions. */
export function Header({ title, onBack, children }: Props) {
  return (
    <header className={styles.header} data-drags-window>
      {onBack && <IconButton icon={BackIcon} label={messages.back} onClick={onBack} />}
      <h1 className={classNames('truncate grow', styles.title)}>{title}</h1>
      {children}
    </header>
  );
}
