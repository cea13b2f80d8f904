/** Allowed addresses of webhook deliveries. */
import { expect, test } from 'vitest';
import { isAllowedAddress, isLoopback } from '../../../electron/local/webhook-address.ts';

test.each(['127.0.0.1', '127.255.0.9', '::1', '::ffff:127.0.0.1'])('%s is this computer', (address) => {
  expect(isLoopback(address)).toBe(true);
  expect(isAllowedAddress(address, 'loopback')).toBe(true);
});

test.each([
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  'fe80::1',
  'fd12::1',
  'ff02::1',
  '64:ff9b::a00:1',
  '::ffff:10.0.0.1',
])('%s is never allowed', (address) => {
  expect(isLoopback(address)).toBe(false);
  expect(isAllowedAddress(address, 'anywhere')).toBe(false);
});

test.each(['93.184.215.14', '172.32.0.1', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])(
  '%s is allowed only where deliveries may go anywhere',
  (address) => {
    expect([isAllowedAddress(address, 'loopback'), isAllowedAddress(address, 'anywhere')]).toEqual([false, true]);
  },
);
