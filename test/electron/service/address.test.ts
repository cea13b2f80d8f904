/** Parsing of typed server addresses (docs/service.md#address). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isUnencrypted, parseAddress } from '../../../electron/service/address.ts';
import { ServiceError } from '../../../electron/service/errors.ts';

describe('an address', () => {
  test.each([
    // typed text, API root, host
    ['pm.example.org', 'https://pm.example.org/api', 'pm.example.org'],
    ['  pm.example.org\n', 'https://pm.example.org/api', 'pm.example.org'],
    ['pm.example.org/', 'https://pm.example.org/api', 'pm.example.org'],
    ['pm.example.org///', 'https://pm.example.org/api', 'pm.example.org'],
    ['https://pm.example.org', 'https://pm.example.org/api', 'pm.example.org'],
    ['https://pm.example.org/api', 'https://pm.example.org/api', 'pm.example.org'],
    ['https://pm.example.org/api/', 'https://pm.example.org/api', 'pm.example.org'],
    ['https://pm.example.org//api//', 'https://pm.example.org/api', 'pm.example.org'],
    ['pm.example.org/api', 'https://pm.example.org/api', 'pm.example.org'],
    ['HTTPS://PM.Example.ORG/API', 'https://pm.example.org/api', 'pm.example.org'],
    ['http://pm.example.org', 'http://pm.example.org/api', 'pm.example.org'],
    ['https://example.org/tools/pm', 'https://example.org/tools/pm/api', 'example.org'],
    ['example.org/tools/pm/api/', 'https://example.org/tools/pm/api', 'example.org'],
    ['https://example.org/apiary', 'https://example.org/apiary/api', 'example.org'],
    ['pm.example.org:8443', 'https://pm.example.org:8443/api', 'pm.example.org:8443'],
    ['https://pm.example.org:443/', 'https://pm.example.org/api', 'pm.example.org'],
    ['http://pm.example.org:80/', 'http://pm.example.org/api', 'pm.example.org'],
    ['192.168.1.20:1337', 'https://192.168.1.20:1337/api', '192.168.1.20:1337'],
    ['localhost', 'http://localhost/api', 'localhost'],
    ['localhost:1337', 'http://localhost:1337/api', 'localhost:1337'],
    ['LOCALHOST:1337/api', 'http://localhost:1337/api', 'localhost:1337'],
    ['localhost.example.org', 'https://localhost.example.org/api', 'localhost.example.org'],
    ['127.0.0.1:1337', 'http://127.0.0.1:1337/api', '127.0.0.1:1337'],
    ['[::1]:1337', 'http://[::1]:1337/api', '[::1]:1337'],
    ['[2001:db8::7]', 'https://[2001:db8::7]/api', '[2001:db8::7]'],
    ['https://localhost', 'https://localhost/api', 'localhost'],
    ['münchen.example', 'https://xn--mnchen-3ya.example/api', 'xn--mnchen-3ya.example'],
    // Copied from the browser: pages of the web app, queries and fragments.
    ['https://pm.example.org/device?user_code=ABCD2345', 'https://pm.example.org/api', 'pm.example.org'],
    ['https://pm.example.org/dashboard/workspace/w/project/p/task/t', 'https://pm.example.org/api', 'pm.example.org'],
    ['https://example.org/pm/dashboard', 'https://example.org/pm/api', 'example.org'],
    ['https://pm.example.org/?next=/api#top', 'https://pm.example.org/api', 'pm.example.org'],
    // A credential in an address is dropped.
    ['https://ada:secret@pm.example.org', 'https://pm.example.org/api', 'pm.example.org'],
  ])('%j is %s', (typed, baseUrl, host) => {
    expect(parseAddress(typed)).toEqual({ baseUrl, host });
  });

  test.each([
    '',
    '   ',
    'https://',
    'https:///',
    'not an address',
    'pm.example.org:99999',
    'pm example.org/api',
    ':3000',
    '::1',
    '[::1',
    'ftp://pm.example.org',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'javascript://pm.example.org/%0Aalert(1)',
    'data:text/html,hello',
    'ws://pm.example.org',
    '///',
    '?',
    '%',
    'https://%zz',
    'https://exa mple.org',
  ])('%j is rejected with a message', (typed) => {
    expect(() => parseAddress(typed)).toThrow(expect.objectContaining({ kind: 'not-the-service' }));
    expect(() => parseAddress(typed)).toThrow(/address/i);
  });

  const typed = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.webUrl({ withQueryParameters: true, withFragments: true, validSchemes: ['http', 'https', 'ftp'] }),
    fc
      .tuple(
        fc.constantFrom('', 'http://', 'https://', 'HTTPS://', 'javascript:'),
        fc.oneof(
          fc.domain(),
          fc.ipV4(),
          fc.ipV6().map((ip) => `[${ip}]`),
          fc.constant('localhost'),
        ),
        fc.constantFrom('', ':1', ':443', ':1337'),
        fc
          .array(fc.constantFrom('/', 'api', 'API', 'x', 'dashboard', 'device', '..', '%2F'))
          .map((parts) => parts.join('/')),
      )
      .map(([scheme, host, port, path]) => `${scheme}${host}${port}/${path}`),
  );

  function parsed(text: string) {
    try {
      return parseAddress(text);
    } catch (error) {
      if (error instanceof ServiceError) return null;
      throw error;
    }
  }

  test('becomes an API root without trailing slash, query and credential, or a ServiceError', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const address = parsed(text);
        if (address === null) return;
        const url = new URL(address.baseUrl);
        expect(address.baseUrl).toMatch(/^https?:\/\/[^/]+(\/[^/]+)*\/api$/);
        expect(url.href).toBe(address.baseUrl);
        expect([url.search, url.hash, url.username, url.password]).toEqual(['', '', '', '']);
        expect(url.host).toBe(address.host);
      }),
    );
  });

  test('does not change when the API root is parsed again', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const address = parsed(text);
        if (address !== null) expect(parseAddress(address.baseUrl)).toEqual(address);
      }),
    );
  });
});

describe('a credential', () => {
  test.each([
    ['https://pm.example.org/api', false],
    ['http://pm.example.org/api', true],
    ['http://192.168.1.20:1337/api', true],
    ['http://127.0.0.1.example.org/api', true],
    ['http://localhost.example.org/api', true],
    ['http://localhost:1337/api', false],
    ['http://127.0.0.1/api', false],
    ['http://127.8.9.10/api', false],
    ['http://[::1]:1337/api', false],
  ])('sent to %s can be intercepted: %s', (baseUrl, isReadable) => {
    expect(isUnencrypted(baseUrl)).toBe(isReadable);
  });
});
