import { createGuardedFetch } from '../lib/outbound/guarded-fetch.ts'
import { reasonFor } from '../lib/outbound/reasons.ts'
import type { createAccountsModule } from '../modules/accounts/index.ts'
import { conversationQueries } from '../modules/conversations/index.ts'
import { OUTBOUND_REASON_CODES, createEventsModule, createFailureDigest } from '../modules/events/index.ts'
import { voiceQueries } from '../modules/voice/index.ts'
import { type createWorkspacesModule, workspaceLocks } from '../modules/workspaces/index.ts'
import { msg } from '@parlance/i18n/messages'
import type { Base, Module } from './base.ts'

interface Needs {
  readonly accounts: Module<typeof createAccountsModule>
  readonly workspaces: Module<typeof createWorkspacesModule>
}

export function composeEvents(
  { settings, log, appOrigin, system, infrastructure }: Base,
  { accounts, workspaces }: Needs,
) {
  const { bus, mail, vault } = infrastructure
  const { outboundAllow: allow } = settings
  return createEventsModule({
    vault,
    bus,
    log,
    regions: settings.regions,
    contextFor: system,
    runAsAdmin: workspaceLocks.runAsAdmin,
    outbound: {
      check: infrastructure.checkAddress,
      // Only the beginning of a response is read, whatever its declared length.
      fetch: createGuardedFetch({
        allow,
        maxBytes: Number.MAX_SAFE_INTEGER,
        onRefused: (reason) => log.info({ reason }, 'sending an event failed'),
      }),
      reason: (error) => msg(OUTBOUND_REASON_CODES[reasonFor(error)]),
    },
    findConversation: conversationQueries.eventPayload,
    findCall: voiceQueries.endedCall,
    async writeLog(ctx, { workspaceId, content: { message: content, ...contentMessage }, ...entry }) {
      const about = { userId: workspaceId, agentId: '', channel: '', withEmail: false }
      await workspaces.people.writeLog(ctx, { ...about, ...entry, content, contentMessage })
    },
    sendFailureDigest: createFailureDigest({
      accounts: accounts.service,
      mailers: mail.mailers,
      mailIsSandboxed: mail.isSandboxed,
      appOrigin,
    }),
  })
}
