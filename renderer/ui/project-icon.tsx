import type { LucideIcon } from 'lucide-react';
import { emojiOf } from './emoji.ts';
import { Icon } from './icons.tsx';
import styles from './project-icon.module.css';
import * as icons from './project-icons.ts';

const byName: Readonly<Partial<Record<string, LucideIcon>>> = icons;

/** A project's icon: one of the web app's or an emoji; any other is drawn like no icon. */
export function ProjectIcon({ icon }: { icon: string | null }) {
  const name = icon?.trim() ?? '';
  const emoji = emojiOf(name);
  if (emoji === null) return <Icon of={byName[name] ?? icons.FolderKanban} />;
  return (
    <span className={styles.symbol} aria-hidden="true">
      {emoji}
    </span>
  );
}
