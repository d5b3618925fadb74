// What a Host header names: a normalised name, which may be a name of the domain system or an address.
import { domainToASCII } from 'node:url'

/** Of a name in the domain system. */
const MAX_NAME = 253
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/

/** Lower-case, in ASCII, without port and final dot; undefined for what cannot be a host. */
export function hostName(header: string | null | undefined): string | undefined {
  if (!header || header.length > MAX_NAME + 10) return undefined
  const bracketed = /^(\[[0-9a-fA-F:.]{2,45}\])(?::\d{1,5})?$/.exec(header)?.[1]
  if (bracketed !== undefined) return bracketed.toLowerCase()
  const named = /^([^\s:/?#@\\[\]]+?)\.?(?::\d{1,5})?$/.exec(header)?.[1]
  return named === undefined ? undefined : asciiName(named)
}

/** A name in the domain system as it is stored: lower-case, punycode, no final dot. Undefined for malformed ones. */
export function asciiName(name: string): string | undefined {
  const ascii = domainToASCII(name.toLowerCase())
  if (ascii === '' || ascii.length > MAX_NAME || !ascii.split('.').every((label) => LABEL.test(label))) return undefined
  return ascii
}

/** An address or a name of this machine: never a tenant's. */
export const isOwnMachine = (host: string): boolean =>
  host === 'localhost' || host.startsWith('[') || /^\d{1,3}(\.\d{1,3}){3}$/.test(host)
