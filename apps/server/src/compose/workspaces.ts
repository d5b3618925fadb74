import { countryOfRequest } from '../adapters/geo/geo.ts'
import type { createAccountsModule } from '../modules/accounts/index.ts'
import { agentQueries } from '../modules/agents/index.ts'
import type { createAuditModule } from '../modules/audit/index.ts'
import type { createBillingModule } from '../modules/billing/index.ts'
import type { createFilesModule } from '../modules/files/index.ts'
import { createWorkspacesModule } from '../modules/workspaces/index.ts'
import type { Base, Module } from './base.ts'

interface Needs {
  readonly accounts: Module<typeof createAccountsModule>
  readonly audit: Module<typeof createAuditModule>
  readonly billing: Module<typeof createBillingModule>
  readonly files: Module<typeof createFilesModule>
}

export function composeWorkspaces(
  { settings, log, geo, appOrigin, infrastructure }: Base,
  { accounts, audit, billing, files }: Needs,
) {
  const { contexts, mail, recheckStreams, vault } = infrastructure
  return createWorkspacesModule({
    settings,
    appOrigin,
    accounts: accounts.service,
    agentTitles: agentQueries.titles,
    audit: audit.service,
    billing: billing.service,
    checkAddress: infrastructure.checkAddress,
    contexts,
    countryOf: (ctx) => countryOfRequest(ctx, geo),
    creditsBeforeVerification: mail.isSandboxed,
    log,
    logos: files.service,
    mailers: mail.mailers,
    mailIsSandboxed: mail.isSandboxed,
    onAccessEnded: recheckStreams,
    onAccessEnds: infrastructure.streamRevalidation.recheckAt,
    vault,
  })
}
