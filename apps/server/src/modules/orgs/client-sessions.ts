import { AGENCY_ADMIN_ACCESS } from '@parlance/contract/lib/client-tabs'
import { newClientToken } from '@parlance/contract/lib/ids'
import { type Role, roleAtLeast } from '@parlance/contract/lib/roles'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { sha256 } from '../../lib/crypto.ts'
import type { ClientActor, Ctx } from '../../lib/ctx.ts'
import type { Agencies } from '../agencies/index.ts'
import { hostOf } from '../../lib/origin/origin.ts'
import { clientCookie } from './cookies.ts'
import * as repository from './sessions.repository.ts'
import { profileOf } from './views.ts'

export const CLIENT_SESSION_MS = 30 * 24 * 3600_000
const IDLE_MS = 7 * 24 * 3600_000
/** Precision of the last use. */
const TOUCH_MS = 3600_000

export interface NewSession {
  readonly workspaceId: string
  readonly agencyId: string
  readonly clientId: string | null
  readonly adminEmail?: string
  readonly secretHash?: string
}

export interface SessionDeps {
  readonly agencies: Pick<Agencies, 'find'>
  readonly roleOf: (ctx: Ctx, workspaceId: string, email: string) => Promise<Role | undefined>
}

/** Creates a session, sets its cookie and returns the token. */
export async function openClientSession(ctx: Ctx, of: NewSession): Promise<string> {
  const token = newClientToken()
  const now = ctx.now()
  await repository.insertSession(ctx.db, {
    adminEmail: '',
    secretHash: '',
    ...of,
    host: hostOf(ctx.origin),
    tokenHash: sha256(token),
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + CLIENT_SESSION_MS),
  })
  ctx.request?.setHeader('set-cookie', clientCookie(ctx.origin, ctx.region, token, CLIENT_SESSION_MS))
  return token
}

export async function clientOf(deps: SessionDeps, ctx: Ctx, token: string): Promise<ClientActor | undefined> {
  const now = ctx.now()
  const tokenHash = sha256(token)
  const found = await repository.findSession(ctx.db, tokenHash, now, new Date(now.getTime() - IDLE_MS))
  if (!found) return undefined
  const { session, client, org } = found
  if (isOrphan(session)) return undefined
  if (now.getTime() - session.lastUsedAt.getTime() > TOUCH_MS) await repository.touchSession(ctx.db, tokenHash, now)
  const { workspaceId, agencyId, host } = session
  const base = { kind: 'client', sessionToken: token, workspaceId, agencyId, host } as const
  if (!client || !org) {
    if (!(await isAdminStill(deps, ctx, session))) return undefined
    return {
      ...base,
      clientId: '',
      orgId: '',
      email: session.adminEmail,
      name: '',
      isAdmin: true,
      isOrgAdmin: false,
      allowCreateAgents: false,
      canAccess: AGENCY_ADMIN_ACCESS,
      agentIds: undefined,
      disabledMessage: undefined,
    }
  }
  const { disableClientAccess, disableClientAccessMessage } = profileOf(org).settings
  return {
    ...base,
    clientId: client.id,
    orgId: org.id,
    email: client.email,
    name: client.name,
    isAdmin: false,
    isOrgAdmin: client.isOrgAdmin,
    allowCreateAgents: client.allowCreateAgents,
    canAccess: client.canAccess,
    agentIds: client.agentIds.filter((id) => org.agentIds.includes(id)),
    disabledMessage: disableClientAccess ? disableClientAccessMessage : undefined,
  }
}

const isOrphan = ({ clientId, adminEmail, secretHash }: repository.SessionRow): boolean =>
  clientId === null && adminEmail === '' && secretHash === ''

/** The reason if the session ended because the person was deleted. */
export async function clientGone(ctx: Ctx, token: string): Promise<MessageDescriptor | undefined> {
  const now = ctx.now()
  const found = await repository.findSession(ctx.db, sha256(token), now, new Date(now.getTime() - IDLE_MS))
  return found && isOrphan(found.session) ? msg('client_deleted') : undefined
}

async function isAdminStill(
  { agencies, roleOf }: SessionDeps,
  ctx: Ctx,
  { workspaceId, agencyId, adminEmail, secretHash }: repository.SessionRow,
): Promise<boolean> {
  if (adminEmail === '') return secretHash !== '' && (await agencies.find(ctx, agencyId))?.secretHash === secretHash
  const role = await roleOf(ctx, workspaceId, adminEmail)
  return role !== undefined && roleAtLeast(role, 'admin')
}

export async function removeOldSessions(ctx: Ctx): Promise<void> {
  const now = ctx.now().getTime()
  await repository.removeOld(ctx.db, new Date(now - 24 * 3600_000), new Date(now - IDLE_MS))
}
