// Owns API keys: bearers of a workspace with scopes, shown once, rotated with a grace; and the workspace's own secret.
import { AppError } from '@parlance/contract/lib/errors'
import { newApiKey, newSecretKey, randomId } from '@parlance/contract/lib/ids'
import { orderedScopes, type Scope } from '@parlance/contract/lib/scopes'
import { MOST_KEYS, opens, rotated, type ApiKey } from '@parlance/contract/workspaces/keys'
import { msg } from '@parlance/i18n/messages'
import { sha256, type Vault } from '../../../lib/crypto.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Audit } from '../../audit/service.ts'
import * as repository from './repository.ts'
import { lockAs } from '../as-admin.ts'
import { SECRET_PLACE } from '../new-workspace.ts'
import { setSecret } from '../repository.ts'

export interface KeyBearer {
  readonly keyId: string
  readonly keyName: string
  readonly workspaceId: string
  readonly scopes: readonly Scope[]
}

/** What changes keys and the secret is for admins, as they are under the lock of the workspace. */
export interface Keys {
  /** Newest first, those that have expired too. */
  readonly list: (ctx: Ctx, uid: string) => Promise<ApiKey[]>
  /** Answers the key in clear, which nothing can tell again. LIMIT_REACHED when there are too many. */
  readonly create: (
    ctx: Ctx,
    input: {
      readonly uid: string
      readonly name: string
      readonly scopes: readonly Scope[]
      readonly expiresInDays: number
    },
  ) => Promise<{ data: ApiKey; key: string }>
  /** What is absent stays. NOT_FOUND for one of another workspace, or revoked. */
  readonly update: (
    ctx: Ctx,
    input: {
      readonly uid: string
      readonly keyId: string
      readonly name?: string | undefined
      readonly scopes?: readonly Scope[] | undefined
    },
  ) => Promise<ApiKey>
  /** A new key under the same name and scopes; the old one opens for `graceDays` more. */
  readonly rotate: (
    ctx: Ctx,
    input: { readonly uid: string; readonly keyId: string; readonly graceDays: number },
  ) => Promise<{ data: ApiKey; key: string }>
  /** Calls are refused from now on, streams end when the request pipeline looks next. */
  readonly revoke: (ctx: Ctx, uid: string, keyId: string) => Promise<void>
  /** Gives the workspace another secret; whatever used the old one is refused from now on. */
  readonly renewSecret: (ctx: Ctx, uid: string) => Promise<string>
  /** Whose key has this SHA-256, if it opens now. */
  readonly byHash: (ctx: Ctx, hash: string) => Promise<KeyBearer | undefined>
  /** Remembers that a key was used and writes it down within a minute. */
  readonly used: (ctx: Ctx, key: Pick<KeyBearer, 'keyId' | 'keyName' | 'workspaceId'>) => void
  /** Writes down what is remembered. */
  readonly settle: () => Promise<void>
  /** Forgets keys that were revoked long ago. */
  readonly tidy: (ctx: Ctx) => Promise<void>
  /** Those of these uids that are workspaces of the region. */
  readonly existing: (ctx: Ctx, uids: readonly string[]) => Promise<ReadonlySet<string>>
  /** Those of these addresses, in lower case, whose owner belongs to a workspace of the region. */
  readonly membersAmong: (ctx: Ctx, emails: readonly string[]) => Promise<ReadonlySet<string>>
  /** Workspaces of the region that somebody of this address belongs to, at most fifty. */
  readonly ofMember: (ctx: Ctx, email: string) => Promise<string[]>
}

export interface KeysDeps {
  readonly vault: Vault
  readonly audit: Pick<Audit, 'record'>
}

const DAY_MS = 86_400_000
/** Days for which a revoked key is kept, so that the log can still say what it was. */
const KEPT_DAYS = 90
const MOST_MEMBERSHIPS = 50

export const workspacesOfMember: Keys['ofMember'] = (ctx, email) =>
  repository.ofMember(ctx.db, email.trim().toLowerCase(), MOST_MEMBERSHIPS)

export function createKeys({ vault, audit }: KeysDeps): Keys {
  const uses = createUses(audit)
  return {
    ...uses,
    list: async (ctx, uid) => (await repository.list(ctx.db, uid, MOST_KEYS)).map((row) => shown(row, ctx.now())),
    create: (ctx, input) => lockAs(ctx, input.uid, 'admin', (tx) => create(tx, input)),
    update: (ctx, { uid, keyId, name, scopes }) =>
      lockAs(ctx, uid, 'admin', async (tx) => {
        const before = await owned(tx, uid, keyId)
        const set = { ...(name === undefined ? {} : { name }), ...(scopes ? { scopes: orderedScopes(scopes) } : {}) }
        const row = (Object.keys(set).length > 0 ? await repository.update(tx.db, keyId, set) : undefined) ?? before
        await tx.auditIn?.(tx, { detail: { key: row.name, before: scopesOf(before), after: scopesOf(row) } })
        return shown(row, tx.now())
      }),
    rotate: (ctx, { uid, keyId, graceDays }) =>
      lockAs(ctx, uid, 'admin', async (tx) => {
        const before = await owned(tx, uid, keyId)
        const key = newApiKey()
        const set = { ...rotated(before, graceDays, tx.now()), keyHash: sha256(key), hint: key.slice(-4) }
        const row = (await repository.update(tx.db, keyId, set)) ?? before
        await tx.auditIn?.(tx, { detail: { key: row.name, graceDays } })
        return { data: shown(row, tx.now()), key }
      }),
    revoke: (ctx, uid, keyId) =>
      lockAs(ctx, uid, 'admin', async (tx) => {
        const row = await owned(tx, uid, keyId)
        await repository.update(tx.db, keyId, { revokedAt: tx.now(), previousHash: '', previousUntil: null })
        await tx.auditIn?.(tx, { detail: { key: row.name } })
      }),
    renewSecret: (ctx, uid) =>
      lockAs(ctx, uid, 'admin', async (tx) => {
        const secret = newSecretKey()
        await setSecret(tx.db, uid, { secretHash: sha256(secret), sealedSecret: vault.seal(uid, SECRET_PLACE, secret) })
        await tx.auditIn?.(tx, {})
        return secret
      }),
    async byHash(ctx, hash) {
      const row = await repository.findByHash(ctx.db, hash)
      if (!row || !opens(row, hash, ctx.now())) return undefined
      return { keyId: row.id, keyName: row.name, workspaceId: row.workspaceId, scopes: scopesOf(row) }
    },
    async tidy(ctx) {
      await repository.removeRevoked(ctx.db, new Date(ctx.now().getTime() - KEPT_DAYS * DAY_MS))
    },
    existing: (ctx, uids) => repository.existing(ctx.db, uids),
    membersAmong: (ctx, emails) => repository.membersAmong(ctx.db, emails),
    ofMember: workspacesOfMember,
  }
}

async function create(tx: Ctx, { uid, name, scopes, expiresInDays }: Parameters<Keys['create']>[1]) {
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
  return { data: shown(row, now), key }
}

async function owned(tx: Ctx, uid: string, keyId: string): Promise<repository.KeyRow> {
  const row = await repository.lock(tx.db, uid, keyId)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** How often a key's last use is written down at most. */
const WRITE_MS = 60_000
const LOOK_MS = 5000
const MOST_REMEMBERED = 10_000

interface Use {
  readonly ctx: Ctx
  readonly at: Date
  readonly key: Parameters<Keys['used']>[1]
}

/** Calls only leave a mark in memory; the first use of a key is told to the log. */
function createUses(audit: Pick<Audit, 'record'>): Pick<Keys, 'used' | 'settle'> {
  const marks = new Map<string, Use>()
  const written = new Map<string, number>()
  let writing = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  const write = async ({ ctx, at, key: { keyId, keyName, workspaceId } }: Use) => {
    await ctx.tx(async (tx) => {
      const used = await repository.setUsed(tx.db, keyId, at)
      if (!used?.first) return
      const who = { kind: 'key', id: keyId, name: keyName } as const
      await audit.record(tx, { workspaceId, action: 'keys.firstUse', objectType: 'key', objectId: keyId, who })
    })
  }
  const flush = () => {
    timer = undefined
    writing = writing.then(async () => {
      const due = [...marks.values()]
      marks.clear()
      for (const use of due)
        await write(use).catch((error: unknown) => use.ctx.log.error({ err: error }, 'the use of a key was not kept'))
    })
    return writing
  }
  return {
    used(ctx, key) {
      const at = ctx.now()
      const name = `${ctx.region}|${key.keyId}`
      if (at.getTime() - (written.get(name) ?? 0) < WRITE_MS) return
      if (written.size >= MOST_REMEMBERED) written.clear()
      written.set(name, at.getTime())
      marks.set(name, { ctx: { ...ctx, workspaceId: key.workspaceId }, at, key })
      timer ??= setTimeout(() => void flush(), LOOK_MS).unref()
    },
    settle: flush,
  }
}

const scopesOf = (row: repository.KeyRow): Scope[] =>
  Array.isArray(row.scopes) ? orderedScopes(row.scopes as Scope[]) : []

const shown = (row: repository.KeyRow, now: Date): ApiKey => ({
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
