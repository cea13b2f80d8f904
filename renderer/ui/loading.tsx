/** Progress of loading. It is shown only after a moment, so that quick work shows none. */
import { type ReactNode, useEffect, useState } from 'react';
import { classNames } from './class-names.ts';
import { Icon, SpinIcon } from './icons.tsx';
import styles from './loading.module.css';

/** True once `active` has been true for `ms`. */
export function useDelayed(active: boolean, ms = 300): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setLate(true), ms);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [active, ms]);
  return late;
}

/** Does not turn if the system asks for reduced motion. Hidden from screen readers, because it always stands next to text. */
export function Spinner() {
  return <Icon of={SpinIcon} className={styles.spinner} />;
}

interface Props {
  isLoading?: boolean;
  className?: string | undefined;
  /** What is being loaded. */
  children: ReactNode;
}

/** In place of a whole view, whose space it keeps. */
export function LoadingView({ isLoading = true, className, children }: Props) {
  const late = useDelayed(isLoading);
  return (
    <div className={classNames(styles.view, className)} role="status">
      {late && (
        <>
          <Spinner />
          {children}
        </>
      )}
    </div>
  );
}

/** A line within a view. */
export function LoadingLine({ isLoading = true, className, children }: Props) {
  const late = useDelayed(isLoading);
  return (
    isLoading &&
    late && (
      <p className={classNames(styles.line, className)} role="status">
        <Spinner />
        {children}
      </p>
    )
  );
}
