import type { createAccountsModule } from '../modules/accounts/index.ts'
import { conversationQueries } from '../modules/conversations/index.ts'
import { contactOf, notificationMailer, notifiedMembers, pushOutbound } from './notification-ports.ts'
import { type createMessageSubscribers, createNotificationsModule } from '../modules/notifications/index.ts'
import type { createOrgsModule } from '../modules/orgs/index.ts'
import type { createWorkspacesModule } from '../modules/workspaces/index.ts'
import type { Base, Module } from './base.ts'
import type { Agents } from './agents.ts'

interface Needs {
  readonly accounts: Module<typeof createAccountsModule>
  readonly orgs: Module<typeof createOrgsModule>
  readonly workspaces: Module<typeof createWorkspacesModule>
  readonly agents: Agents['agents']
  readonly subscribers: ReturnType<typeof createMessageSubscribers>
}

export function composeNotifications(
  { settings, log, infrastructure }: Base,
  { accounts, orgs, workspaces, agents, subscribers }: Needs,
) {
  const { bus, enqueue, mail, origins, vault } = infrastructure
  const { outboundAllow: allow } = settings
  return createNotificationsModule({
    bus,
    subscribers,
    vault,
    enqueue,
    conversations: { tell: conversationQueries.noticeOf },
    clients: orgs.notified,
    members: notifiedMembers(workspaces.people, accounts.service.languagesOf, mail.isSandboxed),
    agentTitle: async (ctx, agentId) => (await agents.service.titles(ctx, [agentId])).get(agentId),
    sendMail: notificationMailer(mail.mailers, log),
    outbound: pushOutbound({ check: infrastructure.checkAddress, allow, log }),
    contextOf: (workspaceId, ctx) => ({ ...ctx, workspaceId }),
    contact: contactOf(settings.mail.from),
    originFor: async (agencyId) => (agencyId === undefined ? origins.own() : origins.ofAgency(agencyId)),
  })
}
