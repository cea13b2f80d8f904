import type { ReactNode } from 'react';
import { messages } from '../../shared/i18n/generated/window.ts';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './header.module.css';
import { BackIcon } from './icons.tsx';
import settingRowStyles from './setting-row.module.css';
import windowStyles from './window.module.css';

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

interface PageProps {
  title: string;
  onBack: () => void;
  /** Beside the title. */
  actions?: ReactNode;
  /** It consists of boxes of rows. */
  hasRows?: boolean;
  children: ReactNode;
}

/** A page whose content may have nothing else to focus: the keyboard scrolls it. */
export function Page({ title, onBack, actions, hasRows = false, children }: PageProps) {
  return (
    <>
      <Header title={title} onBack={onBack}>
        {actions}
      </Header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the window is scrolled by keyboard. */}
      <section className={windowStyles.page} aria-label={title} tabIndex={0}>
        {hasRows ? (
          <div className={classNames(settingRowStyles.panel, settingRowStyles.pageRows)}>{children}</div>
        ) : (
          children
        )}
      </section>
    </>
  );
}
