import { unfitTabs } from '@parlance/contract/agents/unfit-tabs'
import { AppError } from '@parlance/contract/lib/errors'
import { unixSeconds } from '@parlance/contract/lib/time'
import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import type { Client, NotificationsChange } from '@parlance/contract/orgs/schemas'
import { msg } from '@parlance/i18n/messages'
import type { z } from 'zod'
import { sha256 } from '../../lib/crypto.ts'
import type { ClientActor, Ctx } from '../../lib/ctx.ts'
import { type Agencies, publicAgency } from '../agencies/index.ts'
import { announceClient } from './announce.ts'
import { clientCookie } from './cookies.ts'
import type { OrgAgents, OrgBilling } from './ports.ts'
import * as orgs from './repository.ts'
import type { OrgRow } from './schema.ts'
import * as sessions from './sessions.repository.ts'
import { asAdminClient, asClient, asOrg } from './views.ts'

export interface ClientAccountDeps {
  readonly agencies: Pick<Agencies, 'find'>
  readonly agents: OrgAgents
  readonly billing: Pick<OrgBilling, 'view'>
  readonly clientOf: (ctx: Ctx, token: string) => Promise<ClientActor | undefined>
}

interface OwnChange {
  readonly name?: string | undefined
  readonly preferredLanguage?: Client['preferredLanguage'] | undefined
  readonly status?: Client['status'] | undefined
  readonly notificationsSettings?: z.infer<typeof NotificationsChange> | undefined
}

export interface ClientAccount {
  /** The signed-in client user and what they may open. `orgId`: the org selected by an agency's admin. */
  readonly sessionOf: (ctx: Ctx, token: string, orgId?: string) => Promise<ClientSession>
  /** @throws FORBIDDEN for an agency's admin, who has no account */
  readonly updateMe: (ctx: Ctx, change: OwnChange) => Promise<ClientSession>
  readonly signOut: (ctx: Ctx, everywhere: boolean) => Promise<void>
}

export function createClientAccount({ agencies, agents, billing, clientOf }: ClientAccountDeps): ClientAccount {
  const sessionOf: ClientAccount['sessionOf'] = async (ctx, token, orgId) => {
    const actor = await clientOf(ctx, token)
    const agency = actor && (await agencies.find(ctx, actor.agencyId))
    if (!actor || !agency) throw new AppError('UNAUTHORIZED')
    const within = { ...ctx, workspaceId: actor.workspaceId }
    const names = actor.isAdmin ? await orgs.namesOfOrgs(ctx.db, actor.workspaceId) : undefined
    const asked = orgId !== undefined && names?.some(({ id }) => id === orgId) ? orgId : names?.[0]?.id
    const org = await orgs.findOrg(ctx.db, actor.workspaceId, actor.isAdmin ? (asked ?? '') : actor.orgId)
    const open = await agents.summaries(within, actor.agentIds ?? org?.agentIds ?? [])
    return {
      client: await clientView(ctx, actor, org),
      org: org ? asOrg(org, [], await billing.view(within, actor.workspaceId, org.id)) : null,
      orgs: (names ?? (org ? [org] : [])).map(({ id, name }) => ({ ID: id, name })),
      agency: publicAgency(agency),
      workspaceId: actor.workspaceId,
      agents: open.map(({ id, title, platform, roundedImageUrl, lastModified }) => ({
        ID: id,
        title,
        roundedImageURL: roundedImageUrl,
        lastModified: unixSeconds(lastModified),
        unfitTabs: unfitTabs(platform),
      })),
      orgHasAgents: open.length > 0 || (await agents.summaries(within, org?.agentIds ?? [])).length > 0,
      disabledMessage: actor.disabledMessage ?? null,
    }
  }
  return {
    sessionOf,
    async updateMe(ctx, { name, preferredLanguage, status, notificationsSettings }) {
      const actor = clientActor(ctx)
      if (actor.clientId === '') throw new AppError('FORBIDDEN', msg('agency_admin_has_no_account'))
      await ctx.tx(async (tx) => {
        const row = await sessions.lockClient(tx.db, actor.clientId)
        if (!row) throw new AppError('UNAUTHORIZED')
        const own = { name: name ?? row.name, preferredLanguage: preferredLanguage ?? row.preferredLanguage }
        await orgs.updateClient(tx.db, row.id, {
          ...own,
          isOnline: status === undefined ? row.isOnline : status === 'online',
          notifications: { ...row.notifications, ...given(notificationsSettings) },
          updatedAt: tx.now(),
        })
        if (own.name !== row.name || own.preferredLanguage !== row.preferredLanguage)
          await announceClient(tx, { ...row, ...own }, 'updated')
        if (status !== undefined)
          await tx.emit({
            type: 'client.availability',
            workspaceId: row.workspaceId,
            clientId: row.id,
            isOnline: status === 'online',
          })
      })
      return sessionOf(ctx, actor.sessionToken)
    },
    async signOut(ctx, everywhere) {
      const actor = clientActor(ctx)
      if (everywhere && actor.clientId !== '') await sessions.endSessionsOf(ctx, actor.clientId)
      else await sessions.endSession(ctx.db, sha256(actor.sessionToken))
      ctx.request?.setHeader('set-cookie', clientCookie(ctx.origin, ctx.region, '', 0))
    },
  }
}

const given = (change: object = {}) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))

function clientActor({ actor }: Ctx): ClientActor {
  if (actor.kind !== 'client') throw new AppError('FORBIDDEN')
  return actor
}

async function clientView(ctx: Ctx, actor: ClientActor, org: OrgRow | undefined): Promise<Client> {
  if (actor.clientId === '') return asAdminClient(actor.email, org?.id ?? '')
  const row = await orgs.findClient(ctx.db, actor.clientId)
  if (!row) throw new AppError('UNAUTHORIZED')
  return asClient(row, org ?? { agentIds: [] })
}
