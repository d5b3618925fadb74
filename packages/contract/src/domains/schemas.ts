import { z } from 'zod'
import { EMAIL_DOMAIN_STATUSES } from '../agencies/schemas.ts'

export const DOMAIN_TYPES = ['vgSubdomain', 'customDomain'] as const
export const DomainType = z.enum(DOMAIN_TYPES)
export type DomainType = z.infer<typeof DomainType>

export const DnsRecord = z.object({
  status: z.enum(['pending', 'verified']),
  type: z.enum(['A', 'CNAME', 'TXT', 'MX']),
  /** Relative to the registrable domain; `@` for itself. */
  name: z.string(),
  value: z.string(),
  priority: z.string(),
  ttl: z.string(),
})
export type DnsRecord = z.infer<typeof DnsRecord>

export const DomainVerification = z.object({
  type: z.literal('TXT'),
  domain: z.string(),
  name: z.string(),
  value: z.string(),
})

export const CustomDomainConfig = z.object({
  domain: z.string(),
  /** `@` for none. */
  subdomain: z.string(),
  verification: z.array(DomainVerification),
})
export type CustomDomainConfig = z.infer<typeof CustomDomainConfig>

export const DomainState = z.object({
  domain: z.string(),
  isVerified: z.boolean(),
  verification: z.array(DomainVerification),
  records: z.array(DnsRecord),
})
export type DomainState = z.infer<typeof DomainState>

/** Any text: the server explains problems. */
export const DomainInput = z.string().max(500)
export const isMailAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

export const EmailDomainRecord = z.object({
  record: z.string(),
  type: z.string(),
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
