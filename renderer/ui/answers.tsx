import { type Ref, useRef } from 'react';
import styles from './answers.module.css';
import { classNames } from './class-names.ts';
import { isTyping, moveFocus } from './keys.ts';
import { useWindowKeys } from './use-window-keys.ts';

export interface AnswerTexts {
  title: string;
  description: string;
  /** The state afterwards. */
  result?: string;
  after?: string;
}

interface AnswersProps<A extends string> {
  label: string;
  answers: readonly A[];
  /** Ignores keys and clicks; the answers keep their place in the order of Tab. */
  isGuarded?: boolean;
  /** Those that get the focus back. */
  refs?: Partial<Record<A, Ref<HTMLButtonElement>>>;
  textsOf: (answer: A) => AnswerTexts;
  onChoose: (answer: A) => void;
}

/** The keys 1 to 9 choose one of the answers, except in fields and menus. */
export const useAnswerKeys = <A,>(answers: readonly A[], onChoose: (answer: A) => void): void =>
  useWindowKeys((event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.target instanceof Element && event.target.closest('[role=menu], [role=dialog]')) return;
    const answer = /^[1-9]$/.test(event.key) ? answers[Number(event.key) - 1] : undefined;
    if (answer === undefined) return;
    event.preventDefault();
    onChoose(answer);
  });

/** Numbered answers to a question. */
export function Answers<A extends string>({ label, answers, isGuarded, refs, textsOf, onChoose }: AnswersProps<A>) {
  const list = useRef<HTMLFieldSetElement>(null);
  useAnswerKeys(isGuarded ? [] : answers, onChoose);
  const onKeyDown = (event: React.KeyboardEvent) => {
    moveFocus(event, [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])]);
  };
  return (
    <fieldset className={styles.answers} ref={list} onKeyDown={onKeyDown}>
      <legend className="visually-hidden">{label}</legend>
      {answers.map((answer, index) => {
        const { title, description, result, after } = textsOf(answer);
        return (
          <button
            type="button"
            className={styles.answer}
            key={answer}
            ref={refs?.[answer]}
            aria-keyshortcuts={String(index + 1)}
            aria-disabled={isGuarded}
            onClick={() => isGuarded || onChoose(answer)}
          >
            <span aria-hidden="true" className={styles.key}>
              <kbd>{String(index + 1)}</kbd>
            </span>
            <span className={styles.title}>{title}</span>
            <span className={classNames('truncate', styles.description)}>{description}</span>
            {result !== undefined && (
              <span className={styles.result}>
                <b>{result}</b>
                {after}
              </span>
            )}
          </button>
        );
      })}
    </fieldset>
  );
}
