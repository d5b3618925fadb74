// Owns API keys (scoped, shown once, rotated with a grace period) and the workspace secret.
import { AppError } from '@parlance/contract/lib/errors'
import { newApiKey, newSecretKey, randomId } from '@parlance/contract/lib/ids'
import { orderedScopes, type Scope } from '@parlance/contract/lib/scopes'
import { DAY_MS } from '@parlance/contract/lib/time'
import { MOST_KEYS, opens, rotated, type ApiKey } from '@parlance/contract/workspaces/keys'
import { msg } from '@parlance/i18n/messages'
import { sha256, type Vault } from '../../../lib/crypto.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Logger } from '../../../lib/log.ts'
import { createWriteBuffer } from '../../../lib/write-buffer.ts'
import type { Audit } from '../../audit/service.ts'
import * as repository from './repository.ts'
import { lockWorkspaceAs } from '../lock-workspace.ts'
import { SECRET_VAULT_CONTEXT } from '../new-workspace.ts'
import { setSecret } from '../repository.ts'

export interface KeyBearer {
  readonly keyId: string
  readonly keyName: string
  readonly workspaceId: string
  readonly scopes: readonly Scope[]
}

/** Changes require the admin role, which is checked again under the lock of the workspace. */
export interface ApiKeys {
  /** Newest first, including expired ones. */
  readonly list: (ctx: Ctx, uid: string) => Promise<ApiKey[]>
  /** Returns the key in plain text; it is not stored. @throws LIMIT_REACHED */
  readonly create: (
    ctx: Ctx,
    input: {
      readonly uid: string
      readonly name: string
      readonly scopes: readonly Scope[]
      readonly expiresInDays: number
    },
  ) => Promise<{ data: ApiKey; key: string }>
  /** Absent fields are unchanged. @throws NOT_FOUND for a revoked key or one of another workspace */
  readonly update: (
    ctx: Ctx,
    input: {
      readonly uid: string
      readonly keyId: string
      readonly name?: string | undefined
      readonly scopes?: readonly Scope[] | undefined
    },
  ) => Promise<ApiKey>
  /** Issues a new key with the same name and scopes; the old one stays valid for `graceDays`. @throws CONFLICT for an expired key */
  readonly rotate: (
    ctx: Ctx,
    input: { readonly uid: string; readonly keyId: string; readonly graceDays: number },
  ) => Promise<{ data: ApiKey; key: string }>
  /** Calls are refused from now on; open streams end at their next revalidation. */
  readonly revoke: (ctx: Ctx, uid: string, keyId: string) => Promise<void>
  /** Replaces the workspace secret; the old one is refused from now on. */
  readonly renewSecret: (ctx: Ctx, uid: string) => Promise<string>
  readonly findByHash: (ctx: Ctx, hash: string) => Promise<KeyBearer | undefined>
  /** Records a use of a key in memory; written to the database within a minute. */
  readonly recordUse: (ctx: Ctx, key: Pick<KeyBearer, 'keyId' | 'keyName' | 'workspaceId'>) => void
  readonly flushUses: () => Promise<void>
  /** Deletes keys that were revoked more than 90 days ago. */
  readonly deleteRevoked: (ctx: Ctx) => Promise<void>
  /** Filters uids to workspaces that exist in the region. */
  readonly existingWorkspaces: (ctx: Ctx, uids: readonly string[]) => Promise<ReadonlySet<string>>
  /** Filters addresses (lower case) to members of any workspace in the region. */
  readonly memberEmailsAmong: (ctx: Ctx, emails: readonly string[]) => Promise<ReadonlySet<string>>
  /** Workspaces in the region with a member of this address, at most fifty. */
  readonly workspacesOfMember: (ctx: Ctx, email: string) => Promise<string[]>
}

export interface ApiKeysDeps {
  readonly vault: Vault
  readonly audit: Pick<Audit, 'record'>
  readonly log: Logger
}

/** Revoked keys are kept for a while, so that the log can name them. */
const REVOKED_KEPT_DAYS = 90
const MAX_MEMBERSHIPS = 50

export const workspacesOfMember: ApiKeys['workspacesOfMember'] = (ctx, email) =>
  repository.workspacesOfMember(ctx.db, email.trim().toLowerCase(), MAX_MEMBERSHIPS)

export function createApiKeys({ vault, audit, log }: ApiKeysDeps): ApiKeys {
  return {
    ...createUseRecorder({ audit, log }),
    list: async (ctx, uid) => (await repository.list(ctx.db, uid, MOST_KEYS)).map((row) => toApiKey(row, ctx.now())),
    create: (ctx, input) => lockWorkspaceAs(ctx, input.uid, 'admin', (tx) => create(tx, input)),
    update: (ctx, { uid, keyId, name, scopes }) =>
      lockWorkspaceAs(ctx, uid, 'admin', async (tx) => {
        const before = await lockKey(tx, uid, keyId)
        const set = { ...(name === undefined ? {} : { name }), ...(scopes ? { scopes: orderedScopes(scopes) } : {}) }
        const row = (Object.keys(set).length > 0 ? await repository.update(tx.db, keyId, set) : undefined) ?? before
        await tx.auditIn?.(tx, { detail: { key: row.name, before: scopesOf(before), after: scopesOf(row) } })
        return toApiKey(row, tx.now())
      }),
    rotate: (ctx, { uid, keyId, graceDays }) =>
      lockWorkspaceAs(ctx, uid, 'admin', async (tx) => {
        const before = await lockKey(tx, uid, keyId)
        if (before.expiresAt !== null && before.expiresAt <= tx.now())
          throw new AppError('CONFLICT', msg('api_key_expired'))
        const key = newApiKey()
        const set = { ...rotated(before, graceDays, tx.now()), keyHash: sha256(key), hint: key.slice(-4) }
        const row = (await repository.update(tx.db, keyId, set)) ?? before
        await tx.auditIn?.(tx, { detail: { key: row.name, graceDays } })
        return { data: toApiKey(row, tx.now()), key }
      }),
    revoke: (ctx, uid, keyId) =>
      lockWorkspaceAs(ctx, uid, 'admin', async (tx) => {
        const row = await lockKey(tx, uid, keyId)
        await repository.update(tx.db, keyId, { revokedAt: tx.now(), previousHash: '', previousUntil: null })
        await tx.auditIn?.(tx, { detail: { key: row.name } })
      }),
    renewSecret: (ctx, uid) =>
      lockWorkspaceAs(ctx, uid, 'admin', async (tx) => {
        const secret = newSecretKey()
        await setSecret(tx.db, uid, {
          secretHash: sha256(secret),
          sealedSecret: vault.seal(uid, SECRET_VAULT_CONTEXT, secret),
        })
        await tx.auditIn?.(tx, {})
        return secret
      }),
    async findByHash(ctx, hash) {
      const row = await repository.findByHash(ctx.db, hash)
      if (!row || !opens(row, hash, ctx.now())) return undefined
      return { keyId: row.id, keyName: row.name, workspaceId: row.workspaceId, scopes: scopesOf(row) }
    },
    async deleteRevoked(ctx) {
      await repository.removeRevoked(ctx.db, new Date(ctx.now().getTime() - REVOKED_KEPT_DAYS * DAY_MS))
    },
    existingWorkspaces: (ctx, uids) => repository.existingWorkspaces(ctx.db, uids),
    memberEmailsAmong: (ctx, emails) => repository.memberEmailsAmong(ctx.db, emails),
    workspacesOfMember: workspacesOfMember,
  }
}

async function create(tx: Ctx, { uid, name, scopes, expiresInDays }: Parameters<ApiKeys['create']>[1]) {
  if ((await repository.countKeys(tx.db, uid)) >= MOST_KEYS)
    throw new AppError('LIMIT_REACHED', msg('too_many_api_keys', { max: MOST_KEYS }))
  const key = newApiKey()
  const now = tx.now()
  const row: repository.KeyRow = {
    id: randomId(16),
    workspaceId: uid,
    name,
    keyHash: sha256(key),
    hint: key.slice(-4),
    scopes: orderedScopes(scopes),
    createdBy: tx.actor.kind === 'session' ? tx.actor.email : '',
    createdAt: now,
    expiresAt: expiresInDays > 0 ? new Date(now.getTime() + expiresInDays * DAY_MS) : null,
    lastUsedAt: null,
    revokedAt: null,
    previousHash: '',
    previousUntil: null,
  }
  await repository.insert(tx.db, row)
  const detail = { key: name, scopes: scopesOf(row), ...(expiresInDays > 0 ? { expiresInDays } : {}) }
  await tx.auditIn?.(tx, { objectType: 'key', objectId: row.id, detail })
  return { data: toApiKey(row, now), key }
}

async function lockKey(tx: Ctx, uid: string, keyId: string): Promise<repository.KeyRow> {
  const row = await repository.lock(tx.db, uid, keyId)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const MIN_WRITE_INTERVAL_MS = 60_000
const FLUSH_MS = 5000
const MAX_REMEMBERED = 10_000

interface KeyUse {
  readonly ctx: Ctx
  readonly at: Date
  readonly key: Parameters<ApiKeys['recordUse']>[1]
}

/** Buffers uses in memory; the first use of a key is recorded in the audit log. */
function createUseRecorder({
  audit,
  log,
}: Pick<ApiKeysDeps, 'audit' | 'log'>): Pick<ApiKeys, 'recordUse' | 'flushUses'> {
  const recordedAt = new Map<string, number>()
  const buffer = createWriteBuffer<KeyUse>({
    name: 'uses of API keys',
    log,
    async write(_, uses) {
      for (const use of uses) await writeUse(audit, use)
    },
    delayMs: FLUSH_MS,
    maxItems: MAX_REMEMBERED,
    // A key that can't be written must not block others.
    maxBatch: 1,
    merge: { keyOf: ({ key }) => key.keyId, combine: (_, later) => later },
  })
  return {
    recordUse(ctx, key) {
      const at = ctx.now()
      const name = `${ctx.region}|${key.keyId}`
      if (at.getTime() - (recordedAt.get(name) ?? 0) < MIN_WRITE_INTERVAL_MS) return
      if (recordedAt.size >= MAX_REMEMBERED) recordedAt.clear()
      recordedAt.set(name, at.getTime())
      buffer.add(ctx.region, { ctx: { ...ctx, workspaceId: key.workspaceId }, at, key })
    },
    flushUses: buffer.flush,
  }
}

async function writeUse(audit: ApiKeysDeps['audit'], { ctx, at, key }: KeyUse): Promise<void> {
  const { keyId, keyName, workspaceId } = key
  await ctx.tx(async (tx) => {
    const used = await repository.setUsed(tx.db, keyId, at)
    if (!used?.first) return
    const who = { kind: 'key', id: keyId, name: keyName } as const
    await audit.record(tx, { workspaceId, action: 'keys.firstUse', objectType: 'key', objectId: keyId, who })
  })
}

const scopesOf = (row: repository.KeyRow): Scope[] =>
  Array.isArray(row.scopes) ? orderedScopes(row.scopes as Scope[]) : []

const toApiKey = (row: repository.KeyRow, now: Date): ApiKey => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  scopes: scopesOf(row),
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  previousUntil: row.previousUntil && row.previousUntil > now ? row.previousUntil.toISOString() : null,
})
