import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { quickAddPageMessages } from '../../../shared/i18n/generated/quick-add-page.ts';
import type { Token } from '../../../shared/quick-add/types.ts';
import { classNames } from '../../ui/class-names.ts';
import type { Listbox } from '../../ui/listbox.tsx';
import styles from './line.module.css';
import { pieces } from './pieces.ts';
import { setCaret, setText, togglePlain, useQuickAdd } from './state.ts';

interface Props {
  isMany: boolean;
  tokens: readonly Token[];
  /** Start of the token that the suggestions belong to; -1 for none. */
  activeToken: number;
  combobox: Listbox['field'];
  onCaret: (caret: number) => void;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * The input line. The field's own text is transparent: one layer behind it draws the tints of the tokens, one in front draws the
 * coloured text in the same font. During IME composition the field's own text is shown.
 */
export function Line({ isMany, tokens, activeToken, combobox, onCaret }: Props) {
  const text = useQuickAdd((state) => state.text);
  const plain = useQuickAdd((state) => state.plain);
  const turn = useQuickAdd((state) => state.turn);
  const caretTo = useQuickAdd((state) => state.caretTo);
  const field = useRef<Field>(null);
  const [back, front] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const [isComposing, setComposing] = useState(false);

  const follow = () => {
    const scrolled = field.current?.scrollLeft ?? 0;
    for (const layer of [back.current, front.current]) if (layer !== null) layer.scrollLeft = scrolled;
  };
  const tellCaret = () => onCaret(field.current?.selectionEnd ?? 0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses on every showing and when the field is replaced.
  useLayoutEffect(() => field.current?.focus(), [turn, isMany]);
  useLayoutEffect(() => {
    if (caretTo !== null) {
      field.current?.focus();
      if (caretTo === 'all') field.current?.select();
      else field.current?.setSelectionRange(caretTo, caretTo);
      setCaret();
      tellCaret();
    }
    follow();
  });
  // The only event for caret moves without input.
  useEffect(() => {
    document.addEventListener('selectionchange', tellCaret);
    return () => document.removeEventListener('selectionchange', tellCaret);
  });

  /** A click on a date toggles it between date and plain text. */
  const onClick = (event: React.MouseEvent<Field>) => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    if (selectionStart !== selectionEnd) return;
    const hit = [...(back.current?.querySelectorAll<HTMLElement>('[data-date]') ?? [])].find((piece) =>
      [...piece.getClientRects()].some(
        ({ left, right, top, bottom }) =>
          left <= event.clientX && event.clientX <= right && top <= event.clientY && event.clientY <= bottom,
      ),
    );
    if (hit?.dataset.date !== undefined) togglePlain(hit.dataset.date);
  };

  const shared = {
    'aria-label': quickAddPageMessages.label,
    className: isComposing ? styles.composing : undefined,
    placeholder: quickAddPageMessages.placeholder,
    autoComplete: 'off',
    spellCheck: false,
    dir: 'auto',
    value: text,
    onChange: (event: React.ChangeEvent<Field>) => {
      setText(event.target.value);
      tellCaret();
    },
    onScroll: follow,
    onCompositionStart: () => setComposing(true),
    onCompositionEnd: () => setComposing(false),
  };
  if (isMany) {
    return (
      <div className={styles.lines}>
        <textarea {...shared} ref={field as React.RefObject<HTMLTextAreaElement>} />
      </div>
    );
  }
  const drawn = pieces(text, tokens, plain);
  return (
    <div className={styles.line}>
      <div className={classNames(styles.layer, styles.back)} dir="auto" ref={back} aria-hidden="true">
        {drawn.map(({ text: piece, kind, date, at, isOverruled }) => (
          <span
            key={at}
            className={tokenClass(kind, at === activeToken, isOverruled)}
            {...(date !== null && { 'data-date': date })}
          >
            {piece}
          </span>
        ))}
      </div>
      <input
        {...shared}
        {...combobox}
        ref={field as React.RefObject<HTMLInputElement>}
        onClick={onClick}
        onPaste={(event) => {
          // A single-line input would join the pasted lines.
          const pasted = event.clipboardData.getData('text/plain');
          if (!/[\n\r\u2028\u2029]/.test(pasted.trim())) return;
          event.preventDefault();
          const { selectionStart, selectionEnd } = event.currentTarget;
          const [from, to] = [selectionStart ?? text.length, selectionEnd ?? text.length];
          const lines = pasted.trimEnd();
          setText(`${text.slice(0, from)}${lines}${text.slice(to)}`, from + lines.length);
        }}
      />
      {!isComposing && (
        <div className={styles.layer} dir="auto" ref={front} aria-hidden="true">
          {drawn.map(({ text: piece, kind, at, isOverruled }) => (
            <span
              key={at}
              className={kind !== null && kind !== 'escape' && !isOverruled ? styles.tokenText : undefined}
            >
              {piece}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

function tokenClass(kind: Token['kind'] | null, isActive: boolean, isOverruled: boolean): string | undefined {
  if (kind === null || kind === 'escape' || isOverruled) return undefined;
  return classNames(styles.token, isActive && styles.current);
}
