import { type ReactNode, useEffect, useId, useRef } from 'react';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { XIcon } from '../../../ui/icons.tsx';
import windowStyles from '../../../ui/window.module.css';
import styles from './panel.module.css';

interface Props {
  title: string;
  onClose: () => void;
  /** Buttons below the content. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A panel beside the timesheet, or over it where there is no room. */
export function Panel({ title, onClose, actions, children }: Props) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  // The element that opened the panel gets the focus back.
  useEffect(() => {
    const from = document.activeElement;
    panel.current?.focus();
    return () => {
      if (from instanceof HTMLElement) from.focus();
    };
  }, []);
  return (
    <section ref={panel} className={styles.panel} aria-labelledby={id} tabIndex={-1}>
      <header className={styles.header}>
        <h2 id={id}>{title}</h2>
        <IconButton icon={XIcon} label={messages.hide} onClick={onClose} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may have to be scrolled by keyboard. */}
      <div className={classNames(windowStyles.body, windowStyles.scroll)} tabIndex={0}>
        <div>{children}</div>
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </section>
  );
}
