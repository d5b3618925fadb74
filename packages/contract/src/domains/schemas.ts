// Domains of an agency: the product's subdomain and its own domain, with the records that prove them.
import { z } from 'zod'
import { EMAIL_DOMAIN_STATUSES } from '../agencies/schemas.ts'

export const DOMAIN_TYPES = ['vgSubdomain', 'customDomain'] as const
export const DomainType = z.enum(DOMAIN_TYPES)
export type DomainType = z.infer<typeof DomainType>

export const DnsRecord = z.object({
  /** `pending` until it is found. */
  status: z.enum(['pending', 'verified']),
  type: z.enum(['A', 'CNAME', 'TXT', 'MX']),
  /** Relative to the registrable domain; `@` for itself. */
  name: z.string(),
  value: z.string(),
  priority: z.string(),
  ttl: z.string(),
})
export type DnsRecord = z.infer<typeof DnsRecord>

/** The record with which a tenant proves a domain. */
export const DomainVerification = z.object({
  type: z.literal('TXT'),
  domain: z.string(),
  name: z.string(),
  value: z.string(),
})

/** Stored for a custom domain. */
export const CustomDomainConfig = z.object({
  /** The registrable domain. */
  domain: z.string(),
  /** The part before it; `@` for none. */
  subdomain: z.string(),
  verification: z.array(DomainVerification),
})
export type CustomDomainConfig = z.infer<typeof CustomDomainConfig>

export const DomainState = z.object({
  /** Empty while there is none. */
  domain: z.string(),
  isVerified: z.boolean(),
  /** Still to be proven. */
  verification: z.array(DomainVerification),
  records: z.array(DnsRecord),
})
export type DomainState = z.infer<typeof DomainState>

/** Any text that may be a domain; the server explains problems. */
export const DomainInput = z.string().max(500)
/** The simple pattern of the specification. */
export const isMailAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

/** A record of a mail domain, as the mail service names it. */
export const EmailDomainRecord = z.object({
  /** Its purpose: SPF or DKIM. */
  record: z.string(),
  type: z.string(),
  /** Relative to the domain. */
  name: z.string(),
  value: z.string(),
  ttl: z.string(),
  priority: z.number().optional(),
  status: z.string(),
})
export type EmailDomainRecord = z.infer<typeof EmailDomainRecord>

export const EmailDomain = z.object({
  id: z.string(),
  domain: z.string(),
  status: z.enum(EMAIL_DOMAIN_STATUSES),
  records: z.array(EmailDomainRecord),
})
export type EmailDomain = z.infer<typeof EmailDomain>
