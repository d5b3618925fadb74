// Owns the agency of a workspace: its white-label profile and its secret.
import {
  type Agency,
  type AgencyChange,
  type AgencyDomains,
  AgencyProfile,
  PublicAgency,
  type SavedAgency,
} from '@parlance/contract/agencies/schemas'
import type { CustomTab } from '@parlance/contract/agencies/custom-tabs'
import { isAgencyReadOnly, worksOnOwnHosts } from '@parlance/contract/agencies/standing'
import type { Entitlements } from '@parlance/contract/billing/entitlements'
import { AppError } from '@parlance/contract/lib/errors'
import { newAgencyId, newAgencySecret } from '@parlance/contract/lib/ids'
import type { Region } from '@parlance/contract/lib/regions'
import { roleAtLeast, type Role } from '@parlance/contract/lib/roles'
import { unixSeconds } from '@parlance/contract/lib/time'
import { msg } from '@parlance/i18n/messages'
import { sha256, type Vault } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { assertOwnPictures } from './pictures.ts'
import * as pictures from './pictures.repository.ts'
import * as repository from './repository.ts'
import type { AgencyRow } from './schema.ts'

export const AGENCY_SECRET_VAULT_CONTEXT = 'agency|secret'

export interface AgenciesDeps {
  readonly vault: Vault
  readonly roleOf: (ctx: Ctx, workspaceId: string, email: string) => Promise<Role | undefined>
  readonly entitlements: (ctx: Ctx, workspaceId: string) => Promise<Entitlements>
  /** Returns its end in Unix seconds; undefined for a workspace that is not eligible. */
  readonly startTrial: (ctx: Ctx, workspaceId: string) => Promise<number | undefined>
  /** Runs `work` in a transaction that locks the workspace, if the caller is still an admin. */
  readonly runAsAdmin: <T>(ctx: Ctx, workspaceId: string, work: (tx: Ctx) => Promise<T>) => Promise<T>
  /** Whether a host is ours or an agency's: such pages must not be framed in a dashboard. */
  readonly isOwnHost: (host: string) => Promise<boolean>
  /** Makes a font available to pages. Errors: INVALID_INPUT for an unknown one, UNAVAILABLE. */
  readonly ensureFont: (region: Region, family: string) => Promise<void>
}

/** The access rule of the call has checked that the caller belongs to the workspace. */
export interface Agencies {
  /** Undefined until it is initialized or the workspace has its first organisation. */
  readonly get: (ctx: Ctx, workspaceId: string) => Promise<SavedAgency | undefined>
  readonly initialize: (ctx: Ctx, workspaceId: string) => Promise<SavedAgency & { readonly created: boolean }>
  /**
   * Absent fields are unchanged. Errors: FORBIDDEN after a trial, NOT_FOUND, STALE with the newer one, INVALID_INPUT.
   */
  readonly update: (
    ctx: Ctx,
    workspaceId: string,
    change: AgencyChange & { readonly version?: number | undefined },
  ) => Promise<SavedAgency>
  /** Stores what the server verified, in the transaction of `tx`, without making a concurrent edit stale. */
  readonly setDomains: (tx: Ctx, workspaceId: string, values: Partial<AgencyDomains>) => Promise<void>
  /** Returns the end of the white-label trial in Unix seconds. @throws CONFLICT for a workspace that is not eligible */
  readonly activateTrial: (ctx: Ctx, workspaceId: string) => Promise<number>
  /** The old secret becomes invalid. @throws NOT_FOUND while there is no agency */
  readonly renewSecret: (ctx: Ctx, workspaceId: string) => Promise<SavedAgency>
  readonly ensure: (tx: Ctx, workspaceId: string) => Promise<string>
  readonly find: (ctx: Ctx, agencyId: string) => Promise<AgencyFacts | undefined>
  readonly bySecretHash: (ctx: Ctx, hash: string) => Promise<{ agencyId: string; workspaceId: string } | undefined>
  readonly findOfWorkspace: (ctx: Ctx, workspaceId: string) => Promise<AgencyFacts | undefined>
  readonly withEmailDomain: (ctx: Ctx) => Promise<AgencyFacts[]>
  readonly secretOf: (ctx: Ctx, agencyId: string) => Promise<string | undefined>
  readonly getPublic: (ctx: Ctx, agencyId: string) => Promise<PublicAgency>
  readonly deleteOfWorkspace: (ctx: Ctx) => Promise<void>
}

export interface AgencyFacts {
  readonly id: string
  readonly workspaceId: string
  readonly profile: AgencyProfile
  readonly secretHash: string
}

export function createAgencies({
  ensureFont,
  entitlements,
  isOwnHost,
  startTrial,
  vault,
  roleOf,
  runAsAdmin,
}: AgenciesDeps): Agencies {
  const seesSecret = async (ctx: Ctx, workspaceId: string): Promise<boolean> => {
    const { actor } = ctx
    if (actor.kind !== 'session') return actor.kind === 'workspace' && actor.keyId === undefined
    const role = await roleOf(ctx, workspaceId, actor.email)
    return !ctx.asSupport && role !== undefined && roleAtLeast(role, 'admin')
  }
  const shown = async (ctx: Ctx, row: AgencyRow): Promise<SavedAgency> => ({
    data: await agencyFor(ctx, row),
    version: row.version,
  })
  /** Hosts that aren't served count as unverified, so that nothing links to them. */
  const agencyFor = async (ctx: Ctx, row: AgencyRow): Promise<Agency> => ({
    ...AgencyProfile.parse(row.profile),
    ...(worksOnOwnHosts(await entitlements(ctx, row.workspaceId))
      ? {}
      : { isVerifiedCustomDomain: false, isVerifiedSubDomain: false }),
    ID: row.id,
    userId: row.workspaceId,
    secret: (await seesSecret(ctx, row.workspaceId))
      ? vault.open(row.workspaceId, AGENCY_SECRET_VAULT_CONTEXT, row.sealedSecret)
      : '',
    createdAt: unixSeconds(row.createdAt),
    lastModified: unixSeconds(row.updatedAt),
  })
  /** Framed in its own origin, the dashboard could be made to act for the signed-in user. */
  const assertOthersPages = async (tabs: readonly CustomTab[]): Promise<void> => {
    for (const { pageType, iframeUrl } of tabs)
      if (pageType === 'iframe' && (await isOwnHost(new URL(iframeUrl).host)))
        throw new AppError('INVALID_INPUT', msg('tab_frame_own'))
  }
  const newSecret = (workspaceId: string) => {
    const secret = newAgencySecret()
    return { secretHash: sha256(secret), sealedSecret: vault.seal(workspaceId, AGENCY_SECRET_VAULT_CONTEXT, secret) }
  }
  const change = (
    ctx: Ctx,
    workspaceId: string,
    changed: (tx: Ctx, row: AgencyRow) => Partial<AgencyRow> | Promise<Partial<AgencyRow>>,
  ) =>
    runAsAdmin(ctx, workspaceId, async (tx) => {
      // Uploading a long profile takes a while, and its sender may be signed out meanwhile. `runAsAdmin` locks the
      // workspace first: two requests that shared its lock would deadlock.
      await tx.assertStill?.(tx)
      const row = await repository.lockOfWorkspace(tx.db, workspaceId)
      if (!row) throw new AppError('NOT_FOUND')
      const values = { ...(await changed(tx, row)), updatedAt: tx.now() }
      await repository.update(tx.db, row.id, values)
      return shown(tx, { ...row, ...values })
    })

  /** Of concurrent creations, the first wins. */
  const create = async (tx: Ctx, workspaceId: string): Promise<AgencyRow> => {
    const at = { createdAt: tx.now(), updatedAt: tx.now() }
    const row = { id: newAgencyId(), workspaceId, profile: {}, version: 1, ...newSecret(workspaceId), ...at }
    await repository.insert(tx.db, row)
    const made = await repository.findOfWorkspace(tx.db, workspaceId)
    if (!made) throw new AppError('INTERNAL')
    return made
  }

  return {
    async get(ctx, workspaceId) {
      const row = await repository.findOfWorkspace(ctx.db, workspaceId)
      return row && shown(ctx, row)
    },
    initialize: (ctx, workspaceId) =>
      runAsAdmin(ctx, workspaceId, async (tx) => {
        const known = await repository.findOfWorkspace(tx.db, workspaceId)
        return { ...(await shown(tx, known ?? (await create(tx, workspaceId)))), created: known === undefined }
      }),
    async update(ctx, workspaceId, { version, ...given }) {
      // Before locking the workspace, because the provider is slow.
      if (given.googleFont !== undefined) await ensureFont(ctx.region, given.googleFont)
      await assertOthersPages(given.customTabs ?? [])
      return change(ctx, workspaceId, async (tx, row) => {
        if (isAgencyReadOnly(await entitlements(tx, workspaceId)))
          throw new AppError('FORBIDDEN', msg('agency_read_only'))
        if (version !== undefined && version < row.version)
          throw new AppError('STALE', undefined, {
            data: { agency: { ...(await agencyFor(tx, row)), secret: '' }, version: row.version },
          })
        const before = AgencyProfile.parse(row.profile)
        const profile = { ...before, ...given, settings: { ...before.settings, ...given.settings } }
        await assertOwnPictures(tx, workspaceId, { before, after: profile })
        return { profile, version: row.version + 1 }
      })
    },
    async activateTrial(ctx, workspaceId) {
      const endsAt = await startTrial(ctx, workspaceId)
      if (endsAt === undefined) throw new AppError('CONFLICT', msg('whitelabel_trial_refused'))
      return endsAt
    },
    async setDomains(tx, workspaceId, values) {
      const row = await repository.lockOfWorkspace(tx.db, workspaceId)
      if (row) await repository.update(tx.db, row.id, { profile: { ...row.profile, ...values }, updatedAt: tx.now() })
    },
    renewSecret: (ctx, workspaceId) => change(ctx, workspaceId, () => newSecret(workspaceId)),
    ensure: async (tx, workspaceId) =>
      ((await repository.findOfWorkspace(tx.db, workspaceId)) ?? (await create(tx, workspaceId))).id,
    async find(ctx, agencyId) {
      const row = await repository.find(ctx.db, agencyId)
      return row && factsOf(row)
    },
    bySecretHash: (ctx, hash) => repository.findBySecretHash(ctx.db, hash),
    async findOfWorkspace(ctx, workspaceId) {
      const row = await repository.findOfWorkspace(ctx.db, workspaceId)
      return row && factsOf(row)
    },
    withEmailDomain: async (ctx) => (await repository.withEmailDomain(ctx.db)).map(factsOf),
    async secretOf(ctx, agencyId) {
      const row = await repository.find(ctx.db, agencyId)
      return row && vault.open(row.workspaceId, AGENCY_SECRET_VAULT_CONTEXT, row.sealedSecret)
    },
    async getPublic(ctx, agencyId) {
      const isOthers = ctx.origin.kind === 'agency' && ctx.origin.agencyId !== agencyId
      const row = isOthers ? undefined : await repository.find(ctx.db, agencyId)
      if (!row) throw new AppError('NOT_FOUND')
      return publicAgency(factsOf(row))
    },
    async deleteOfWorkspace(ctx) {
      await repository.removeOfWorkspace(ctx.db, ctx.workspaceId)
      await pictures.removeOfWorkspace(ctx.db, ctx.workspaceId)
    },
  }
}

const factsOf = ({ id, workspaceId, profile, secretHash }: AgencyRow): AgencyFacts => ({
  id,
  workspaceId,
  profile: AgencyProfile.parse(profile),
  secretHash,
})

export const publicAgency = ({ id, profile }: AgencyFacts): PublicAgency =>
  PublicAgency.parse({ ...profile, ID: id, hasEmailDomain: profile.resendEmailDomain !== '' })
