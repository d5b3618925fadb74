// Builds accounts: who else signs people in, and the country of a session from the table on this machine.
import { createGeo } from './adapters/geo/geo.ts'
import { createPortraits } from './adapters/pictures/pictures.ts'
import { type AccountRegions, type Accounts, createAccounts } from './modules/accounts/service.ts'
import type { Audit, Who } from './modules/audit/service.ts'
import type { SignInProvider } from './modules/accounts/ports.ts'
import type { Keys } from './modules/workspaces/api-keys/api-keys.ts'
import type { Db } from './lib/db/pool.ts'
import type { Logger } from './lib/log.ts'
import type { Mailers } from './lib/mail.ts'
import type { ProviderSettings, Settings } from './lib/settings.ts'
import { SESSIONS_ENDED } from './wiring.handlers.ts'
import type { Base } from './wiring.ts'
import type { People } from './wiring.workspaces.ts'

export const wireAccounts = (given: {
  readonly db: Db
  readonly settings: Settings
  readonly log: Logger
  readonly mailers: Mailers
  readonly mailIsSandboxed: boolean
  readonly regions: AccountRegions
}): Accounts =>
  createAccounts({
    ...given,
    sandboxMail: given.mailIsSandboxed,
    providers: (given.settings.signInProviders ?? []).map((provider) => lazily(provider, given.log)),
    countryOf: createGeo(given.log).countryOf,
    drawPortrait: createPortraits(),
  })

/** What speaks to a provider is read when somebody first goes there. */
function lazily(settings: ProviderSettings, log: Logger): SignInProvider {
  let made: Promise<SignInProvider> | undefined
  const provider = () =>
    (made ??= import('./adapters/oidc/oidc.ts').then(({ createOidc }) => createOidc(settings, log)))
  return {
    id: settings.id,
    name: settings.name,
    pageFor: async (...trip) => (await provider()).pageFor(...trip),
    identify: async (...back) => (await provider()).identify(...back),
  }
}

const OPERATOR: Who = { kind: 'system', id: '', name: 'operator' }

/** How accounts reach into the regions that this process serves. */
export const regionsOfAccounts = (
  { bus, contexts, storage }: Pick<Base, 'bus' | 'contexts' | 'storage'>,
  settings: Settings,
  faces: () => {
    readonly people: Pick<People, 'accountMoved' | 'placeOf'>
    readonly audit: Pick<Audit, 'record'>
    readonly keys: Pick<Keys, 'ofMember'>
  },
): AccountRegions => {
  const everywhere = () => settings.regions.map((region) => contexts.system(region))
  return {
    everywhere,
    storage,
    moved: async (move) => {
      await Promise.all(everywhere().map((ctx) => faces().people.accountMoved(ctx, move)))
    },
    note: async (ctx, workspaceIds) => {
      for (const workspaceId of workspaceIds)
        await faces().audit.record(ctx, { workspaceId, action: 'accounts.exportData' })
    },
    noteReset: async (ctx, email) => {
      const { audit, keys } = faces()
      const write = { action: 'accounts.factorsReset', detail: { account: email }, who: OPERATOR }
      for (const workspaceId of await keys.ofMember(ctx, email)) await audit.record(ctx, { ...write, workspaceId })
      bus.publish(ctx.region, SESSIONS_ENDED, {})
    },
    placeOf: async ({ region, workspaceId: uid, email }) =>
      settings.regions.includes(region) ? faces().people.placeOf(contexts.system(region), { uid, email }) : undefined,
  }
}
