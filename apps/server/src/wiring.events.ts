// Builds events: a guarded client of their own for endpoints, the workspace's log and mail, and what conversations tell.
import { DEFAULT_LANGUAGE } from '@parlance/contract/accounts/languages'
import { DEFAULT_ENDPOINT } from '@parlance/contract/events/schemas'
import { eventFailuresMail } from './mails/mails.ts'
import type { Accounts } from './modules/accounts/service.ts'
import type { LogEntry, TellConversation } from './modules/events/ports.ts'
import { createEvents, type Events } from './modules/events/service.ts'
import { workspaceEmails } from './modules/workspaces/mailing.ts'
import type { Contexts } from './lib/context.ts'
import type { Vault } from './lib/crypto.ts'
import type { Ctx } from './lib/ctx.ts'
import type { Logger } from './lib/log.ts'
import type { Mailers } from './lib/mail.ts'
import { checkAddress, createGuardedFetch } from './lib/outbound/guarded-fetch.ts'
import { type OutboundReason, reasonFor } from './lib/outbound/reasons.ts'
import type { Bus } from './lib/realtime/bus.ts'
import type { Settings } from './lib/settings.ts'
import { ownOrigin } from './wiring.origins.ts'
import { heldWorkspaces } from './wiring.workspaces.ts'

export interface EventsWiring {
  readonly settings: Settings
  readonly base: {
    readonly bus: Bus
    readonly contexts: Pick<Contexts, 'system'>
    readonly mailIsSandboxed: boolean
    readonly mailers: Mailers
    readonly vault: Vault
  }
  readonly accounts: Pick<Accounts, 'languagesOf'>
  readonly writeLog: (
    ctx: Ctx,
    log: Omit<LogEntry, 'workspaceId'> & { userId: string; agentId: string; channel: string; withEmail: boolean },
  ) => Promise<unknown>
  readonly tellConversation: TellConversation
  readonly log: Logger
}

/** Mails know these sentences and say them in their own language. */
export const REASONS: Record<OutboundReason, string> = {
  'not-public': 'The address is not reachable on the public internet.',
  redirects: 'Redirects are not followed.',
  'too-large': 'The answer was too large.',
  timeout: 'The endpoint did not take the connection in time.',
  certificate: 'The certificate of the endpoint is not valid.',
  busy: 'Too many calls were under way.',
  unreachable: 'The endpoint could not be reached, or ended the connection.',
}

export function wireEvents({ settings, base, accounts, writeLog, tellConversation, log }: EventsWiring): Events {
  const { bus, contexts, mailers, mailIsSandboxed, vault } = base
  const allow = settings.outboundAllow
  return createEvents({
    vault,
    bus,
    log,
    regions: settings.regions,
    contextFor: (region) => contexts.system(region),
    asAdmin: heldWorkspaces.asAdmin,
    outbound: {
      check: (address) => checkAddress(address, { allow }),
      // Its users read the beginning of an answer and hang up, however long it is said to be.
      fetch: createGuardedFetch({
        allow,
        maxBytes: Number.MAX_SAFE_INTEGER,
        onRefused: (reason) => log.info({ reason }, 'an event could not be sent'),
      }),
      reason: (error) => REASONS[reasonFor(error)],
    },
    tellConversation,
    async writeLog(ctx, { workspaceId, ...entry }) {
      await writeLog(ctx, { userId: workspaceId, agentId: '', channel: '', withEmail: false, ...entry })
    },
    async mail(ctx, { workspaceId, endpointId, ...failures }) {
      const only = endpointId === DEFAULT_ENDPOINT ? '' : `&endpoint=${endpointId}`
      const link = `${ownOrigin(settings)}/app/${ctx.region}/events?state=undelivered${only}`
      const recipients = await workspaceEmails(ctx, workspaceId, mailIsSandboxed)
      const languages = await accounts.languagesOf(recipients)
      for (const to of recipients) {
        const content = await eventFailuresMail({ ...failures, language: languages.get(to) ?? DEFAULT_LANGUAGE, link })
        await mailers.of(ctx.region).later({ ...content, to }, ctx.db)
      }
    },
  })
}
