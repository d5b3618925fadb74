// Owns leads of agents: people with contact details, in stages and groups, with notes.
import type { Readable } from 'node:stream'
import {
  DEFAULT_STAGES,
  type LeadChanges,
  type LeadSettings,
  MAX_LEAD_NOTES,
  MAX_LEADS,
  type NewLead,
} from '@parlance/contract/leads/schemas'
import { isSamePerson } from '@parlance/contract/conversations/lifecycle'
import type { Person } from '@parlance/contract/conversations/schemas'
import { emailKeyOf, joined, phoneKeyOf } from '@parlance/contract/leads/captured'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import { pageOf, readCursor } from '../../lib/cursor.ts'
import { personOf } from '../conversations/index.ts'
import { notRestorable, type Trash } from '../trash/service.ts'
import { captureLead } from './capture-lead.ts'
import { exportLeads } from './export-leads.ts'
import { importLeads, type ImportInput } from './import-leads.ts'
import type { ReadVisitorDetails } from './ports.ts'
import * as repository from './repository.ts'
import { leadNotes, type LeadRow, leads } from './schema.ts'
import { bounded, newestOf, toLead, toNote } from './views.ts'

const PAGE = 50
const DUPLICATES = 20

export interface LeadsDeps {
  readonly trash: Pick<Trash, 'put' | 'restore'>
  readonly readVisitorDetails: ReadVisitorDetails
  readonly agentExists: (ctx: Ctx, agentId: string) => Promise<boolean>
  /** Ids of all conversations of the person, including merged visitors. */
  readonly ofContact: (ctx: Ctx, of: { agentId: string; conversationId: string }) => Promise<readonly string[]>
}
interface One {
  readonly agentId: string
  readonly leadId: string
}
type Query = repository.Filters & { readonly agentId: string }
type BulkChange = { readonly stage: string } | { readonly group: string } | { readonly delete: true }

/** The org of a client user; undefined for workspace members. */
const orgOf = ({ actor }: Ctx): string | undefined =>
  actor.kind === 'client' && !actor.isAdmin ? actor.orgId : undefined

function author(ctx: Ctx): Person {
  const person = personOf(ctx.actor)
  if (!person) throw new AppError('FORBIDDEN')
  return person
}

async function find(ctx: Ctx, { agentId, leadId }: One): Promise<LeadRow> {
  const row = await repository.find(ctx.db, agentId, leadId)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

async function findAll(ctx: Ctx, agentId: string, ids: readonly string[]): Promise<LeadRow[]> {
  const wanted = [...new Set(ids)]
  const rows = await repository.findAll(ctx.db, agentId, wanted)
  if (rows.length < wanted.length) throw new AppError('NOT_FOUND')
  return rows
}

async function assertRoom(ctx: Ctx, agentId: string, more: number): Promise<void> {
  if ((await repository.countUpTo(ctx.db, agentId, MAX_LEADS)) + more > MAX_LEADS)
    throw new AppError('LIMIT_REACHED', msg('too_many_leads', { max: MAX_LEADS }))
}

export async function settingsOf(ctx: Ctx, agentId: string): Promise<LeadSettings> {
  return (await repository.findSettings(ctx.db, agentId)) ?? { rules: [], stages: [...DEFAULT_STAGES] }
}

async function assertStage(ctx: Ctx, agentId: string, stage: string | undefined): Promise<void> {
  const { stages } = await settingsOf(ctx, agentId)
  if (stage !== undefined && !stages.some(({ id }) => id === stage))
    throw new AppError('INVALID_INPUT', msg('stage_unknown'))
}

/** The conversation that created the kept lead stays first. */
const mergedConversations = ([first, ...later]: readonly string[], others: readonly string[]): string[] =>
  newestOf([first ?? '', ...others, ...later])

async function shown(ctx: Ctx, row: LeadRow) {
  const notes = await repository.countNotes(ctx.db, [row.id], orgOf(ctx))
  return toLead(row, notes.get(row.id) ?? 0)
}

export function createLeads(deps: LeadsDeps) {
  const { trash } = deps
  const discard = async (tx: Ctx, agentId: string, rows: readonly LeadRow[]) => {
    for (const { id } of rows)
      await trash.put(tx, { kind: 'lead', itemId: id, agentId }, [
        { table: leads, where: repository.isLead(agentId, id) },
        { table: leadNotes, where: repository.isNoteOf([id]) },
      ])
    await repository.remove(
      tx.db,
      agentId,
      rows.map(({ id }) => id),
    )
  }

  return {
    async list(
      ctx: Ctx,
      {
        cursor,
        limit = PAGE,
        conversationId,
        ...query
      }: Query & { conversationId?: string | undefined; cursor?: string | undefined; limit?: number | undefined },
    ) {
      const search = query.search?.trim()
      const conversationIds =
        conversationId === undefined
          ? undefined
          : [conversationId, ...(await deps.ofContact(ctx, { agentId: query.agentId, conversationId }))]
      const page = { ...query, search, conversationIds, after: readCursor(cursor), limit: limit + 1 }
      const found = await repository.list(ctx.db, page)
      const { items, nextCursor } = pageOf(found, limit, ({ createdAt: at, id }) => ({ at, id }))
      const ids = items.map(({ id }) => id)
      const notes = await repository.countNotes(ctx.db, ids, orgOf(ctx))
      return { items: items.map((row) => toLead(row, notes.get(row.id) ?? 0)), nextCursor }
    },

    async get(ctx: Ctx, one: One) {
      const row = await find(ctx, one)
      const keys = { emails: [row.emailKey], phones: [row.phoneKey] }
      const [notes, same] = await Promise.all([
        repository.listNotes(ctx.db, row.id, orgOf(ctx)),
        repository.findSame(ctx.db, one.agentId, keys),
      ])
      const asker = personOf(ctx.actor)
      return {
        ...toLead(row, notes.length),
        notes: notes.map((note) => toNote(note, asker)),
        duplicates: same
          .filter(({ id }) => id !== row.id)
          .slice(0, DUPLICATES)
          .map(({ id: leadId, name, email, phone, createdAt }) => ({
            leadId,
            name,
            email,
            phone,
            createdAt: createdAt.toISOString(),
          })),
      }
    },

    create: (ctx: Ctx, { agentId, ...lead }: NewLead & { readonly agentId: string }) =>
      ctx.tx(async (tx) => {
        await repository.lockAgent(tx.db, agentId)
        await assertStage(tx, agentId, lead.stage)
        await assertRoom(tx, agentId, 1)
        const { stages } = await settingsOf(tx, agentId)
        const row: LeadRow = {
          ...lead,
          id: randomId(16),
          workspaceId: tx.workspaceId,
          agentId,
          emailKey: emailKeyOf(lead.email),
          phoneKey: phoneKeyOf(lead.phone),
          stage: lead.stage ?? stages[0]?.id ?? 'new',
          source: personOf(tx.actor) ? 'manual' : 'api',
          conversationIds: [],
          createdAt: tx.now(),
          updatedAt: tx.now(),
        }
        await repository.insert(tx.db, [row])
        return toLead(row, 0)
      }),

    update: (ctx: Ctx, { agentId, leadId, ...change }: LeadChanges & One) =>
      ctx.tx(async (tx) => {
        await repository.lockAgent(tx.db, agentId)
        const before = await find(tx, { agentId, leadId })
        await assertStage(tx, agentId, change.stage)
        const { name = before.name, email = before.email, phone = before.phone } = change
        if (name === '' && email === '' && phone === '') throw new AppError('INVALID_INPUT', msg('lead_empty'))
        const row: LeadRow = {
          ...before,
          name,
          email,
          phone,
          emailKey: emailKeyOf(email),
          phoneKey: phoneKeyOf(phone),
          variables: change.variables ?? before.variables,
          stage: change.stage ?? before.stage,
          group: change.group ?? before.group,
          updatedAt: tx.now(),
        }
        await repository.update(tx.db, [row])
        return shown(tx, row)
      }),

    delete: (ctx: Ctx, one: One) =>
      ctx.tx(async (tx) => {
        await repository.lockAgent(tx.db, one.agentId)
        await discard(tx, one.agentId, [await find(tx, one)])
      }),

    restore: (ctx: Ctx, agentId: string, ids: readonly string[]) =>
      ctx.tx(async (tx) => {
        await tx.assertStill?.(tx)
        await repository.lockAgent(tx.db, agentId)
        // Possibly done already, e.g. in another tab.
        const there = new Set((await repository.findAll(tx.db, agentId, ids)).map(({ id }) => id))
        const gone = [...new Set(ids)].filter((id) => !there.has(id))
        await assertRoom(tx, agentId, gone.length)
        for (const itemId of gone)
          if (!(await trash.restore(tx, { kind: 'lead', itemId, agentId }, [leads, leadNotes]))) throw notRestorable()
        // The stage may have been deleted meanwhile.
        const { stages } = await settingsOf(tx, agentId)
        await repository.moveFromLostStages(
          tx.db,
          agentId,
          stages.map(({ id }) => id),
          stages[0]?.id ?? 'new',
        )
      }),

    bulk: (ctx: Ctx, agentId: string, ids: readonly string[], change: BulkChange) =>
      ctx.tx(async (tx) => {
        await repository.lockAgent(tx.db, agentId)
        const rows = await findAll(tx, agentId, ids)
        if ('delete' in change) return discard(tx, agentId, rows)
        if ('stage' in change) await assertStage(tx, agentId, change.stage)
        await repository.setAll(tx.db, agentId, ids, change, tx.now())
      }),

    merge: (ctx: Ctx, { agentId, leadId, other: otherId }: One & { readonly other: string }) =>
      ctx.tx(async (tx) => {
        if (otherId === leadId) throw new AppError('INVALID_INPUT', msg('merge_with_itself'))
        await repository.lockAgent(tx.db, agentId)
        const [kept, other] = [await find(tx, { agentId, leadId }), await find(tx, { agentId, leadId: otherId })]
        const fields = joined(kept, other)
        const row: LeadRow = {
          ...kept,
          ...fields,
          variables: bounded(fields.variables),
          emailKey: emailKeyOf(fields.email),
          phoneKey: phoneKeyOf(fields.phone),
          group: kept.group || other.group,
          conversationIds: mergedConversations(kept.conversationIds, other.conversationIds),
          createdAt: kept.createdAt < other.createdAt ? kept.createdAt : other.createdAt,
          updatedAt: tx.now(),
        }
        await repository.moveNotes(tx.db, other.id, kept.id)
        await repository.remove(tx.db, agentId, [other.id])
        await repository.update(tx.db, [row])
        return shown(tx, row)
      }),

    saveNote: (ctx: Ctx, { agentId, leadId, noteId, text }: One & { readonly noteId: string; readonly text: string }) =>
      ctx.tx(async (tx) => {
        const by = author(tx)
        await repository.lockAgent(tx.db, agentId)
        const lead = await find(tx, { agentId, leadId })
        const before = await repository.findNote(tx.db, lead.id, noteId)
        if (before && !isSamePerson(before.author, by)) throw new AppError('NOT_FOUND')
        const notes = before ? 0 : ((await repository.countNotes(tx.db, [lead.id], orgOf(tx) ?? '')).get(lead.id) ?? 0)
        if (notes >= MAX_LEAD_NOTES)
          throw new AppError('LIMIT_REACHED', msg('too_many_lead_notes', { max: MAX_LEAD_NOTES }))
        const now = tx.now()
        const of = { leadId: lead.id, id: noteId, workspaceId: lead.workspaceId, orgId: orgOf(tx) ?? '' }
        const note = { ...(before ?? { ...of, author: by, at: now }), text, editedAt: now }
        await repository.saveNote(tx.db, note)
        return toNote(note, by)
      }),
    async deleteNote(ctx: Ctx, { agentId, leadId, noteId }: One & { readonly noteId: string }) {
      const by = author(ctx)
      const lead = await find(ctx, { agentId, leadId })
      const note = await repository.findNote(ctx.db, lead.id, noteId)
      if (!note || !isSamePerson(note.author, by)) throw new AppError('NOT_FOUND')
      await repository.deleteNote(ctx.db, lead.id, noteId)
    },

    async settings(ctx: Ctx, agentId: string) {
      const [settings, groups] = await Promise.all([settingsOf(ctx, agentId), repository.groupsOf(ctx.db, agentId)])
      return { ...settings, groups }
    },
    async saveSettings(ctx: Ctx, agentId: string, settings: LeadSettings) {
      await ctx.tx(async (tx) => {
        await repository.lockAgent(tx.db, agentId)
        await repository.saveSettings(tx.db, { ...settings, agentId, workspaceId: tx.workspaceId })
        const ids = settings.stages.map(({ id }) => id)
        await repository.moveFromLostStages(tx.db, agentId, ids, ids[0] ?? 'new')
      })
    },

    import: (ctx: Ctx, input: ImportInput) => importLeads(settingsOf, ctx, input),

    async export(ctx: Ctx, query: Query): Promise<Readable> {
      const search = query.search?.trim()
      return exportLeads(ctx, { ...query, search }, await settingsOf(ctx, query.agentId))
    },

    /** Call it after a visitor gave details. */
    capture: (ctx: Ctx, of: { readonly agentId: string; readonly conversationId: string }) =>
      captureLead({ readVisitorDetails: deps.readVisitorDetails, agentExists: deps.agentExists, settingsOf }, ctx, of),
    /** Copies the capture rules to a duplicated agent. */
    async copySettings(ctx: Ctx, from: string, to: string) {
      const settings = await repository.findSettings(ctx.db, from)
      if (settings) await repository.saveSettings(ctx.db, { ...settings, agentId: to, workspaceId: ctx.workspaceId })
    },
    forgetConversations: (ctx: Ctx, ids: readonly string[]) => repository.forgetConversations(ctx.db, ids),
    forgetPerson: (ctx: Ctx, person: Person) => repository.renameAuthor(ctx.db, person),
    removeOfAgent: (ctx: Ctx, agentId: string) =>
      ctx.tx(async (tx) => {
        // Waits for concurrent additions.
        await repository.lockAgent(tx.db, agentId)
        await repository.removeOfAgent(tx.db, agentId)
      }),
  }
}
export type Leads = ReturnType<typeof createLeads>
