import { createLazyOidc } from '../adapters/oidc/lazy.ts'
import { createPortraits } from '../adapters/pictures/pictures.ts'
import { SESSIONS_ENDED } from '../infrastructure.ts'
import { type AccountRegions, createAccountsModule } from '../modules/accounts/index.ts'
import type { AuditActor, createAuditModule } from '../modules/audit/index.ts'
import { accountMoved, invitationDetails, workspacesOfMember } from '../modules/workspaces/index.ts'
import type { Base, Module } from './base.ts'

const OPERATOR: AuditActor = { kind: 'system', id: '', name: 'operator' }

interface Needs {
  readonly audit: Module<typeof createAuditModule>
}

export function composeAccounts(
  { settings, databases, log, geo, appOrigin, system, infrastructure: { bus, clock, mail, storage } }: Base,
  { audit }: Needs,
) {
  const accountRegions: AccountRegions = {
    regionContexts: () => settings.regions.map(system),
    storage,
    async onAddressChanged(move) {
      await Promise.all(settings.regions.map((region) => accountMoved(system(region), move)))
    },
    async recordExport(ctx, workspaceIds) {
      for (const workspaceId of workspaceIds)
        await audit.service.record(ctx, { workspaceId, action: 'accounts.exportData' })
    },
    async recordFactorReset(ctx, email) {
      const entry = { action: 'accounts.factorsReset', detail: { account: email }, who: OPERATOR }
      for (const workspaceId of await workspacesOfMember(ctx, email))
        await audit.service.record(ctx, { ...entry, workspaceId })
      bus.publish(ctx.region, SESSIONS_ENDED, {})
    },
    findInvitation: async ({ region, workspaceId: uid, email }) =>
      settings.regions.includes(region) ? invitationDetails(system(region), { uid, email }) : undefined,
  }
  return createAccountsModule({
    db: databases.identity.db,
    settings,
    appOrigin,
    mailers: mail.mailers,
    now: () => clock.now('identity'),
    sandboxMail: mail.isSandboxed,
    regions: accountRegions,
    providers: (settings.signInProviders ?? []).map((provider) => createLazyOidc(provider, log)),
    countryOf: geo.countryOf,
    cropPhoto: createPortraits(),
  })
}
