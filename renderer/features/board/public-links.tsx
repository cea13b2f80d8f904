import type { CardView } from '../../../shared/contract/index.ts';
import { Address, type LinkActions } from '../../ui/markdown/markdown.tsx';
import publicTaskStyles from './public-task.module.css';

export function PublicLinks({ of, actions }: { of: NonNullable<CardView['links']>; actions: LinkActions }) {
  return (
    <span className={publicTaskStyles.links}>
      {of.map(({ title, url }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two links may lead to the same page.
        <span key={at} className="truncate">
          <Address links={actions} href={url}>
            <bdi>{title}</bdi>
          </Address>
        </span>
      ))}
    </span>
  );
}
