// Mails members of a workspace a digest of failed deliveries.
import { DEFAULT_LANGUAGE } from '@parlance/contract/accounts/languages'
import { DEFAULT_ENDPOINT } from '@parlance/contract/events/schemas'
import type { Mailers } from '../../lib/mail.ts'
import type { OutboundReason } from '../../lib/outbound/reasons.ts'
import { eventFailuresMail } from '../../mails/mails.ts'
import type { Accounts } from '../accounts/index.ts'
import { workspaceEmails } from '../workspaces/index.ts'
import type { SendFailureDigest } from './ports.ts'
import type { MessageCode } from '@parlance/i18n/messages'

export const OUTBOUND_REASON_CODES: Record<OutboundReason, MessageCode> = {
  'not-public': 'endpoint_not_public',
  redirects: 'redirects_not_followed',
  'too-large': 'answer_too_large',
  timeout: 'endpoint_connect_timeout',
  certificate: 'endpoint_certificate_invalid',
  busy: 'too_many_calls',
  unreachable: 'endpoint_unreachable',
}

export interface FailureDigestDeps {
  readonly accounts: Pick<Accounts, 'languagesOf'>
  readonly mailers: Mailers
  readonly mailIsSandboxed: boolean
  /** Our own origin; known once the server listens. */
  readonly appOrigin: () => string
}

export const createFailureDigest =
  ({ accounts, mailers, mailIsSandboxed, appOrigin }: FailureDigestDeps): SendFailureDigest =>
  async (ctx, { workspaceId, endpointId, ...failures }) => {
    const only = endpointId === DEFAULT_ENDPOINT ? '' : `&endpoint=${endpointId}`
    const link = `${appOrigin()}/app/${ctx.region}/events?state=undelivered${only}&workspace=${workspaceId}`
    const recipients = await workspaceEmails(ctx, workspaceId, mailIsSandboxed)
    const languages = await accounts.languagesOf(recipients)
    for (const to of recipients) {
      const content = await eventFailuresMail({ ...failures, language: languages.get(to) ?? DEFAULT_LANGUAGE, link })
      await mailers.of(ctx.region).later({ ...content, to }, ctx.db)
    }
  }
