// Provides client users to notifications: readers of an agent, and their settings.
import { mailColours } from '@parlance/contract/agencies/theme'
import { DEFAULT_LANGUAGE, LANGUAGES } from '@parlance/contract/accounts/languages'
import { AppError } from '@parlance/contract/lib/errors'
import type { PersonalNotifications } from '@parlance/contract/notifications/schemas'
import type { Ctx } from '../../lib/ctx.ts'
import type { Agencies } from '../agencies/index.ts'
import * as repository from './repository.ts'
import type { ClientRow } from './schema.ts'
import * as sessions from './sessions.repository.ts'
import { profileOf } from './views.ts'

const languageOf = ({ preferredLanguage }: Pick<ClientRow, 'preferredLanguage'>) =>
  LANGUAGES.find((language) => language === preferredLanguage) ?? DEFAULT_LANGUAGE

export const createClientNotifications = ({ agencies }: { readonly agencies: Pick<Agencies, 'findOfWorkspace'> }) => ({
  /** Client users of the context's workspace who may open the chats of an agent, in orgs whose access is not disabled. */
  async readersOf(ctx: Ctx, agentId: string) {
    const readers = await repository.listReaders(ctx.db, ctx.workspaceId, agentId)
    const open = readers.filter(({ profile }) => !profileOf({ profile }).settings.disableClientAccess)
    if (open.length === 0) return []
    const found = await agencies.findOfWorkspace(ctx, ctx.workspaceId)
    const agency = found && { id: found.id, name: found.profile.name, colours: mailColours(found.profile) }
    return open.map(({ client }) => ({
      id: client.id,
      orgId: client.orgId,
      email: client.email,
      language: languageOf(client),
      isOnline: client.isOnline,
      settings: client.notifications,
      agency,
    }))
  },
  /** Admins of an organisation of the context's workspace; none if its people cannot sign in. */
  async adminsOf(ctx: Ctx, orgId: string) {
    const org = await repository.findOrg(ctx.db, ctx.workspaceId, orgId)
    if (!org || profileOf(org).settings.disableClientAccess) return []
    const [admins, found] = await Promise.all([
      repository.listOrgAdmins(ctx.db, ctx.workspaceId, orgId),
      agencies.findOfWorkspace(ctx, ctx.workspaceId),
    ])
    if (!found) return []
    const agency = { id: found.id, name: found.profile.name, colours: mailColours(found.profile) }
    return admins.map((client) => ({ email: client.email, language: languageOf(client), agency }))
  },
  settingsOf: async (ctx: Ctx, clientId: string) => (await repository.findClient(ctx.db, clientId))?.notifications,
  async languageOf(ctx: Ctx, clientId: string) {
    const row = await repository.findClient(ctx.db, clientId)
    return row && languageOf(row)
  },
  changeSettings: (ctx: Ctx, clientId: string, change: Partial<PersonalNotifications>) =>
    ctx.tx(async (tx) => {
      const row = await sessions.lockClient(tx.db, clientId)
      if (!row) throw new AppError('UNAUTHORIZED')
      await repository.updateClient(tx.db, clientId, { notifications: { ...row.notifications, ...change } })
    }),
  /** `token` identifies their newest subscribed browser; empty for none. */
  setPushToken: async (ctx: Ctx, clientId: string, pushToken: string) =>
    void (await repository.updateClient(ctx.db, clientId, { pushToken })),
  hasSubscriber: (ctx: Ctx) => repository.hasSubscribedClient(ctx.db, ctx.workspaceId),
})
