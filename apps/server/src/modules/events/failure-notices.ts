// Mails the people of a workspace that events could not be delivered, and says why in words for people.
import { DEFAULT_LANGUAGE } from '@parlance/contract/accounts/languages'
import { DEFAULT_ENDPOINT } from '@parlance/contract/events/schemas'
import type { Mailers } from '../../lib/mail.ts'
import { ownOrigin } from '../../lib/origin.ts'
import type { OutboundReason } from '../../lib/outbound/reasons.ts'
import { eventFailuresMail } from '../../mails/mails.ts'
import type { Accounts } from '../accounts/index.ts'
import { workspaceEmails } from '../workspaces/index.ts'
import type { MailFailures } from './ports.ts'

/** Mails translate these sentences (mails/texts). */
export const REASONS: Record<OutboundReason, string> = {
  'not-public': 'The address is not reachable on the public internet.',
  redirects: 'Redirects are not followed.',
  'too-large': 'The answer was too large.',
  timeout: 'The endpoint did not take the connection in time.',
  certificate: 'The certificate of the endpoint is not valid.',
  busy: 'Too many calls were under way.',
  unreachable: 'The endpoint could not be reached, or ended the connection.',
}

export interface FailureNoticesDeps {
  readonly accounts: Pick<Accounts, 'languagesOf'>
  readonly mailers: Mailers
  readonly mailIsSandboxed: boolean
  /** `publicUrl` is known once the server listens. */
  readonly settings: { readonly publicUrl: string }
}

export const createFailureNotices =
  ({ accounts, mailers, mailIsSandboxed, settings }: FailureNoticesDeps): MailFailures =>
  async (ctx, { workspaceId, endpointId, ...failures }) => {
    const only = endpointId === DEFAULT_ENDPOINT ? '' : `&endpoint=${endpointId}`
    const link = `${ownOrigin(settings)}/app/${ctx.region}/events?state=undelivered${only}`
    const recipients = await workspaceEmails(ctx, workspaceId, mailIsSandboxed)
    const languages = await accounts.languagesOf(recipients)
    for (const to of recipients) {
      const content = await eventFailuresMail({ ...failures, language: languages.get(to) ?? DEFAULT_LANGUAGE, link })
      await mailers.of(ctx.region).later({ ...content, to }, ctx.db)
    }
  }
