// A copy of everything an account holds in one region, packed while it is sent: nothing of it is kept anywhere.
import { OpenConfig } from '@parlance/core/agents/agents'
import { exportAgent } from '@parlance/core/agents/export'
import { readmeOf } from '@parlance/core/accounts/data'
import { AppError } from '@parlance/core/kit/errors'
import { Readable } from 'node:stream'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { Ctx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import * as held from './accounts.holdings.store.ts'
import { passkeysOf } from './accounts.passkeys.store.ts'
import { connectionsOf } from './accounts.oauth.store.ts'
import { accountOf, sessionOf, type SessionActor } from './accounts.rows.ts'
import { findUserById } from './accounts.store.ts'
import { liveSessions } from './accounts.sessions.store.ts'

interface Entry {
  readonly name: string
  /** Already packed, like pictures. */
  readonly packed?: boolean
  readonly pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

export interface ExportDeps {
  readonly db: Db
  readonly now: () => Date
  readonly storage: Storage
  /** Says in the logs of these workspaces that a copy was made. */
  readonly note: (ctx: Ctx, workspaceIds: readonly string[]) => Promise<void>
}

export function exportingData(deps: ExportDeps) {
  /** Accounts whose copy is being sent by this process. */
  const running = new Set<string>()
  return {
    /**
     * The bytes of a ZIP of the context's region, made as they are read. Errors: FORBIDDEN before the address is confirmed;
     * CONFLICT while another one of the account is under way.
     */
    async exportData(ctx: Ctx): Promise<Readable> {
      const actor = sessionOf(ctx)
      if (!actor.emailVerified) throw new AppError('FORBIDDEN', 'Confirm your e-mail address first.')
      if (running.has(actor.userId))
        throw new AppError('CONFLICT', 'A copy of your data is being made already. Wait until it has come.')
      running.add(actor.userId)
      try {
        const { workspaces } = await held.idsOf(ctx.db, actor.userId)
        await deps.note(ctx, workspaces)
      } catch (error) {
        running.delete(actor.userId)
        throw error
      }
      const stream = Readable.from(zip(entries(deps, ctx, actor)), { objectMode: false })
      stream.once('close', () => running.delete(actor.userId))
      const day = deps.now().toISOString().slice(0, 10)
      ctx.request?.setHeader('content-disposition', `attachment; filename="parlance-${ctx.region}-${day}.zip"`)
      return stream
    },
  }
}

const text = (value: string) => new TextEncoder().encode(value)
const json = (value: unknown) => text(`${JSON.stringify(value, null, 1)}\n`)

async function* entries(deps: ExportDeps, ctx: Ctx, actor: SessionActor): AsyncGenerator<Entry> {
  const names = held.HELD.map(({ table, as }) => `${as ?? table}.json`)
  const at = deps.now().toISOString()
  yield { name: 'README.txt', pieces: [text(readmeOf(actor.email, ctx.region, at, names))] }
  yield* ofIdentity(deps, actor)
  for (const one of held.HELD)
    yield { name: `${one.as ?? one.table}.json`, pieces: listed(held.rowsOf(ctx.db, actor.userId, one)) }
  yield* ofAgents(deps, ctx, actor)
  const bucket = deps.storage.bucket(ctx.region)
  for await (const { id, filename, key } of held.filesOf(ctx.db, actor.userId)) {
    const file = await bucket.open(key)
    if (file) yield { name: `files/${id}-${safe(filename)}`, packed: true, pieces: file.stream }
  }
}

/** Each agent in the form in which it can be imported. */
async function* ofAgents({ now }: ExportDeps, ctx: Ctx, { userId }: SessionActor): AsyncGenerator<Entry> {
  for (const one of held.HELD.filter(({ table }) => table === 'agents'))
    for await (const page of held.rowsOf(ctx.db, userId, one))
      for (const { id, config } of page) {
        const open = OpenConfig.safeParse(config)
        if (open.success) yield { name: `agents/${String(id)}.json`, pieces: [json(exportAgent(open.data, [], now()))] }
      }
}

/** No way out of the folder into which somebody unpacks it. */
const safe = (filename: string) =>
  filename
    .replace(/[^\p{L}\p{N}._ -]+/gu, '_')
    .replace(/^\.+/, '_')
    .slice(0, 120) || 'file'

async function* ofIdentity({ db, now }: ExportDeps, { userId }: SessionActor): AsyncGenerator<Entry> {
  const user = await findUserById(db, userId)
  if (!user) return
  const [passkeys, providers, sessions] = await Promise.all([
    passkeysOf(db, userId),
    connectionsOf(db, userId),
    liveSessions(db, userId, now()),
  ])
  const shown = passkeys.map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt }))
  yield { name: 'account.json', pieces: [json({ ...accountOf(user), image: user.image, providers, passkeys: shown })] }
  const devices = sessions.map(({ id, ipAddress, userAgent, createdAt, seenAt, expiresAt }) => ({
    id,
    network: ipAddress,
    client: userAgent,
    createdAt,
    seenAt,
    expiresAt,
  }))
  yield { name: 'sessions.json', pieces: [json(devices)] }
}

async function* listed(pages: AsyncIterable<Record<string, unknown>[]>): AsyncGenerator<Uint8Array> {
  let before = '[\n'
  for await (const page of pages) {
    yield text(before + page.map((row) => JSON.stringify(row)).join(',\n'))
    before = ',\n'
  }
  yield text(before === '[\n' ? '[]\n' : '\n]\n')
}

/** Packs piece by piece: what waits is never more than one piece. */
async function* zip(given: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const archive = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(bytes)
  })
  const taken = () => {
    const out = ready
    ready = []
    return out
  }
  for await (const { name, packed, pieces } of given) {
    const file = packed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 })
    archive.add(file)
    for await (const piece of pieces) {
      file.push(piece)
      yield* taken()
    }
    file.push(new Uint8Array(), true)
    yield* taken()
  }
  archive.end()
  yield* taken()
}
