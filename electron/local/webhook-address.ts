/** Restricts webhook deliveries to this computer and, if allowed, public addresses; never a private network. */
import { lookup } from 'node:dns/promises';
import { BlockList, isIPv6 } from 'node:net';

export interface Address {
  address: string;
  family: number;
}

/** Resolves a host name or an address to all its addresses. */
export type Resolve = (host: string) => Promise<Address[]>;

export const resolveHost: Resolve = (host) => lookup(host, { all: true, verbatim: true });

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Private networks and addresses of special use (RFC 6890). */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv6');
}

/** An IPv4-mapped IPv6 address counts as the IPv4 address. */
const isIn = (list: BlockList, address: string) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

export const isLoopback = (address: string): boolean => isIn(loopback, address);

/** `anywhere`: this computer and public addresses. */
export function isAllowedAddress(address: string, destinations: 'loopback' | 'anywhere'): boolean {
  return isLoopback(address) || (destinations === 'anywhere' && !isIn(notPublic, address));
}

/**
 * The addresses of a URL's host. Throws if the host has none, or one that is not allowed. Connections use exactly these
 * addresses, so that a name cannot resolve differently between the check and the use (DNS rebinding).
 */
export async function allowedAddresses(
  url: URL,
  destinations: 'loopback' | 'anywhere',
  resolve: Resolve,
): Promise<Address[]> {
  // Without the brackets of an IPv6 address.
  const addresses = await resolve(url.hostname.replaceAll(/^\[|\]$/g, ''));
  const refused = addresses.find(({ address }) => !isAllowedAddress(address, destinations));
  if (addresses.length === 0) throw new Error('The host has no address.');
  if (refused !== undefined) throw new Error(`Deliveries to ${refused.address} are not allowed.`);
  return addresses;
}
