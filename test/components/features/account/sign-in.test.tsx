/** Signing in: by device code, by API key, or locally; what fails, and the way back. */
import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { SignInView } from '../../../../shared/contract/views.ts';
import { LENGTHS } from '../../../../shared/limits.ts';
import { anError, type FakeBridge } from '../../bridge.ts';
import { openWindow } from '../../render.tsx';
import { ACCOUNT, otherUnsent, unsentOf } from '../../state.ts';

type Failed = Extract<SignInView, { step: 'failed' }>;
type Waiting = Extract<SignInView, { step: 'waiting' }>;

const failed = (changes: Partial<Failed> = {}): Failed => ({
  step: 'failed',
  method: 'device',
  server: 'pm.halden.example',
  address: 'https://pm.halden.example',
  reason: 'unreachable',
  error: anError(),
  ...changes,
});
const waiting = (changes: Partial<Waiting> = {}): Waiting => ({
  step: 'waiting',
  server: 'pm.halden.example',
  userCode: 'ABCD2345',
  verificationAddress: 'pm.halden.example/device',
  startedAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 30 * 60_000).toISOString(),
  notice: null,
  ...changes,
});
const signedOut = (signIn: SignInView = { step: 'none' }, prepare?: (bridge: FakeBridge) => void) =>
  openWindow({ account: null, signIn }, prepare);
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const field = (name: string) => screen.getByRole('textbox', { name });
const key = () => screen.getByLabelText('API key', { selector: 'input' });

afterEach(() => void vi.useRealTimers());

describe('the choice', () => {
  test('names the changes that were not sent before signing out', async () => {
    const { publish } = await signedOut();
    expect(screen.queryByText(/on this computer\./, { selector: 'p span' })).toBeNull();
    const shows = (total: number, needing: number, text: string) => {
      publish({ outbox: unsentOf([], { others: [otherUnsent({ total, needing })] }) });
      expect(screen.getByText(text)).toBeVisible();
    };
    const kept = 'changes by Ada for other.example wait on this computer.';
    shows(2, 0, `2 ${kept} Sign in there again to send them.`);
    shows(3, 1, `3 ${kept} Sign in there again to send the rest; 1 needs attention.`);
    shows(2, 2, `2 ${kept} They need attention: sign in there again to decide.`);
  });

  test('begins with the address, then offers three other ways; arrow keys move between them', async () => {
    const { user } = await signedOut();
    expect(screen.getByRole('heading', { name: 'Where are your tasks?' })).toBeVisible();
    expect(field('Server address')).toHaveFocus();
    const ways = [/^Try it now/, /^Use an API key/, /^Watch a public board/].map(button);
    ways[0]?.focus();
    await user.keyboard('{ArrowDown}');
    expect(ways[1]).toHaveFocus();
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(ways[2]).toHaveFocus();
    expect(screen.getByText('Your sign-in is stored in the system keychain and nowhere else.')).toBeVisible();
  });

  test('Escape leads back to it, and from there hides the window', async () => {
    const { bridge, user } = await signedOut();
    await user.click(button(/^Use an API key/));
    await user.keyboard('{Escape}');
    expect(field('Server address')).toHaveFocus();
    expect(bridge.payloads('window.hide')).toEqual([]);
    await user.keyboard('{Escape}');
    expect(bridge.payloads('window.hide')).toEqual([{}]);
  });

  test('a public board is opened without a sign-in', async () => {
    const { user } = await signedOut();
    await user.click(button(/^Watch a public board/));
    expect(await screen.findByRole('heading', { name: 'Watch a public board' })).toBeVisible();
    await user.click(button('Back'));
    expect(field('Server address')).toBeVisible();
  });
});

describe('with the browser', () => {
  test('the address is required, trimmed and sent', async () => {
    const { bridge, user } = await signedOut();
    expect(field('Server address')).toHaveFocus();
    await user.click(button('Continue'));
    expect(screen.getByRole('alert')).toHaveTextContent('Type the address of your server.');
    expect(field('Server address')).toBeInvalid();
    await user.type(field('Server address'), ' pm.halden.example {Enter}');
    expect(field('Server address')).toBeValid();
    expect(bridge.payloads('sign-in.device')).toEqual([{ address: 'pm.halden.example' }]);
  });

  test('under Advanced is the client id last used there; another one is sent', async () => {
    const { bridge, user } = await signedOut({ step: 'none' }, (fake) =>
      fake.answer('sign-in.client-id', ({ address }) => `client of ${address}`),
    );
    await user.click(button('Advanced'));
    expect(button('Advanced')).toHaveAttribute('aria-expanded', 'true');
    expect(field('Client ID')).toHaveValue('service-cli');
    await user.type(field('Server address'), 'pm.halden.example');
    expect(await screen.findByDisplayValue('client of pm.halden.example')).toBe(field('Client ID'));
    await user.clear(field('Client ID'));
    await user.type(field('Client ID'), ' our-own {Enter}');
    expect(bridge.payloads('sign-in.device')).toEqual([{ address: 'pm.halden.example', clientId: 'our-own' }]);
    await user.click(button('Advanced'));
    expect(screen.queryByRole('textbox', { name: 'Client ID' })).not.toBeInTheDocument();
  });

  test('while the server is contacted the sign-in can be cancelled; the typed address stays', async () => {
    const { bridge, user, publish } = await signedOut();
    await user.type(field('Server address'), 'pm.halden.example{Enter}');
    publish({ signIn: { step: 'contacting', method: 'device', server: 'pm.halden.example' } });
    expect(await screen.findByText('Contacting pm.halden.example')).toBeInTheDocument();
    await user.click(button('Cancel'));
    expect(bridge.payloads('sign-in.cancel')).toEqual([{}]);
    publish({ signIn: { step: 'none' } });
    expect(field('Server address')).toHaveValue('pm.halden.example');
  });

  test('the code is shown with the page to open, and is copied already; its button copies it again', async () => {
    const { bridge, user } = await signedOut(waiting());
    expect(screen.getByRole('heading', { name: 'Enter this code in your browser' })).toBeVisible();
    expect(screen.getByText('pm.halden.example/device')).toBeVisible();
    expect(button('Open browser')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(bridge.payloads('sign-in.open-browser')).toEqual([{}]);
    expect(screen.getByText('Copied to the clipboard')).toBeVisible();
    await user.click(button('Copy the code A B C D, 2 3 4 5'));
    expect(bridge.payloads('sign-in.copy-code')).toHaveLength(1);
  });

  test('the time left counts down, and the code stops working', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    await signedOut(waiting({ expiresAt: new Date(Date.now() + 90_000).toISOString() }));
    expect(screen.getByRole('timer', { name: 'Time left 1:30' })).toBeVisible();
    act(() => void vi.advanceTimersByTime(31_000));
    expect(screen.getByRole('timer', { name: /^Time left 0:5\d$/ })).toBeVisible();
    expect(screen.getByText(/^This code works until /)).toBeVisible();
    act(() => void vi.advanceTimersByTime(60_000));
    expect(screen.getByText('This code no longer works.')).toBeVisible();
  });

  test('a notice says that the server does not answer', async () => {
    await signedOut(waiting({ notice: 'The server does not answer.' }));
    expect(screen.getByText('The server does not answer.')).toBeVisible();
  });

  test('a page that cannot be opened is an error under the code, until it is dismissed', async () => {
    const { user } = await signedOut(waiting(), (fake) =>
      fake.fail('sign-in.open-browser', { title: 'That page cannot be opened' }),
    );
    await user.click(button('Open browser'));
    expect(screen.getByRole('alert')).toHaveTextContent('That page cannot be opened');
    await user.click(button('Hide'));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('Escape cancels a waiting sign-in', async () => {
    const { bridge, user, publish } = await signedOut(waiting());
    await user.keyboard('{Escape}');
    expect(bridge.payloads('sign-in.cancel')).toEqual([{}]);
    publish({ signIn: { step: 'none' } });
    expect(field('Server address')).toBeVisible();
  });
});

describe('a failure', () => {
  test.each([
    ['denied', 'Try again'],
    ['no-workspace', 'Try again'],
    ['expired', 'Get a new code'],
  ] as const)('%s: one click tries again with “%s”', async (reason, name) => {
    const { bridge, user } = await signedOut(failed({ reason }));
    expect(screen.getByRole('alert')).toHaveTextContent('It did not work');
    expect(button(name)).toHaveFocus();
    await user.click(button(name));
    expect(bridge.payloads('sign-in.device')).toEqual([{ address: 'https://pm.halden.example' }]);
    expect(screen.queryByRole('textbox', { name: 'Server address' })).not.toBeInTheDocument();
  });

  test.each(['unreachable', 'not-the-service', 'untrusted', 'other'] as const)(
    '%s: the address can be corrected',
    async (reason) => {
      const { bridge, user } = await signedOut(failed({ reason, error: anError({ title: `Because of ${reason}` }) }));
      expect(screen.getByRole('alert')).toHaveTextContent(`Because of ${reason}`);
      expect(field('Server address')).toHaveValue('https://pm.halden.example');
      await user.clear(field('Server address'));
      await user.type(field('Server address'), 'pm.mole.example{Enter}');
      expect(bridge.payloads('sign-in.device')).toEqual([{ address: 'pm.mole.example' }]);
    },
  );

  test('a client id that the server does not allow has its field open', async () => {
    const { bridge, user } = await signedOut(failed({ reason: 'client-not-allowed' }));
    expect(screen.queryByRole('button', { name: 'Advanced' })).not.toBeInTheDocument();
    expect(field('Client ID')).toHaveFocus();
    await user.clear(field('Client ID'));
    await user.type(field('Client ID'), 'our-own-client{Enter}');
    expect(bridge.payloads('sign-in.device')).toEqual([
      { address: 'https://pm.halden.example', clientId: 'our-own-client' },
    ]);
  });

  test('Back leads to the choice of ways', async () => {
    const { bridge, user, publish } = await signedOut(failed({ reason: 'denied' }));
    await user.click(screen.getAllByRole('button', { name: 'Back' })[1] as HTMLElement);
    expect(bridge.payloads('sign-in.cancel')).toEqual([{}]);
    publish({ signIn: { step: 'none' } });
    expect(field('Server address')).toBeVisible();
  });

  test.each(['signed-out', 'signed-in'] as const)(
    'beside an account that is %s: it is tried again where it failed, which may be another server',
    async (status) => {
      const { bridge, user } = await openWindow({
        account: { ...ACCOUNT, status },
        signIn: failed({ reason: 'denied', address: 'https://other.example' }),
      });
      await user.click(button('Try again'));
      expect(bridge.payloads('sign-in.device')).toEqual([{ address: 'https://other.example' }]);
      expect(bridge.payloads('sign-in.reauthenticate')).toEqual([]);
    },
  );

  test('of the local workspace can be tried again', async () => {
    const { bridge, user } = await signedOut(failed({ method: 'local', reason: 'other' }));
    expect(screen.getByRole('heading', { name: 'Try it now' })).toBeVisible();
    await user.click(button('Try again'));
    expect(bridge.payloads('sign-in.local')).toEqual([{ sample: false }]);
  });
});

describe('with an API key', () => {
  const openForm = async (prepare?: (bridge: FakeBridge) => void) => {
    const window = await signedOut({ step: 'none' }, prepare);
    await window.user.click(button(/^Use an API key/));
    return window;
  };

  test('address and key are required; both are trimmed and sent', async () => {
    const { bridge, user } = await openForm();
    await user.click(button('Continue'));
    expect(screen.getByRole('alert')).toHaveTextContent('Type the address of your server.');
    await user.type(field('Server address'), ' pm.halden.example ');
    await user.click(button('Continue'));
    expect(screen.getByRole('alert')).toHaveTextContent('Paste the key.');
    expect(key()).toBeInvalid();
    await user.type(key(), ' secret {Enter}');
    expect(key()).toBeValid();
    expect(bridge.payloads('sign-in.api-key')).toEqual([{ address: 'pm.halden.example', key: 'secret' }]);
  });

  test('the key is hidden until it is shown', async () => {
    const { user } = await openForm();
    expect(key()).toHaveAttribute('type', 'password');
    await user.click(button('Show the key'));
    expect(key()).toHaveAttribute('type', 'text');
    expect(button('Show the key')).toHaveAttribute('aria-pressed', 'true');
  });

  test('a text longer than any key is rejected in its field', async () => {
    const { bridge, user } = await openForm();
    await user.type(field('Server address'), 'pm.halden.example');
    await user.click(key());
    await user.paste('k'.repeat(LENGTHS.apiKey + 100));
    await user.click(button('Continue'));
    expect(screen.getByRole('alert')).toHaveTextContent('This is longer than any key.');
    expect(bridge.payloads('sign-in.api-key')).toEqual([]);
  });

  test('a rejected key is corrected below the error, with the address still there', async () => {
    const { bridge, user, publish } = await openForm();
    await user.type(field('Server address'), 'pm.halden.example');
    await user.type(key(), 'wrong{Enter}');
    const error = anError({ title: 'pm.halden.example does not accept this key' });
    publish({ signIn: failed({ method: 'api-key', reason: 'key-not-accepted', error }) });
    expect(screen.getByRole('alert')).toHaveTextContent('does not accept this key');
    expect(field('Server address')).toHaveValue('pm.halden.example');
    expect(key()).toHaveFocus();
    await user.clear(key());
    await user.type(key(), 'right{Enter}');
    expect(bridge.payloads('sign-in.api-key').at(-1)).toEqual({ address: 'pm.halden.example', key: 'right' });
  });

  test('it goes unencrypted to another computer only after a question, which is about that address', async () => {
    const { bridge, user, publish } = await openForm();
    await user.type(field('Server address'), 'http://tasks.invalid');
    await user.type(key(), 'secret{Enter}');
    const error = anError({ kind: 'needs-confirmation', title: 'Send your key to tasks.invalid unencrypted?' });
    publish({
      signIn: failed({ method: 'api-key', reason: 'not-encrypted', address: 'http://tasks.invalid', error }),
    });
    expect(screen.getByRole('heading', { name: 'Send your key to tasks.invalid unencrypted?' })).toBeVisible();
    await user.type(field('Server address'), '.elsewhere');
    await user.click(button('Send the key unencrypted'));
    expect(bridge.payloads('sign-in.api-key').at(-1)).toEqual({
      address: 'http://tasks.invalid',
      key: 'secret',
      allowUnencrypted: true,
    });
  });
});

describe('on this computer', () => {
  test('a workspace is made with sample tasks, or without', async () => {
    const { bridge, user, publish } = await signedOut();
    await user.click(button(/^Try it now/));
    expect(screen.getByRole('switch', { name: 'Fill it with sample tasks' })).toBeChecked();
    expect(button('Start')).toHaveFocus();
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('switch', { name: 'Fill it with sample tasks' }));
    await user.click(button('Start'));
    expect(bridge.payloads('sign-in.local')).toEqual([{ sample: true }, { sample: false }]);
    publish({ signIn: { step: 'contacting', method: 'local', server: '' } });
    expect(await screen.findByText('Setting up your workspace')).toBeInTheDocument();
  });

  test('Back leads to the choice of ways', async () => {
    const { user } = await signedOut();
    await user.click(button(/^Try it now/));
    await user.click(screen.getAllByRole('button', { name: 'Back' })[0] as HTMLElement);
    expect(button(/^Try it now/)).toBeVisible();
  });
});
