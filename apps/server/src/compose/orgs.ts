// Composes agencies and their organisations.
import { createPortraits } from '../adapters/pictures/pictures.ts'
import { createAgenciesModule } from '../modules/agencies/index.ts'
import { agentQueries } from '../modules/agents/index.ts'
import type { createAuditModule } from '../modules/audit/index.ts'
import { createClientMails, createFeedbackMails } from './client-mails.ts'
import { createOrgsModule } from '../modules/orgs/index.ts'
import { type createWorkspacesModule, workspaceLocks } from '../modules/workspaces/index.ts'
import type { Base, Module } from './base.ts'

interface Needs {
  readonly audit: Module<typeof createAuditModule>
  readonly workspaces: Module<typeof createWorkspacesModule>
}

export function composeOrgs(
  { settings, infrastructure: { bus, contexts, enqueue, mail, vault } }: Base,
  { audit, workspaces }: Needs,
) {
  const cropPhoto = createPortraits()
  const agencies = createAgenciesModule({
    cropPhoto,
    mailFeedback: createFeedbackMails(mail.mailers, (ctx, orgId) => orgs.service.nameOf(ctx, orgId)),
    vault,
    roleOf: workspaces.service.roleOf,
    runAsAdmin: workspaceLocks.runAsAdmin,
  })
  const { regions } = settings
  const orgs = createOrgsModule({
    cropPhoto,
    bus,
    regions,
    contextFor: contexts.system,
    audit: audit.service,
    agencies: agencies.service,
    agents: agentQueries,
    runAsAdmin: workspaceLocks.runAsAdmin,
    enqueue,
    mails: createClientMails(mail.mailers),
    roleOf: workspaces.service.roleOf,
    settings,
  })
  return { agencies, orgs }
}
