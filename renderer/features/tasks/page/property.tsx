import type { ReactNode } from 'react';
import type { TaskPageView, TaskView } from '../../../../shared/contract/index.ts';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { classNames } from '../../../ui/class-names.ts';
import { EditPopover, type EditPopoverProps } from './edit-popover.tsx';
import styles from './properties.module.css';

/** `taskPage` is null until the page is loaded. */
export interface PropertyProps {
  task: TaskView;
  taskPage: TaskPageView | null;
}

interface Props extends Pick<EditPopoverProps, 'disabledReason' | 'role' | 'letter' | 'content'> {
  name: string;
  /** The present value. */
  children: ReactNode;
  /** The page is still loading, so the property cannot be opened yet. */
  isFixed: boolean;
}

/** A property that is edited in a popover. Its name is in the tooltip and for screen readers. */
export function Property({ name, children, disabledReason, isFixed, role = 'menu', letter, content }: Props) {
  return (
    <>
      <dt className="visually-hidden">{name}</dt>
      <dd>
        {isFixed ? (
          <div className={classNames(styles.property, styles.fixed)} data-property title={name}>
            {children}
          </div>
        ) : (
          <EditPopover
            label={name}
            letter={letter}
            role={role}
            disabledReason={disabledReason}
            trigger={
              <button type="button" className={styles.property} data-property>
                <span className="visually-hidden">{`${taskPageMessages.property({ name })} `}</span>
                {children}
              </button>
            }
            align="start"
            className={role === 'dialog' ? styles.dialog : undefined}
            content={content}
          />
        )}
      </dd>
    </>
  );
}

/** The first missing permission as a sentence; undefined if none is known to be missing. */
export function missingPermissionReason(
  { missingPermissions }: Pick<TaskPageView, 'missingPermissions'>,
  ...permissions: string[]
): string | undefined {
  const missing = permissions.find((permission) => missingPermissions.includes(permission));
  if (missing === undefined) return undefined;
  const known: Partial<Record<string, string>> = taskPageMessages.lacking;
  return known[missing] ?? taskPageMessages.lackingOther({ permission: missing });
}
