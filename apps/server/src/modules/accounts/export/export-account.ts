// Account exports: a ZIP of everything an account holds in one region, packed by a job into the region's bucket, downloaded
// through a URL valid for five minutes, deleted after a week.
import { type AccountExport, EXPORT_DAYS, MAX_EXPORTS_A_DAY } from '@parlance/contract/accounts/account-data'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { DAY_MS } from '@parlance/contract/lib/time'
import { Readable } from 'node:stream'
import { msg } from '@parlance/i18n/messages'
import { exportReadyMail } from '../../../mails/mails.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Mailers } from '../../../lib/mail.ts'
import { type PackDeps, packExport, countParts } from './pack-export.ts'
import * as exportsStore from './exports.repository.ts'
import { idsOf } from '../deletion/account-data.repository.ts'
import { languageOf, sessionOf, type User } from '../account.ts'
import { findUserById } from '../repository.ts'

export const EXPORT_JOB = 'accounts.export'

export interface ExportDeps extends PackDeps {
  readonly mailers: Mailers
  readonly appOrigin: () => string
  readonly recordExport: (ctx: Ctx, workspaceIds: readonly string[]) => Promise<void>
}

const PROGRESS_INTERVAL_MS = 3000
const ABANDONED_AFTER_MS = 20_000
const MAX_TRIES = 3
const URL_LIFETIME_MS = 5 * 60_000
const MAX_BYTES = 50_000_000_000
const DELETE_BATCH = 100

type ExportRow = exportsStore.ExportRow

export function createAccountExport(deps: ExportDeps) {
  return {
    exportData: (ctx: Ctx): Promise<{ data: AccountExport }> => requestExport(deps, ctx),

    exportState: async (ctx: Ctx): Promise<{ data: AccountExport | null }> => {
      const row = await exportsStore.latest(ctx.db, sessionOf(ctx).userId)
      return { data: row && row.expiresAt > deps.now() ? toAccountExport(row) : null }
    },

    /** Errors: NOT_FOUND for any but the latest export and once it expired; CONFLICT while it is not ready. */
    async exportAddress(ctx: Ctx, { exportId }: { exportId: string }): Promise<{ url: string; expiresAt: string }> {
      const row = await exportsStore.latest(ctx.db, sessionOf(ctx).userId)
      const now = deps.now()
      if (row?.id !== exportId || row.expiresAt <= now) throw new AppError('NOT_FOUND')
      if (row.state !== 'ready') throw new AppError('CONFLICT', msg('copy_not_ready'))
      const expiresAt = new Date(now.getTime() + URL_LIFETIME_MS)
      const filename = `parlance-${ctx.region}-${row.createdAt.toISOString().slice(0, 10)}.zip`
      const reading = { filename, mime: 'application/zip', expiresAt }
      return {
        url: await deps.storage.bucket(ctx.region).signedUrl(row.key, reading),
        expiresAt: expiresAt.toISOString(),
      }
    },

    /** Idempotent. Throws while another process packs the export, so that the job is retried. */
    packExport: (ctx: Ctx, id: string): Promise<void> => runExport(deps, ctx, id),

    /** For a deleted account. A process that is still packing deletes its bytes. Throws until all are gone. */
    async deleteExports(ctx: Ctx, userId: string): Promise<void> {
      const rows = await exportsStore.abandonExports(
        ctx.db,
        userId,
        new Date(deps.now().getTime() - ABANDONED_AFTER_MS),
      )
      for (const row of rows) if (!row.isBusy) await deleteExport(deps, ctx, row)
      if (rows.some((row) => row.isBusy)) throw new AppError('UNAVAILABLE', msg('account_copy_running'))
    },

    async deleteExpiredExports(ctx: Ctx): Promise<void> {
      for (const row of await exportsStore.expired(ctx.db, deps.now(), DELETE_BATCH)) await deleteExport(deps, ctx, row)
    },
  }
}

const toAccountExport = (row: ExportRow): AccountExport => ({
  id: row.id,
  state: row.state,
  done: row.done,
  total: row.total,
  bytes: row.bytes,
  createdAt: row.createdAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  expiresAt: row.expiresAt.toISOString(),
})

/** Deletes the bytes first: a remaining row leads to them. */
async function deleteExport({ storage }: ExportDeps, ctx: Ctx, { id, key }: ExportRow): Promise<void> {
  const bucket = storage.bucket(ctx.region)
  await bucket.clear(key)
  await bucket.delete(key)
  await exportsStore.remove(ctx.db, id)
}

/** Errors: FORBIDDEN before the address is confirmed; CONFLICT while another export is running; LIMIT_REACHED. */
async function requestExport({ now, recordExport: note }: ExportDeps, ctx: Ctx): Promise<{ data: AccountExport }> {
  const { userId, emailVerified } = sessionOf(ctx)
  if (!emailVerified) throw new AppError('FORBIDDEN', msg('email_unconfirmed'))
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
    if (!(await exportsStore.insert(tx.db, row))) throw new AppError('CONFLICT', msg('copy_already_running'))
    // Counted after the insert, which serializes concurrent requests.
    if ((await exportsStore.countSince(tx.db, userId, new Date(at.getTime() - DAY_MS))) > MAX_EXPORTS_A_DAY)
      throw new AppError('LIMIT_REACHED', msg('copy_limit_reached', { max: MAX_EXPORTS_A_DAY }))
    await tx.emit({ type: 'account.export-wanted', userId, exportId: id, region: tx.region })
    await note(tx, workspaces)
  })
  return { data: toAccountExport({ ...row, state: 'waiting', done: 0, total: 0, bytes: 0, tries: 0, endedAt: null }) }
}

async function runExport(deps: ExportDeps, ctx: Ctx, id: string): Promise<void> {
  const now = deps.now()
  const row = await exportsStore.claim(ctx.db, id, { now, silentSince: new Date(now.getTime() - ABANDONED_AFTER_MS) })
  if (!row) {
    const found = await exportsStore.find(ctx.db, id)
    if (found?.state === 'packing') throw new AppError('UNAVAILABLE', msg('copy_locked'))
    return
  }
  const user = await findUserById(deps.db, row.userId)
  if (!user) return deleteExport(deps, ctx, row)
  try {
    // The previous process may have been killed while writing.
    if (row.tries > 1) await deps.storage.bucket(ctx.region).clear(row.key)
    if (row.tries > MAX_TRIES) throw new Error('the processes that packed this copy ended')
    await packIntoBucket(deps, ctx, row, user)
  } catch (error) {
    ctx.log.warn({ err: error, exportId: id, tries: row.tries }, 'account export failed')
    await deleteBytes(deps, ctx, row)
    const state = row.tries >= MAX_TRIES ? 'failed' : 'waiting'
    const left = await exportsStore.finish(ctx.db, row, { state, bytes: 0, expiresAt: row.expiresAt, now: deps.now() })
    if (left && state === 'waiting') throw error
  }
}

/** Keeps the bytes of a finished export, and those of a process that took it over, which writes to the same key. */
async function deleteBytes({ storage }: ExportDeps, ctx: Ctx, { id, key, tries }: ExportRow): Promise<void> {
  const found = await exportsStore.find(ctx.db, id)
  if (!found || (found.tries === tries && found.state !== 'ready')) await storage.bucket(ctx.region).delete(key)
  await exportsStore.deleteAbandonedExport(ctx.db, { id, tries })
}

async function packIntoBucket(deps: ExportDeps, ctx: Ctx, row: ExportRow, user: User): Promise<void> {
  const { now, storage } = deps
  const bucket = storage.bucket(ctx.region)
  const total = await countParts(ctx, user)
  let startedParts = 0
  const stream = Readable.from(
    packExport(deps, ctx, user, () => (startedParts += 1)),
    { objectMode: false },
  )
  const writeProgress = async () => {
    const done = Math.min(Math.max(0, startedParts - 1), total)
    if (!(await exportsStore.reportProgress(ctx.db, row, { now: now(), done, total })))
      stream.destroy(new Error('the export was abandoned'))
  }
  // A failed report is not fatal: ownership is checked again with the next report and at the end.
  const reportProgress = () =>
    writeProgress().catch((error: unknown) =>
      ctx.log.warn({ err: error, exportId: row.id }, 'writing the progress of an account export failed'),
    )
  const progressTimer = setInterval(() => void reportProgress(), PROGRESS_INTERVAL_MS)
  try {
    await reportProgress()
    const bytes = await bucket.receive(row.key, stream, MAX_BYTES)
    // Only the latest export can be downloaded.
    for (const one of await exportsStore.listOfAccount(ctx.db, row.userId))
      if (one.createdAt < row.createdAt) await bucket.delete(one.key)
    const expiresAt = new Date(now().getTime() + EXPORT_DAYS * DAY_MS)
    if (await exportsStore.finish(ctx.db, row, { state: 'ready', bytes, expiresAt, now: now() }))
      await announce(deps, ctx, user, expiresAt)
    else await deleteBytes(deps, ctx, row)
  } finally {
    clearInterval(progressTimer)
  }
}

/** A failed mail is only logged: the page shows the export too. */
async function announce({ mailers, appOrigin }: ExportDeps, ctx: Ctx, user: User, expiresAt: Date): Promise<void> {
  const link = `${appOrigin()}/app/${ctx.region}/account?tab=data`
  const mail = await exportReadyMail({ language: languageOf(user), link, expiresAt })
  await mailers
    .of(ctx.region)
    .sendOrLater({ to: user.email, ...mail })
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'sending the mail about an account export failed'))
}
