import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Icon } from './icons.tsx';

type Native = ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> };

interface ButtonProps extends Native {
  kind?: 'primary' | 'secondary' | 'quiet';
  danger?: boolean;
  small?: boolean;
  children: ReactNode;
}

export function Button({ kind = 'secondary', danger = false, small = false, className, ...native }: ButtonProps) {
  return (
    <button
      type="button"
      className={classNames(
        styles.button,
        kind === 'primary' && styles.primary,
        kind === 'quiet' && styles.quiet,
        danger && styles.danger,
        small && styles.small,
        className,
      )}
      {...native}
    />
  );
}

/** A button that looks like a link. */
export const LinkButton = ({ className, ...native }: Native) => (
  <button type="button" className={classNames('link-button', className)} {...native} />
);

interface IconButtonProps extends Native {
  icon: LucideIcon;
  /** The accessible name, and the tooltip unless `title` is given. */
  label: string;
  /** State of a toggle button. */
  on?: boolean;
}

export function IconButton({ icon, label, on, className, ...native }: IconButtonProps) {
  return (
    <button
      type="button"
      className={classNames(styles.iconButton, on && styles.on, className)}
      {...(on === undefined ? {} : { 'aria-pressed': on })}
      {...native}
      {...nameOnly(label, native.title)}
    >
      <Icon of={icon} />
    </button>
  );
}

export function nameOnly(name: string, tooltip: string | undefined): { title: string; 'aria-label'?: string } {
  return tooltip === undefined || tooltip === name ? { title: name } : { title: tooltip, 'aria-label': name };
}
