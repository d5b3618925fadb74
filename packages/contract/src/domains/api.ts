// Paths and names are the specification's.
import { z } from 'zod'
import { global, regional, success } from '../lib/operation.ts'
import { rule } from '../lib/rules.ts'
import { DomainInput, DomainState, DomainType, EmailDomain, isMailAddress } from './schemas.ts'

const tag = 'Domains'
const path = '/vercel-api/custom-domain'
const uid = z.string().max(100)
const admins = { by: ['session', 'agency'], workspace: 'userId', role: 'admin' } as const
const userId = uid.optional()
const named = z.strictObject({ domain: DomainInput, domainType: DomainType, userId })

/** Other fields that the specification's callers send are ignored. */
const instructions = {
  to: z.string().trim().max(254).refine(isMailAddress, rule('email_invalid_recipient')),
  subject: z.string().max(200).optional(),
  htmlContent: z.string().max(20_000).optional(),
  fromDisplayName: z.string().max(100).optional(),
}
const emailSent = z.object({ success: z.literal(true), message: z.string() })

const emailPath = '/resend/domains'
const emailDomainOf = z.strictObject({ domainId: z.string().max(100), userId })

export const domainsApi = {
  claim: regional({
    method: 'POST',
    path,
    tag,
    access: { ...admins, limit: 'probe' },
    errors: ['PLAN_LIMIT', 'CONFLICT', 'UNAVAILABLE'],
    summary: 'Claim a subdomain or a custom domain',
  })
    .input(
      z.strictObject({
        customDomain: DomainInput,
        userId: uid,
        agencyId: uid.optional(),
        isVGSubdomain: z.boolean().optional(),
        isCustomDomain: z.boolean().optional(),
      }),
    )
    .output(z.object({ success: z.boolean(), data: DomainState })),
  status: regional({
    method: 'GET',
    path,
    tag,
    access: { ...admins, limit: 'domainCheck' },
    errors: ['NOT_FOUND', 'CONFLICT', 'UNAVAILABLE'],
    summary: 'Check the DNS records of a claimed domain, and verify it once they’re there',
  })
    .input(named)
    .output(DomainState),
  remove: regional({
    method: 'DELETE',
    path,
    tag,
    access: admins,
    query: true,
    errors: ['NOT_FOUND'],
    summary: 'Remove a domain',
  })
    .input(named)
    .output(z.object({ success: z.literal(true), message: z.string() })),
  proxy: regional({
    method: 'GET',
    path: '/proxy',
    tag,
    access: { ...admins, limit: 'domainCheck' },
    errors: ['NOT_FOUND', 'UNAVAILABLE'],
    summary: 'Check whether a verified custom domain responds',
  })
    .input(z.strictObject({ domain: DomainInput, userId }))
    .output(z.object({ success: z.literal(true) })),
  available: regional({
    method: 'GET',
    path: '/v2/domain-names/available',
    tag,
    access: { ...admins, limit: 'probe' },
    errors: ['CONFLICT'],
    summary: 'Check whether a name can be claimed; returns the reason if not',
  })
    .input(named)
    .output(success),
  sendDnsInstructions: regional({
    method: 'POST',
    path: '/mail/send-dns-instructions',
    tag,
    access: { ...admins, limit: 'dnsMail' },
    errors: ['NOT_FOUND', 'UNAVAILABLE'],
    summary: 'Email a claimed domain’s DNS records to the person who manages it',
    description: 'We write the email: `subject`, `htmlContent` and `fromDisplayName` are accepted but not used.',
  })
    .input(z.strictObject({ ...instructions, userId: uid, domain: DomainInput }))
    .output(emailSent),
  sendOwnDnsInstructions: global({
    method: 'POST',
    path: '/mail/send-dns-instructions',
    tag,
    access: { by: ['session'], limit: 'dnsMail', mails: true, audit: 'never' },
    errors: ['NOT_FOUND', 'UNAVAILABLE'],
    summary: 'Email a claimed domain’s DNS records, in any region',
    description:
      'Uses the given domain, the one in `subject` or `htmlContent`, or the only one claimed in workspaces you administer. We write the email.',
  })
    .input(z.strictObject({ ...instructions, userId: uid.optional(), domain: DomainInput.optional() }))
    .output(emailSent),
  addEmailDomain: regional({
    method: 'POST',
    path: `${emailPath}/{domain}`,
    tag,
    access: { ...admins, limit: 'probe' },
    errors: ['PLAN_LIMIT', 'CONFLICT', 'UNAVAILABLE'],
    summary: 'Add the domain that emails to clients come from; subdomains are reduced to it',
  })
    .input(z.strictObject({ domain: DomainInput, userId: uid, agencyId: uid.optional() }))
    .output(z.object({ success: z.literal(true), data: EmailDomain })),
  verifyEmailDomain: regional({
    method: 'POST',
    path: `${emailPath}/{domainId}/verify`,
    tag,
    access: { ...admins, limit: 'probe' },
    query: true,
    errors: ['PLAN_LIMIT', 'NOT_FOUND', 'UNAVAILABLE'],
    summary: 'Check the DNS records of the email domain',
  })
    .input(emailDomainOf)
    .output(success),
  emailDomain: regional({
    method: 'GET',
    path: `${emailPath}/{domainId}`,
    tag,
    access: { ...admins, limit: 'domainCheck' },
    errors: ['NOT_FOUND', 'UNAVAILABLE'],
    summary: 'Get status and DNS records of the email domain',
  })
    .input(emailDomainOf)
    .output(z.object({ success: z.literal(true), data: EmailDomain })),
  removeEmailDomain: regional({
    method: 'DELETE',
    path: `${emailPath}/{domainId}`,
    tag,
    access: admins,
    query: true,
    errors: ['NOT_FOUND', 'UNAVAILABLE'],
    summary: 'Remove the email domain; emails come from us again',
  })
    .input(emailDomainOf)
    .output(success),
}
