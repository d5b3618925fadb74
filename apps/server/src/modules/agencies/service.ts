// Owns the agency of a workspace: its white-label profile and its secret.
import { type Agency, type AgencyChange, AgencyProfile, PublicAgency } from '@parlance/contract/agencies/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { newAgencyId, newAgencySecret } from '@parlance/contract/lib/ids'
import { roleAtLeast, type Role } from '@parlance/contract/lib/roles'
import { unixSeconds } from '@parlance/contract/lib/time'
import { sha256, type Vault } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import * as repository from './repository.ts'
import type { AgencyRow } from './schema.ts'

export const AGENCY_SECRET_VAULT_CONTEXT = 'agency|secret'

export interface AgenciesDeps {
  readonly vault: Vault
  readonly roleOf: (ctx: Ctx, workspaceId: string, email: string) => Promise<Role | undefined>
  /** Runs `work` in a transaction that locks the workspace, if the caller is still an admin. */
  readonly runAsAdmin: <T>(ctx: Ctx, workspaceId: string, work: (tx: Ctx) => Promise<T>) => Promise<T>
}

/** The access rule of the call has checked that the caller belongs to the workspace. */
export interface Agencies {
  /** Null until the workspace has its first organisation. */
  readonly get: (ctx: Ctx, workspaceId: string) => Promise<Agency | null>
  /** Absent fields are unchanged. @throws NOT_FOUND while there is no agency */
  readonly update: (ctx: Ctx, workspaceId: string, change: AgencyChange) => Promise<Agency>
  /** The old secret becomes invalid. @throws NOT_FOUND while there is no agency */
  readonly renewSecret: (ctx: Ctx, workspaceId: string) => Promise<Agency>
  /** The agency of the workspace, created if missing; joins the transaction of `tx`. */
  readonly ensure: (tx: Ctx, workspaceId: string) => Promise<string>
  readonly find: (ctx: Ctx, agencyId: string) => Promise<AgencyFacts | undefined>
  readonly findOfWorkspace: (ctx: Ctx, workspaceId: string) => Promise<AgencyFacts | undefined>
  readonly getPublic: (ctx: Ctx, agencyId: string) => Promise<PublicAgency>
  /** Deletes the agency of the context's workspace. */
  readonly deleteOfWorkspace: (ctx: Ctx) => Promise<void>
}

/** The part of an agency that other modules need. */
export interface AgencyFacts {
  readonly id: string
  readonly workspaceId: string
  readonly profile: AgencyProfile
  readonly secretHash: string
}

export function createAgencies({ vault, roleOf, runAsAdmin }: AgenciesDeps): Agencies {
  const seesSecret = async (ctx: Ctx, workspaceId: string): Promise<boolean> => {
    const { actor } = ctx
    if (actor.kind !== 'session') return actor.kind === 'workspace' && actor.keyId === undefined
    const role = await roleOf(ctx, workspaceId, actor.email)
    return !ctx.asSupport && role !== undefined && roleAtLeast(role, 'admin')
  }
  const shown = async (ctx: Ctx, row: AgencyRow): Promise<Agency> => ({
    ...AgencyProfile.parse(row.profile),
    ID: row.id,
    userId: row.workspaceId,
    secret: (await seesSecret(ctx, row.workspaceId))
      ? vault.open(row.workspaceId, AGENCY_SECRET_VAULT_CONTEXT, row.sealedSecret)
      : '',
    createdAt: unixSeconds(row.createdAt),
    lastModified: unixSeconds(row.updatedAt),
  })
  const newSecret = (workspaceId: string) => {
    const secret = newAgencySecret()
    return { secretHash: sha256(secret), sealedSecret: vault.seal(workspaceId, AGENCY_SECRET_VAULT_CONTEXT, secret) }
  }
  const change = (ctx: Ctx, workspaceId: string, changed: (row: AgencyRow) => Partial<AgencyRow>) =>
    runAsAdmin(ctx, workspaceId, async (tx) => {
      const row = await repository.lockOfWorkspace(tx.db, workspaceId)
      if (!row) throw new AppError('NOT_FOUND')
      const values = { ...changed(row), updatedAt: tx.now() }
      await repository.update(tx.db, row.id, values)
      return shown(tx, { ...row, ...values })
    })

  return {
    async get(ctx, workspaceId) {
      const row = await repository.findOfWorkspace(ctx.db, workspaceId)
      return row ? shown(ctx, row) : null
    },
    update: (ctx, workspaceId, given) =>
      change(ctx, workspaceId, ({ profile }) => ({
        profile: AgencyProfile.parse({ ...profile, ...given, settings: { ...profile.settings, ...given.settings } }),
      })),
    renewSecret: (ctx, workspaceId) => change(ctx, workspaceId, () => newSecret(workspaceId)),
    async ensure(tx, workspaceId) {
      const known = await repository.findOfWorkspace(tx.db, workspaceId)
      if (known) return known.id
      const at = { createdAt: tx.now(), updatedAt: tx.now() }
      await repository.insert(tx.db, { id: newAgencyId(), workspaceId, profile: {}, ...newSecret(workspaceId), ...at })
      const made = await repository.findOfWorkspace(tx.db, workspaceId)
      if (!made) throw new AppError('INTERNAL')
      return made.id
    },
    async find(ctx, agencyId) {
      const row = await repository.find(ctx.db, agencyId)
      return row && factsOf(row)
    },
    async findOfWorkspace(ctx, workspaceId) {
      const row = await repository.findOfWorkspace(ctx.db, workspaceId)
      return row && factsOf(row)
    },
    async getPublic(ctx, agencyId) {
      const row = await repository.find(ctx.db, agencyId)
      if (!row) throw new AppError('NOT_FOUND')
      return publicAgency(factsOf(row))
    },
    async deleteOfWorkspace(ctx) {
      await repository.removeOfWorkspace(ctx.db, ctx.workspaceId)
    },
  }
}

const factsOf = ({ id, workspaceId, profile, secretHash }: AgencyRow): AgencyFacts => ({
  id,
  workspaceId,
  profile: AgencyProfile.parse(profile),
  secretHash,
})

/** The public fields of an agency. */
export const publicAgency = ({ id, profile }: AgencyFacts): PublicAgency =>
  PublicAgency.parse({ ...profile, ID: id, settings: { disablePasswordLogin: profile.settings.disablePasswordLogin } })
