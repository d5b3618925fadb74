// Copies of everything an account holds in one region: asked for by a person, packed by a job of that region into its bucket,
// downloaded by an address of five minutes, gone after a week.
import { type AccountExport, EXPORT_DAYS, MAX_EXPORTS_A_DAY } from '@parlance/contract/accounts/data'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { Readable } from 'node:stream'
import { exportReadyMail } from '../../../mails/mails.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Mailers } from '../../../lib/mail.ts'
import type { Settings } from '../../../lib/settings.ts'
import { type PackDeps, packExport, partsOf } from './pack-export.ts'
import * as exportsStore from './exports.repository.ts'
import { idsOf } from '../deletion/account-data.repository.ts'
import { languageOf, sessionOf, type User } from '../account.ts'
import { findUserById } from '../repository.ts'

export const EXPORT_JOB = 'accounts.export'

export interface ExportDeps extends PackDeps {
  readonly mailers: Mailers
  readonly settings: Pick<Settings, 'publicUrl'>
  /** Says in the logs of these workspaces that a copy is made. */
  readonly note: (ctx: Ctx, workspaceIds: readonly string[]) => Promise<void>
}

const DAY_MS = 24 * 3600_000
/** How often whoever packs says so, and after what silence they are gone. */
const BEAT_MS = 3000
const SILENCE_MS = 20_000
/** Processes that begin one; one that ended them all is given up. */
const TRIES = 3
const ADDRESS_MS = 5 * 60_000
const MOST_BYTES = 50_000_000_000
const SWEEP_AT_ONCE = 100

type ExportRow = exportsStore.ExportRow

export function createAccountExport(deps: ExportDeps) {
  return {
    exportData: (ctx: Ctx): Promise<{ data: AccountExport }> => ask(deps, ctx),

    exportState: async (ctx: Ctx): Promise<{ data: AccountExport | null }> => {
      const row = await exportsStore.latest(ctx.db, sessionOf(ctx).userId)
      return { data: row && row.expiresAt > deps.now() ? shown(row) : null }
    },

    /** Errors: NOT_FOUND for any but the latest copy of the account, and once it is gone; CONFLICT while it is not ready. */
    async exportAddress(ctx: Ctx, { exportId }: { exportId: string }): Promise<{ url: string; expiresAt: string }> {
      const row = await exportsStore.latest(ctx.db, sessionOf(ctx).userId)
      const now = deps.now()
      if (row?.id !== exportId || row.expiresAt <= now) throw new AppError('NOT_FOUND')
      if (row.state !== 'ready') throw new AppError('CONFLICT', 'This copy is not ready.')
      const expiresAt = new Date(now.getTime() + ADDRESS_MS)
      const filename = `parlance-${ctx.region}-${row.createdAt.toISOString().slice(0, 10)}.zip`
      const reading = { filename, mime: 'application/zip', expiresAt }
      return {
        url: await deps.storage.bucket(ctx.region).signedUrl(row.key, reading),
        expiresAt: expiresAt.toISOString(),
      }
    },

    /** Packs a copy that was asked for. Harmless when repeated; throws, to be tried again, while another process is at it. */
    packExport: (ctx: Ctx, id: string): Promise<void> => take(deps, ctx, id),

    /**
     * Of an account that ends. Whoever still packs one finds that nobody wants it any more and takes its bytes away; should
     * that process end before, its record leads to them. Throws, to be tried again, until that is so.
     */
    async forgetExports(ctx: Ctx, userId: string): Promise<void> {
      const rows = await exportsStore.abandonExports(ctx.db, userId, new Date(deps.now().getTime() - SILENCE_MS))
      for (const row of rows) if (!row.isBusy) await forget(deps, ctx, row)
      if (rows.some((row) => row.isBusy))
        throw new AppError('UNAVAILABLE', 'A copy of this account is still being packed.')
    },

    async sweepExports(ctx: Ctx): Promise<void> {
      for (const row of await exportsStore.expired(ctx.db, deps.now(), SWEEP_AT_ONCE)) await forget(deps, ctx, row)
    },
  }
}

const shown = (row: ExportRow): AccountExport => ({
  id: row.id,
  state: row.state,
  done: row.done,
  total: row.total,
  bytes: row.bytes,
  createdAt: row.createdAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  expiresAt: row.expiresAt.toISOString(),
})

/** Bytes first: a record that remains leads back to what is still to be deleted. */
async function forget({ storage }: ExportDeps, ctx: Ctx, { id, key }: ExportRow): Promise<void> {
  const bucket = storage.bucket(ctx.region)
  await bucket.clear(key)
  await bucket.delete(key)
  await exportsStore.remove(ctx.db, id)
}

/** Errors: FORBIDDEN before the address is confirmed; CONFLICT while another one is under way; LIMIT_REACHED. */
async function ask({ now, note }: ExportDeps, ctx: Ctx): Promise<{ data: AccountExport }> {
  const { userId, emailVerified } = sessionOf(ctx)
  if (!emailVerified) throw new AppError('FORBIDDEN', 'Confirm your e-mail address first.')
  const at = now()
  const id = randomId(20)
  const row = {
    id,
    userId,
    key: `exports/${randomId(24)}.zip`,
    createdAt: at,
    expiresAt: new Date(at.getTime() + EXPORT_DAYS * DAY_MS),
  }
  const { workspaces } = await idsOf(ctx.db, userId)
  await ctx.tx(async (tx) => {
    if (!(await exportsStore.begin(tx.db, row)))
      throw new AppError('CONFLICT', 'A copy of your data is being made already. Wait until it is ready.')
    // Counted with the new one, behind which all others wait.
    if ((await exportsStore.countSince(tx.db, userId, new Date(at.getTime() - DAY_MS))) > MAX_EXPORTS_A_DAY)
      throw new AppError('LIMIT_REACHED', `${MAX_EXPORTS_A_DAY} copies can be made a day. Try again tomorrow.`)
    await tx.emit({ type: 'account.export-wanted', userId, exportId: id, region: tx.region })
    await note(tx, workspaces)
  })
  return { data: shown({ ...row, state: 'waiting', done: 0, total: 0, bytes: 0, tries: 0, endedAt: null }) }
}

async function take(deps: ExportDeps, ctx: Ctx, id: string): Promise<void> {
  const now = deps.now()
  const row = await exportsStore.claim(ctx.db, id, { now, silentSince: new Date(now.getTime() - SILENCE_MS) })
  if (!row) {
    const found = await exportsStore.find(ctx.db, id)
    if (found?.state === 'packing') throw new AppError('UNAVAILABLE', 'Another process is at this copy.')
    return
  }
  const user = await findUserById(deps.db, row.userId)
  if (!user) return forget(deps, ctx, row)
  try {
    // The process before may have been killed while it wrote.
    if (row.tries > 1) await deps.storage.bucket(ctx.region).clear(row.key)
    if (row.tries > TRIES) throw new Error('the processes that packed this copy ended')
    await pack(deps, ctx, row, user)
  } catch (error) {
    ctx.log.warn({ err: error, exportId: id, tries: row.tries }, 'account export failed')
    await dropBytes(deps, ctx, row)
    const state = row.tries >= TRIES ? 'failed' : 'waiting'
    const left = await exportsStore.end(ctx.db, row, { state, bytes: 0, expiresAt: row.expiresAt, now: deps.now() })
    if (left && state === 'waiting') throw error
  }
}

/** A copy that is ready keeps its bytes, and so does whoever took it over meanwhile, under the same key. */
async function dropBytes({ storage }: ExportDeps, ctx: Ctx, { id, key, tries }: ExportRow): Promise<void> {
  const found = await exportsStore.find(ctx.db, id)
  if (!found || (found.tries === tries && found.state !== 'ready')) await storage.bucket(ctx.region).delete(key)
  await exportsStore.deleteAbandonedExport(ctx.db, { id, tries })
}

/** Into the bucket as it is made, saying again and again that somebody is at it. */
async function pack(deps: ExportDeps, ctx: Ctx, row: ExportRow, user: User): Promise<void> {
  const { now, storage } = deps
  const bucket = storage.bucket(ctx.region)
  const total = await partsOf(ctx, user)
  let begun = 0
  const stream = Readable.from(
    packExport(deps, ctx, user, () => (begun += 1)),
    { objectMode: false },
  )
  const tell = async () => {
    const done = Math.min(Math.max(0, begun - 1), total)
    if (!(await exportsStore.beat(ctx.db, row, { now: now(), done, total })))
      stream.destroy(new Error('nobody wants it'))
  }
  // The database may be away for a moment: whether the copy is still this process's is asked again with the next one, and at the end.
  const reportProgress = () =>
    tell().catch((error: unknown) =>
      ctx.log.warn({ err: error, exportId: row.id }, 'writing the progress of an account export failed'),
    )
  const progressTimer = setInterval(() => void reportProgress(), BEAT_MS)
  try {
    await reportProgress()
    const bytes = await bucket.receive(row.key, stream, MOST_BYTES)
    // Nobody can ask for those of before since this one was asked for.
    for (const one of await exportsStore.ofAccount(ctx.db, row.userId))
      if (one.createdAt < row.createdAt) await bucket.delete(one.key)
    const expiresAt = new Date(now().getTime() + EXPORT_DAYS * DAY_MS)
    if (await exportsStore.end(ctx.db, row, { state: 'ready', bytes, expiresAt, now: now() }))
      await announce(deps, ctx, user, expiresAt)
    else await dropBytes(deps, ctx, row)
  } finally {
    clearInterval(progressTimer)
  }
}

/** What cannot be told by mail is seen on the page. */
async function announce({ mailers, settings }: ExportDeps, ctx: Ctx, user: User, expiresAt: Date): Promise<void> {
  const link = `${settings.publicUrl}/app/${ctx.region}/account?tab=data`
  const mail = await exportReadyMail({ language: languageOf(user), link, expiresAt })
  await mailers
    .of(ctx.region)
    .sendOrLater({ to: user.email, ...mail })
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'sending the mail about an account export failed'))
}
