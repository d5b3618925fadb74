// Owns a workspace's log and the mails sent by its API calls: to members only, within a quota.
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { roleAtLeast } from '@parlance/contract/lib/roles'
import { DAY_MS } from '@parlance/contract/lib/time'
import { LOGS_KEPT_DAYS, MAIL_WINDOW_MS, mailWait, type LogEntry } from '@parlance/contract/workspaces/logs'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import { MailRefused, TAKES_NO_MAIL, unlessRefused } from '../../lib/mail.ts'
import * as repository from './mailing.repository.ts'
import * as people from './members/repository.ts'
import { lockWorkspaceAs } from './lock-workspace.ts'
import { EMAIL_UNCONFIRMED } from './members/members.ts'
import type { AgentTitles, WorkspaceMails } from './ports.ts'
import { find, type WorkspaceRow } from './repository.ts'
import { pageOf, readCursor } from '../../lib/cursor.ts'
import type { MessageRef } from '@parlance/i18n/messages'

export interface MailingDeps {
  readonly sandboxMail: boolean
  readonly mails: Pick<WorkspaceMails, 'notice' | 'log'>
  readonly agentTitles: AgentTitles
}

export interface NewLog {
  readonly userId: string
  readonly agentId: string
  readonly type: string
  readonly content: string
  /** Set for entries written by the product itself. */
  readonly contentMessage?: MessageRef
  readonly channel: string
  readonly metadata: Readonly<Record<string, unknown>>
  readonly withEmail: boolean
}
export interface LogQuery extends Pick<repository.LogQuery, 'search' | 'type' | 'agentId'> {
  readonly uid: string
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

export interface Mailing {
  /** To `to`, or to everyone who joined. Errors: FORBIDDEN for other recipients, RATE_LIMITED, UNAVAILABLE. */
  readonly sendEmail: (
    ctx: Ctx,
    mail: { readonly uid: string; readonly to?: string | undefined; readonly subject: string; readonly html: string },
  ) => Promise<void>
  /** Errors: NOT_FOUND for an agent that is not the workspace's, FORBIDDEN for support that would have it mailed. */
  readonly writeLog: (ctx: Ctx, log: NewLog) => Promise<LogEntry>
  /** INVALID_INPUT for an invalid cursor. */
  readonly logs: (ctx: Ctx, query: LogQuery) => Promise<{ items: LogEntry[]; nextCursor: string | null }>
  /** Mails an entry to one member, if both are still there. */
  readonly mailLog: (ctx: Ctx, mail: { readonly logId: string; readonly to: string }) => Promise<void>
  readonly deleteOldLogs: (ctx: Ctx) => Promise<void>
}

const PAGE_SIZE = 25
const NOT_A_MEMBER = msg('mail_to_members_only')

export function createMailing(deps: MailingDeps): Mailing {
  const recipients: Recipients = (ctx, row) => joinedEmails(ctx, row, deps.sandboxMail)
  return { ...createSendEmail(deps, recipients), ...createWorkspaceLog(deps, recipients) }
}

/** Unconfirmed owner addresses get no real mail. */
const membersOf = async (ctx: Ctx, row: WorkspaceRow, sandboxMail: boolean) =>
  (await people.list(ctx.db, row.uid)).filter(({ role }) => sandboxMail || role !== 'owner' || row.ownerVerified)

const joinedEmails = async (ctx: Ctx, row: WorkspaceRow, sandboxMail: boolean): Promise<string[]> =>
  (await membersOf(ctx, row, sandboxMail)).filter(({ joinedAt }) => joinedAt !== null).map(({ email }) => email)

/** Addresses of members that may be mailed, invited ones included; none for a deleted workspace. */
export async function workspaceEmails(ctx: Ctx, uid: string, sandboxMail: boolean): Promise<string[]> {
  const row = await find(ctx.db, uid)
  return row ? (await membersOf(ctx, row, sandboxMail)).map(({ email }) => email) : []
}

/** Addresses of those who joined and may manage billing; none for a deleted workspace. */
export async function billingEmails(ctx: Ctx, uid: string, sandboxMail: boolean): Promise<string[]> {
  const row = await find(ctx.db, uid)
  const members = row ? await membersOf(ctx, row, sandboxMail) : []
  return members.flatMap(({ email, role, joinedAt }) =>
    joinedAt !== null && roleAtLeast(role, 'admin') ? [email] : [],
  )
}

/** Empty for a deleted workspace. */
export const workspaceName = async (ctx: Ctx, uid: string): Promise<string> =>
  (await find(ctx.db, uid))?.workspaceName ?? ''

/** Undefined while it may not be mailed. */
export async function ownerEmail(ctx: Ctx, uid: string, sandboxMail: boolean): Promise<string | undefined> {
  const row = await find(ctx.db, uid)
  return row && (await membersOf(ctx, row, sandboxMail)).find(({ role }) => role === 'owner')?.email
}

type Recipients = (ctx: Ctx, row: WorkspaceRow) => Promise<string[]>

function createSendEmail({ mails }: MailingDeps, recipients: Recipients): Pick<Mailing, 'sendEmail'> {
  const reserveMail = (ctx: Ctx, uid: string, slot: string, to: string | undefined) =>
    lockWorkspaceAs(ctx, uid, 'admin', async (tx, row) => {
      const all = await recipients(tx, row)
      if (all.length === 0) throw new AppError('FORBIDDEN', EMAIL_UNCONFIRMED)
      if (to !== undefined && !all.includes(to)) throw new AppError('FORBIDDEN', NOT_A_MEMBER)
      const wait = await secondsToWait(tx, uid)
      if (wait > 0) throw new AppError('RATE_LIMITED', msg('mail_limit_reached'), { retryAfter: wait })
      await repository.addMail(tx.db, { id: slot, workspaceId: uid, at: tx.now(), kind: 'email' })
      return { workspace: row.workspaceName, known: to === undefined ? all : [to] }
    })
  return {
    async sendEmail(ctx, { uid, to: only, subject, html }) {
      const slot = randomId(20)
      const { workspace, known } = await reserveMail(ctx, uid, slot, only)
      const sent = await Promise.allSettled(known.map((to) => mails.notice(ctx, { to, workspace, subject, html })))
      const failures = sent.filter((one) => one.status === 'rejected')
      // A mail that reached nobody does not count.
      const isLost = failures.length === sent.length
      if (isLost) await repository.deleteMail(ctx.db, slot)
      // A retry would not reach recipients who refuse mail, and would reach the others twice.
      const failed = failures.find(({ reason }) => !(reason instanceof MailRefused))
      if (!failed && !isLost) return
      if (!failed) throw new AppError('INVALID_INPUT', TAKES_NO_MAIL, { cause: failures[0]?.reason })
      const message = msg('mail_failed_retry_in_minutes')
      throw new AppError('UNAVAILABLE', message, { cause: failed.reason })
    },
  }
}

function createWorkspaceLog({ mails, agentTitles }: MailingDeps, recipients: Recipients): Omit<Mailing, 'sendEmail'> {
  return {
    async writeLog(ctx, { userId: uid, withEmail, agentId, ...entry }) {
      // The mail carries our branding: text written by support must not appear in it.
      if (withEmail && ctx.asSupport) throw new AppError('FORBIDDEN')
      if (agentId !== '' && !(await agentTitles(ctx, [agentId])).has(agentId)) throw new AppError('NOT_FOUND')
      return ctx.tx(async (tx) => {
        const row = await lockWorkspace(tx, uid)
        const to = withEmail && (await secondsToWait(tx, uid)) === 0 ? await recipients(tx, row) : []
        const log: repository.LogRow = {
          id: randomId(20),
          workspaceId: uid,
          at: tx.now(),
          userId: tx.actor.kind === 'session' ? tx.actor.userId : '',
          agentId,
          ...entry,
          contentMessage: entry.contentMessage ?? null,
          mailed: to.length > 0,
        }
        await repository.insert(tx.db, log)
        if (to.length > 0) await repository.addMail(tx.db, { id: log.id, workspaceId: uid, at: log.at, kind: 'log' })
        for (const one of to) await tx.emit({ type: 'log.mailed', workspaceId: uid, logId: log.id, to: one })
        return toLogEntry(log)
      })
    },

    async logs(ctx, { uid, cursor, limit = PAGE_SIZE, ...query }) {
      const after = readCursor(cursor)
      const search = query.search?.trim()
      const found = await repository.list(ctx.db, { ...query, search, workspaceId: uid, after, limit: limit + 1 })
      const { items, nextCursor } = pageOf(found, limit, (row) => row)
      return { items: items.map(toLogEntry), nextCursor }
    },

    async mailLog(ctx, { logId, to }) {
      const row = await find(ctx.db, ctx.workspaceId)
      const log = row && (await repository.find(ctx.db, row.uid, logId))
      if (!log || !(await recipients(ctx, row)).includes(to)) return
      const titles = log.agentId === '' ? undefined : await agentTitles(ctx, [log.agentId])
      const { type, content, channel, at } = log
      const agent = titles?.get(log.agentId) ?? ''
      await mails
        .log(ctx, { to, workspace: row.workspaceName, type, content, channel, agent, at })
        .catch(unlessRefused(ctx.log))
    },

    async deleteOldLogs(ctx) {
      const now = ctx.now().getTime()
      await repository.deleteLogsBefore(ctx.db, new Date(now - LOGS_KEPT_DAYS * DAY_MS))
      await repository.deleteMailsBefore(ctx.db, new Date(now - MAIL_WINDOW_MS))
    },
  }
}

/** Serializes mails of a workspace, so that the quota holds. */
async function lockWorkspace(tx: Ctx, uid: string): Promise<WorkspaceRow> {
  const row = await people.lockWorkspace(tx.db, uid)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

async function secondsToWait(tx: Ctx, uid: string): Promise<number> {
  const now = tx.now().getTime()
  const sent = await repository.mailsSince(tx.db, uid, new Date(now - MAIL_WINDOW_MS))
  return mailWait(
    sent.map((at) => at.getTime()),
    now,
  )
}

const toLogEntry = (row: repository.LogRow): LogEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  agentId: row.agentId,
  type: row.type,
  content: row.content,
  ...(row.contentMessage && { contentMessage: row.contentMessage }),
  channel: row.channel,
  metadata: isRecord(row.metadata) ? row.metadata : {},
  mailed: row.mailed,
})
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
