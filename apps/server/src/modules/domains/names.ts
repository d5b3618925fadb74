import { domainToUnicode } from 'node:url'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import { parse } from 'tldts'
import { asciiName, isOwnMachine } from '../../lib/origin/host.ts'

export interface ClaimedName {
  readonly host: string
  /** The registrable domain by the public suffix list. */
  readonly domain: string
  /** `@` for the registrable domain itself. */
  readonly subdomain: string
}

/** Names under the product's own domain that look official. */
const RESERVED = new Set(
  'www api app admin mail smtp imap ftp ns1 ns2 login account billing support status docs help cdn static assets dashboard root localhost webhooks'.split(
    ' ',
  ),
)
const invalid = () => new AppError('INVALID_INPUT', msg('domain_name_invalid'))

const cleaned = (typed: string): string =>
  typed
    .toLowerCase()
    .replaceAll(/\s/g, '')
    .replace(/^https?:\/\//, '')
    .replace(/[/?#].*$/, '')
    .replace(/:\d+$/, '')
    .replace(/\.$/, '')

const isLookalike = (host: string): boolean =>
  domainToUnicode(host)
    .split('.')
    .some(
      (label) =>
        /\p{Script=Latin}/u.test(label) &&
        /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u.test(label),
    )

/**
 * `own`: hosts of the installation, which can't be claimed. `hasAddress`: whether there is an address for the A record of
 * a registrable domain. Throws INVALID_INPUT with the reason.
 */
export function customName(typed: string, own: readonly string[], hasAddress: boolean): ClaimedName {
  const name = named(typed, own, true)
  if (name.subdomain === '@' && !hasAddress)
    throw new AppError('INVALID_INPUT', msg('domain_needs_subdomain', { host: name.host }))
  return name
}

/** The registrable domain of the typed text, for sending mail. Throws INVALID_INPUT with the reason. */
export function mailName(typed: string, own: readonly string[]): string {
  const { domain } = named(typed, own, false)
  if (own.some((name) => name === domain || name.endsWith(`.${domain}`)))
    throw new AppError('INVALID_INPUT', msg('domain_ours'))
  return domain
}

function named(typed: string, own: readonly string[], needsSubdomain: boolean): ClaimedName {
  const text = cleaned(typed)
  if (text === '') throw new AppError('INVALID_INPUT', msg('domain_required'))
  const host = asciiName(text)
  if (host === undefined || isOwnMachine(host) || host.startsWith('_') || host.includes('._')) throw invalid()
  if (needsSubdomain && host.split('.').length === 2)
    throw new AppError('INVALID_INPUT', msg('domain_needs_subdomain', { host }))
  if (isLookalike(host)) throw new AppError('INVALID_INPUT', msg('domain_lookalike'))
  if (own.some((name) => host === name || host.endsWith(`.${name}`)))
    throw new AppError('INVALID_INPUT', msg('domain_ours'))
  const { domain, subdomain, isIp, publicSuffix, isIcann, isPrivate } = parse(host, { allowPrivateDomains: true })
  if (isIp || domain === null || publicSuffix === host || (!isIcann && !isPrivate && !isTestName(host))) throw invalid()
  return { host, domain, subdomain: subdomain || '@' }
}

/** Names reserved for testing, which don't exist on the internet. */
const isTestName = (host: string): boolean => /\.(test|example|invalid|localhost|internal|lan)$/.test(host)

/** The typed name as a subdomain of `root`. Throws INVALID_INPUT, CONFLICT for a reserved one. */
export function productName(typed: string, root: string): string {
  const text = cleaned(typed)
  const label = text.endsWith(`.${root}`) ? text.slice(0, -root.length - 1) : text
  if (RESERVED.has(label)) throw new AppError('CONFLICT', msg('subdomain_taken'))
  const isPlain = /^[a-z0-9-]+$/.test(label) && !label.startsWith('xn--')
  const host = isPlain ? asciiName(`${label}.${root}`) : undefined
  if (host === undefined) throw new AppError('INVALID_INPUT', msg('subdomain_invalid'))
  return host
}
