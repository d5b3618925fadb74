// Normalises Host headers: a DNS name or an IP address.
import { domainToASCII } from 'node:url'

const MAX_NAME = 253
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/

/** Lower-case ASCII, without port and trailing dot; undefined for invalid hosts. */
export function hostName(header: string | null | undefined): string | undefined {
  if (!header || header.length > MAX_NAME + 10) return undefined
  const bracketed = /^(\[[0-9a-fA-F:.]{2,45}\])(?::\d{1,5})?$/.exec(header)?.[1]
  if (bracketed !== undefined) return bracketed.toLowerCase()
  const named = /^([^\s:/?#@\\[\]]+?)\.?(?::\d{1,5})?$/.exec(header)?.[1]
  return named === undefined ? undefined : asciiName(named)
}

/** A DNS name as it is stored: lower-case, punycode, no trailing dot. Undefined for malformed ones. */
export function asciiName(name: string): string | undefined {
  const ascii = domainToASCII(name.toLowerCase())
  if (ascii === '' || ascii.length > MAX_NAME || !ascii.split('.').every((label) => LABEL.test(label))) return undefined
  return ascii
}

/** An address or name of this machine, which is never a tenant's. */
export const isOwnMachine = (host: string): boolean =>
  host === 'localhost' || host.startsWith('[') || /^\d{1,3}(\.\d{1,3}){3}$/.test(host)
