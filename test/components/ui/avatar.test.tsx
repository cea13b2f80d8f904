/** Pictures of people, and their initials. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Avatar, PicturesContext } from '../../../renderer/ui/avatar.tsx';

afterEach(cleanup);

const show = (id: string | null, isOurs = true) =>
  render(
    <PicturesContext value={{ mira: 'key-1' }}>
      <Avatar id={id} name="Mira Lindqvist" title="Mira Lindqvist" isOurs={isOurs} />
    </PicturesContext>,
  );
const picture = () => document.querySelector('img');

test('a person without a picture has initials', () => {
  show('jonas');
  expect(screen.getByTitle('Mira Lindqvist')).toHaveTextContent('ML');
  expect(picture()).toBeNull();
});

test('a picture covers the initials once it is loaded; a broken one leaves them', () => {
  show('mira');
  const shown = picture() as HTMLImageElement;
  expect(shown).toHaveAttribute('src', '/people/key-1');
  expect(shown).toHaveAttribute('data-shown', 'false');
  fireEvent.load(shown);
  expect(shown).toHaveAttribute('data-shown', 'true');
  fireEvent.error(shown);
  expect(picture()).toBeNull();
  expect(screen.getByTitle('Mira Lindqvist')).toHaveTextContent('ML');
});

test('a person of another server never gets a picture of ours, and an unknown one none', () => {
  show('mira', false);
  show(null);
  expect(picture()).toBeNull();
});
