// What people of the agent's side do with conversations: take over, answer, hand back, assign, tag, put aside, note.
import type { CannedReply, inboxApi, Note } from '@parlance/contract/conversations/inbox-api'
import { isSamePerson, type Move, refusesReply } from '@parlance/contract/conversations/lifecycle'
import type { Conversation, Person } from '@parlance/contract/conversations/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import type { OrgProfile } from '@parlance/contract/orgs/schemas'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Handlers } from '../../../lib/http/handlers.ts'
import { personOf } from '../access.ts'
import type { Lifecycle, LifecycleDeps } from '../lifecycle/lifecycle.ts'
import { lockConversation, setAssignee } from '../lifecycle/repository.ts'
import { type ConversationRow, findConversation, readMessages, standingOf, toConversation } from '../repository.ts'
import { deletePresenceOfWorkspace, forgetPresence } from '../handoff/repository.ts'
import type { Briefs } from '../handoff/write-brief.ts'
import * as repository from './repository.ts'
import type { NoteRow } from './schema.ts'

export interface InboxDeps extends Pick<LifecycleDeps, 'bus' | 'lockBalances'>, Briefs {
  readonly lifecycle: Pick<Lifecycle, 'change'>
  /** What the agency decided about the org of a client user. */
  readonly orgProfile: (ctx: Ctx, orgId: string) => Promise<OrgProfile | undefined>
  /** Path of somebody's photo; empty without one. */
  readonly photoOf: (ctx: Ctx, person: Person) => Promise<string>
  /** People of the workspace who may answer, and client users of the agent; of one org where `orgId` names it. */
  readonly assignees: (ctx: Ctx, agentId: string, orgId: string | undefined) => Promise<readonly Person[]>
  /** People who may take conversations of the agent over. */
  readonly mayTakeOver: (ctx: Ctx, agentId: string) => Promise<readonly Person[]>
}
interface One {
  readonly agentId: string
  readonly conversationId: string
}

const MAX_NOTES = 500
const EARLIER = 20

function speaking(ctx: Ctx): Person {
  const person = personOf(ctx.actor)
  if (!person) throw new AppError('FORBIDDEN')
  return person
}
/** The org of a client user; undefined for whoever is of the whole workspace. */
const orgOf = ({ actor }: Ctx): string | undefined =>
  actor.kind === 'client' && !actor.isAdmin ? actor.orgId : undefined

async function find(ctx: Ctx, { agentId, conversationId }: One): Promise<ConversationRow> {
  const row = await findConversation(ctx.db, agentId, conversationId)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

export function createInbox(deps: InboxDeps) {
  const { bus, lifecycle } = deps
  const publish = (ctx: Ctx, row: ConversationRow, said?: number) => {
    const event = { agentId: row.agent_id, conversationId: row.id }
    for (const topic of [`conversation:${row.id}`, `workspace:${row.workspace_id}`]) {
      if (said) bus.publish(ctx.region, topic, { type: 'message', ...event, seq: said, from: 'human' })
      bus.publish(ctx.region, topic, { type: 'conversation', ...event })
    }
  }
  const profileOf = async (ctx: Ctx) => {
    const orgId = orgOf(ctx)
    return orgId === undefined ? undefined : deps.orgProfile(ctx, orgId)
  }
  const move = async (ctx: Ctx, input: One, wanted: Move) => {
    const profile = await profileOf(ctx)
    if (wanted === 'takeOver' && profile?.disableHandoff) throw new AppError('FORBIDDEN', msg('handoff_disabled'))
    const isQuiet = profile?.settings.disableHandoffMessages
    const person = speaking(ctx)
    const photoURL = wanted === 'takeOver' ? await deps.photoOf(ctx, person) : ''
    return lifecycle.change(ctx, input, wanted, { person: { ...person, ...(photoURL && { photoURL }) }, isQuiet })
  }
  /** Changes a conversation under its lock and tells whoever looks at it. */
  const keep = async (
    ctx: Ctx,
    input: One,
    work: (tx: Ctx, row: ConversationRow) => Promise<unknown>,
  ): Promise<{ data: Conversation }> => {
    const row = await ctx.tx(async (tx) => {
      const locked = await lockConversation(tx.db, input.agentId, input.conversationId)
      if (!locked) throw new AppError('NOT_FOUND')
      await work(tx, locked)
      return find(tx, input)
    })
    publish(ctx, row)
    return { data: toConversation(row, true) }
  }
  const toNote = (ctx: Ctx, { id, author, text, at }: NoteRow): Note => {
    const own = personOf(ctx.actor)
    return { id, by: author, text, at: at.toISOString(), isOwn: own !== undefined && isSamePerson(own, author) }
  }

  return {
    takeOver: (ctx: Ctx, input: One) => move(ctx, input, 'takeOver'),
    handBack: (ctx: Ctx, input: One) => move(ctx, input, 'handBack'),
    close: (ctx: Ctx, input: One) => move(ctx, input, 'end'),

    /** @throws CONFLICT for whoever does not speak in it; the lock decides, so that two people never both do. */
    async reply(ctx: Ctx, input: One & { readonly id: string; readonly text: string }) {
      const person = speaking(ctx)
      const { row, seq, isNew } = await ctx.tx(async (tx) => {
        const found = await find(tx, input)
        // As turns do, so that messages are numbered one after the other.
        await deps.lockBalances(tx.db, [found.workspace_id])
        const row = await lockConversation(tx.db, input.agentId, input.conversationId)
        if (!row) throw new AppError('NOT_FOUND')
        const before = await repository.findReply(tx.db, row.id, input.id)
        if (before !== undefined) return { row, seq: before, isNew: false }
        const reason = refusesReply(standingOf(row), row.assignee, person)
        if (reason) throw new AppError('CONFLICT', msg(reason))
        const reply = { conversationId: row.id, clientId: input.id, text: input.text, by: row.assignee ?? person }
        return { row, seq: await repository.insertReply(tx.db, reply, ctx.now()), isNew: true }
      })
      if (isNew) publish(ctx, row, seq)
      const [data] = await readMessages(ctx.db, row.id, seq + 1, 1)
      if (!data) throw new AppError('NOT_FOUND')
      return { data }
    },

    assignees: async (ctx: Ctx, { agentId }: { readonly agentId: string }) => ({
      items: [...(await deps.assignees(ctx, agentId, orgOf(ctx)))],
    }),
    async assign(ctx: Ctx, input: One & { readonly assignee: Pick<Person, 'kind' | 'id'> | null }) {
      const { assignee } = input
      const person =
        assignee === null
          ? null
          : (await deps.assignees(ctx, input.agentId, orgOf(ctx))).find((one) => isSamePerson(one, assignee))
      if (person === undefined) throw new AppError('INVALID_INPUT', msg('assignee_unknown'))
      const mayAnswer =
        person?.kind !== 'client' ||
        (await deps.mayTakeOver(ctx, input.agentId)).some((one) => isSamePerson(one, person))
      return keep(ctx, input, async (tx, row) => {
        // Whoever speaks is somebody: a conversation that people answer is handed back instead.
        if (person === null && row.state === 'human-chatting') throw new AppError('CONFLICT', msg('hand_back_first'))
        // To be given one that people answer is to take it over.
        if (!mayAnswer && row.state === 'human-chatting') throw new AppError('FORBIDDEN', msg('handoff_disabled'))
        await setAssignee(tx.db, row.id, person)
        const of = { workspaceId: row.workspace_id, agentId: row.agent_id, conversationId: row.id }
        if (person && !(row.assignee && isSamePerson(row.assignee, person)))
          await tx.emit({ type: 'chat.delegated', ...of, person, by: speaking(ctx) })
      })
    },
    async setTags(ctx: Ctx, input: One & { readonly tags: readonly string[] }) {
      const profile = await profileOf(ctx)
      return keep(ctx, input, async (tx, row) => {
        const free = profile?.disallowAnyTags ? input.tags.filter((tag) => !row.tags.includes(tag)) : []
        const unknown = free.find((tag) => !profile?.predefinedTags.includes(tag))
        if (unknown !== undefined) throw new AppError('FORBIDDEN', msg('tag_not_predefined', { tag: unknown }))
        await repository.setTags(tx.db, row.id, input.tags)
      })
    },
    snooze: (ctx: Ctx, input: One & { readonly until: string | null }) =>
      keep(ctx, input, (tx, row) =>
        repository.setSnooze(tx.db, row.id, input.until === null ? null : new Date(input.until)),
      ),
    async markSeen(ctx: Ctx, input: One & { readonly seq: number }) {
      const row = await find(ctx, input)
      if (await repository.setSeen(ctx.db, row.id, input.seq)) {
        const event = { type: 'conversation' as const, agentId: row.agent_id, conversationId: row.id }
        bus.publish(ctx.region, `workspace:${row.workspace_id}`, event)
      }
      return { success: true as const }
    },

    async details(ctx: Ctx, input: One) {
      const row = await find(ctx, input)
      const [notes, { language, variables }, earlier, briefs] = await Promise.all([
        repository.listNotes(ctx.db, row.id, orgOf(ctx)),
        repository.readKnown(ctx.db, row.id),
        repository.listEarlier(ctx.db, row.id, EARLIER),
        deps.readBrief(ctx, row.id),
      ])
      return {
        data: {
          notes: notes.map((note) => toNote(ctx, note)),
          variables,
          language,
          ...briefs,
          earlier: earlier.map(({ id, title, state, last_message_at }) => ({
            id,
            title,
            state,
            lastMessageAt: new Date(last_message_at).toISOString(),
          })),
        },
      }
    },
    async writeBrief(ctx: Ctx, input: One) {
      const row = await find(ctx, input)
      return { data: await deps.writeBrief({ ...ctx, workspaceId: row.workspace_id }, row) }
    },
    async addNote(ctx: Ctx, input: One & { readonly text: string }) {
      const author = speaking(ctx)
      const { note, row } = await ctx.tx(async (tx) => {
        const row = await lockConversation(tx.db, input.agentId, input.conversationId)
        if (!row) throw new AppError('NOT_FOUND')
        if ((await repository.countNotes(tx.db, row.id)) >= MAX_NOTES)
          throw new AppError('LIMIT_REACHED', msg('too_many_notes', { max: MAX_NOTES }))
        const of = { workspaceId: row.workspace_id, conversationId: row.id, orgId: orgOf(ctx) ?? '' }
        const note: NoteRow = { id: randomId(20), ...of, author, text: input.text, at: ctx.now() }
        await repository.insertNote(tx.db, note)
        return { note, row }
      })
      publish(ctx, row)
      return { data: toNote(ctx, note) }
    },
    async deleteNote(ctx: Ctx, input: One & { readonly noteId: string }) {
      const row = await find(ctx, input)
      if (!(await repository.deleteNote(ctx.db, row.id, input.noteId, speaking(ctx)))) throw new AppError('NOT_FOUND')
      publish(ctx, row)
      return { success: true as const }
    },

    async cannedReplies(ctx: Ctx) {
      const profile = await profileOf(ctx)
      if (profile && !profile.settings.enableCannedResponses) return { items: [] }
      return { items: await repository.listCannedReplies(ctx.db, ctx.workspaceId) }
    },
    async saveCannedReplies(
      ctx: Ctx,
      { uid, items }: { readonly uid: string; readonly items: readonly CannedReply[] },
    ) {
      await ctx.tx((tx) => repository.replaceCannedReplies(tx.db, uid, items))
      return { success: true as const }
    },
    inboxCounts: async (ctx: Ctx, { uid }: { readonly uid: string }) => ({
      data: await repository.countInbox(ctx.db, uid, speaking(ctx)),
    }),
  } satisfies Omit<Handlers<typeof inboxApi>, 'availability' | 'setAvailability' | 'markPresent' | 'markClientPresent'>
}

/** Of somebody who is gone: the agent answers where they spoke, and their notes stay under this name. */
export async function forgetPerson(ctx: Ctx, person: Person): Promise<void> {
  await repository.forgetPerson(ctx.db, person)
  await forgetPresence(ctx.db, person)
}
export async function deleteOfWorkspace(ctx: Ctx, workspaceId: string): Promise<void> {
  await repository.replaceCannedReplies(ctx.db, workspaceId, [])
  await deletePresenceOfWorkspace(ctx.db, workspaceId)
}
