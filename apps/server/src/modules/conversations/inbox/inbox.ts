// What the team does with conversations: take over, hand back, assign, tag, snooze, note.
import { isDeepStrictEqual } from 'node:util'
import type { CannedReply, inboxApi, Note } from '@parlance/contract/conversations/inbox-api'
import { isSamePerson, type Move } from '@parlance/contract/conversations/lifecycle'
import type { Conversation, Person } from '@parlance/contract/conversations/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import type { OrgProfile } from '@parlance/contract/orgs/schemas'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Handlers } from '../../../lib/http/handlers.ts'
import { orgOf, personOf, speakingPerson, requireConversation } from '../access.ts'
import type { Lifecycle, LifecycleDeps } from '../lifecycle/lifecycle.ts'
import { lockConversation, setAssignee } from '../lifecycle/repository.ts'
import { type ConversationRow, toConversation } from '../repository.ts'
import { deletePresenceOfWorkspace, forgetPresence } from '../handoff/repository.ts'
import type { Briefs } from '../handoff/write-brief.ts'
import { deleteBlocksOfWorkspace, isBlocked as isVisitorBlocked } from '../visitors/blocks.repository.ts'
import { listOfContact } from '../visitors/contacts.repository.ts'
import { listPages } from '../visitors/presence.repository.ts'
import { deleteTeams, findTeam, forgetMembers, setTeam } from '../teams/repository.ts'
import type { Teams } from '../teams/teams.ts'
import * as repository from './repository.ts'
import { deleteViewsOfWorkspace, forgetViews } from './saved-views.repository.ts'
import type { NoteRow } from './schema.ts'

export interface InboxDeps extends Pick<LifecycleDeps, 'bus'>, Briefs {
  readonly lifecycle: Pick<Lifecycle, 'change'>
  readonly orgProfile: (ctx: Ctx, orgId: string) => Promise<OrgProfile | undefined>
  readonly photoOf: (ctx: Ctx, person: Person) => Promise<string>
  /** Workspace members who may answer, and client users of the agent; only of one org when `orgId` names it. */
  readonly assignees: (ctx: Ctx, agentId: string, orgId: string | undefined) => Promise<readonly Person[]>
  /** Whether an org that has the agent, or this org, shows a visitor's conversations as one thread. */
  readonly isOneThread: (ctx: Ctx, agentId: string, orgId: string | undefined) => Promise<boolean>
  readonly teams: Pick<Teams, 'offered'>
  /** Assigns a waiting visitor to a person, if anyone is present. */
  readonly route: (ctx: Ctx, asked: One) => Promise<void>
  readonly mayTakeOver: (ctx: Ctx, agentId: string) => Promise<readonly Person[]>
}
type Assignee = { readonly kind: Person['kind'] | 'team'; readonly id: string }
interface One {
  readonly agentId: string
  readonly conversationId: string
}

const MAX_NOTES = 500
const EARLIER = 20

const speaking = ({ actor }: Ctx): Person => speakingPerson(actor)

/** Who may open the conversation and read the note: notes of an org (`orgId` of the author) stay in it. */
const mentionable = (people: readonly Person[], orgId: string | undefined): readonly Person[] =>
  people.filter(({ kind }) => kind === (orgId === undefined ? 'user' : 'client'))

export function createInbox(deps: InboxDeps) {
  const { bus, lifecycle } = deps
  const publish = (ctx: Ctx, row: ConversationRow) => {
    const event = { type: 'conversation', agentId: row.agent_id, conversationId: row.id }
    for (const topic of [`conversation:${row.id}`, `workspace:${row.workspace_id}`])
      bus.publish(ctx.region, topic, event)
  }
  const profileOf = async (ctx: Ctx) => {
    const orgId = orgOf(ctx)
    return orgId === undefined ? undefined : deps.orgProfile(ctx, orgId)
  }
  /** When an org leaves answering to the agency, its people can't change conversations that others answer. */
  const refuseOthers = (ctx: Ctx, profile: OrgProfile | undefined, { state, assignee }: ConversationRow) => {
    const isOwn = assignee !== null && isSamePerson(assignee, speaking(ctx))
    if (profile?.disableHandoff && state === 'human-chatting' && !isOwn)
      throw new AppError('FORBIDDEN', msg('handoff_disabled'))
  }
  const move = async (ctx: Ctx, input: One, wanted: Move) => {
    const profile = await profileOf(ctx)
    if (wanted === 'takeOver' && profile?.disableHandoff) throw new AppError('FORBIDDEN', msg('handoff_disabled'))
    if (profile?.disableHandoff) refuseOthers(ctx, profile, await requireConversation(ctx, input))
    const person = speaking(ctx)
    const photoURL = wanted === 'takeOver' ? await deps.photoOf(ctx, person) : ''
    return lifecycle.change(ctx, input, wanted, { person: { ...person, ...(photoURL && { photoURL }) } })
  }
  const keep = async (
    ctx: Ctx,
    input: One,
    work: (tx: Ctx, row: ConversationRow) => Promise<unknown>,
  ): Promise<{ data: Conversation }> => {
    const row = await ctx.tx(async (tx) => {
      const locked = await lockConversation(tx.db, input.agentId, input.conversationId)
      if (!locked) throw new AppError('NOT_FOUND')
      await work(tx, locked)
      return requireConversation(tx, input)
    })
    publish(ctx, row)
    return { data: toConversation(row, true) }
  }
  /** Assigns it to a team: people present in the team are asked, and a current assignee outside the team is removed. */
  const assignTeam = async (ctx: Ctx, input: One, teamId: string) => {
    const team = (await deps.teams.offered(ctx, input.agentId)).find(({ id }) => id === teamId)
    if (!team) throw new AppError('INVALID_INPUT', msg('team_unknown'))
    const isMember = (person: Person) => team.members.some((one) => isSamePerson(one, person))
    const { agentId, conversationId } = input
    const [before, profile] = await Promise.all([requireConversation(ctx, input), profileOf(ctx)])
    refuseOthers(ctx, profile, before)
    const { state, assignee } = before
    if (state === 'human-chatting' && assignee && !isMember(assignee))
      await lifecycle.change(ctx, { agentId, conversationId }, 'requeue', {
        heldBy: assignee,
        inSameTransaction: (tx) => setTeam(tx.db, conversationId, team.id),
      })
    const kept = await keep(ctx, input, async (tx, row) => {
      refuseOthers(ctx, profile, row)
      const isOthers = row.assignee !== null && !isMember(row.assignee)
      // Another person took it over meanwhile.
      if (isOthers && row.state === 'human-chatting') throw new AppError('CONFLICT', msg('other_person_speaks'))
      if (isOthers) await setAssignee(tx.db, row.id, null, ctx.now())
      await setTeam(tx.db, row.id, team.id)
    })
    if (kept.data.handoffAt === null || kept.data.inbox?.assignee) return kept
    await deps.route(ctx, { agentId, conversationId })
    return { data: toConversation(await requireConversation(ctx, input), true) }
  }
  const toNote = (ctx: Ctx, { id, author, text, mentions, at }: NoteRow): Note => {
    const own = personOf(ctx.actor)
    return {
      id,
      by: author,
      text,
      mentions,
      at: at.toISOString(),
      isOwn: own !== undefined && isSamePerson(own, author),
    }
  }

  return {
    takeOver: (ctx: Ctx, input: One) => move(ctx, input, 'takeOver'),
    handBack: (ctx: Ctx, input: One) => move(ctx, input, 'handBack'),
    close: (ctx: Ctx, input: One) => move(ctx, input, 'end'),
    reopen: (ctx: Ctx, input: One) => move(ctx, input, 'reopen'),

    assignees: async (ctx: Ctx, { agentId }: { readonly agentId: string }) => ({
      items: [...(await deps.assignees(ctx, agentId, orgOf(ctx)))],
      teams: (await deps.teams.offered(ctx, agentId)).map(({ id, name }) => ({ id, name })),
    }),
    async assign(ctx: Ctx, input: One & { readonly assignee: Assignee | null }) {
      if (input.assignee?.kind === 'team') return assignTeam(ctx, input, input.assignee.id)
      const assignee = input.assignee && { kind: input.assignee.kind, id: input.assignee.id }
      const person =
        assignee === null
          ? null
          : (await deps.assignees(ctx, input.agentId, orgOf(ctx))).find((one) => isSamePerson(one, assignee))
      if (person === undefined) throw new AppError('INVALID_INPUT', msg('assignee_unknown'))
      const mayAnswer =
        person?.kind !== 'client' ||
        (await deps.mayTakeOver(ctx, input.agentId)).some((one) => isSamePerson(one, person))
      const profile = await profileOf(ctx)
      return keep(ctx, input, async (tx, row) => {
        refuseOthers(ctx, profile, row)
        // A conversation that a person is answering can't be unassigned, only handed back.
        if (person === null && row.state === 'human-chatting') throw new AppError('CONFLICT', msg('hand_back_first'))
        // Being assigned a conversation that people answer means taking it over.
        if (!mayAnswer && row.state === 'human-chatting') throw new AppError('FORBIDDEN', msg('handoff_disabled'))
        await setAssignee(tx.db, row.id, person, ctx.now())
        if (row.team_id !== null) {
          const team = await findTeam(tx.db, row.workspace_id, row.team_id)
          if (!person || !team?.members.some((one) => isSamePerson(one, person))) await setTeam(tx.db, row.id, null)
        }
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
      const row = await requireConversation(ctx, input)
      if (await repository.setSeen(ctx.db, row.id, input.seq)) {
        const event = { type: 'conversation' as const, agentId: row.agent_id, conversationId: row.id }
        bus.publish(ctx.region, `workspace:${row.workspace_id}`, event)
      }
      return { success: true as const }
    },

    async details(ctx: Ctx, input: One) {
      const row = await requireConversation(ctx, input)
      const [notes, { language, variables }, earlier, briefs] = await Promise.all([
        repository.listNotes(ctx.db, row.id, orgOf(ctx)),
        repository.readKnown(ctx.db, row.id),
        listOfContact(ctx.db, row.id, EARLIER),
        deps.readBrief(ctx, row.id),
      ])
      const [pages, isBlocked, isOneThread] = await Promise.all([
        listPages(ctx.db, row.id),
        isVisitorBlocked(ctx.db, {
          workspaceId: row.workspace_id,
          agentId: row.agent_id,
          visitorHash: row.visitor_hash,
        }),
        deps.isOneThread(ctx, row.agent_id, orgOf(ctx)),
      ])
      return {
        data: {
          notes: notes.map((note) => toNote(ctx, note)),
          // Later values of a contact win.
          variables: Object.assign({}, ...earlier.toReversed().map((one) => one.variables ?? {}), variables),
          language,
          ...briefs,
          earlier: earlier.map((one) => ({
            id: one.id,
            title: one.title,
            state: one.state,
            startedAt: new Date(one.started_at).toISOString(),
            lastMessageAt: new Date(one.last_message_at).toISOString(),
            isMerged: one.is_merged,
            visitor: one.visitor,
            visitorCode: one.visitor_code,
          })),
          pages,
          isBlocked,
          isOneThread,
        },
      }
    },
    async writeBrief(ctx: Ctx, input: One) {
      const row = await requireConversation(ctx, input)
      return { data: await deps.writeBrief({ ...ctx, workspaceId: row.workspace_id }, row) }
    },
    async addNote(
      ctx: Ctx,
      input: One & {
        readonly text: string
        readonly mentions?: readonly Pick<Person, 'kind' | 'id'>[] | undefined
      },
    ) {
      const author = speaking(ctx)
      const wanted = input.mentions ?? []
      const people =
        wanted.length === 0 ? [] : mentionable(await deps.assignees(ctx, input.agentId, orgOf(ctx)), orgOf(ctx))
      const mentions = people
        .filter((one) => wanted.some((other) => isSamePerson(one, other)))
        .map(({ kind, id, name }) => ({ kind, id, name }))
      if (wanted.some((one) => !mentions.some((other) => isSamePerson(one, other))))
        throw new AppError('INVALID_INPUT', msg('mention_unknown'))
      const { note, row } = await ctx.tx(async (tx) => {
        const row = await lockConversation(tx.db, input.agentId, input.conversationId)
        if (!row) throw new AppError('NOT_FOUND')
        const of = { workspaceId: row.workspace_id, conversationId: row.id, orgId: orgOf(ctx) ?? '' }
        if ((await repository.countNotes(tx.db, row.id, of.orgId)) >= MAX_NOTES)
          throw new AppError('LIMIT_REACHED', msg('too_many_notes', { max: MAX_NOTES }))
        const note: NoteRow = { id: randomId(20), ...of, author, text: input.text, mentions, at: ctx.now() }
        await repository.insertNote(tx.db, note)
        const event = { workspaceId: row.workspace_id, agentId: row.agent_id, conversationId: row.id, noteId: note.id }
        for (const person of mentions) await tx.emit({ type: 'note.mentioned', ...event, person, by: author })
        return { note, row }
      })
      publish(ctx, row)
      return { data: toNote(ctx, note) }
    },
    async deleteNote(ctx: Ctx, input: One & { readonly noteId: string }) {
      const row = await requireConversation(ctx, input)
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
      { uid, items, known }: { uid: string; items: readonly CannedReply[]; known?: readonly CannedReply[] | undefined },
    ) {
      await ctx.tx(async (tx) => {
        await repository.lockCannedReplies(tx.db, uid)
        const stored = await repository.listCannedReplies(tx.db, uid)
        // A call repeated after a lost response finds its own list.
        if (known && ![known, items].some((list) => isDeepStrictEqual(list, stored)))
          throw new AppError('CONFLICT', msg('canned_replies_changed'))
        await repository.replaceCannedReplies(tx.db, uid, items)
      })
      return { success: true as const }
    },
    inboxCounts: async (ctx: Ctx, { uid }: { readonly uid: string }) => ({
      data: await repository.countInbox(ctx.db, uid, speaking(ctx)),
    }),
  } satisfies Omit<Handlers<typeof inboxApi>, 'availability' | 'setAvailability' | 'markPresent' | 'markClientPresent'>
}

/** For a removed person: the agent answers their conversations, and their notes stay under this name. */
export async function forgetPerson(ctx: Ctx, person: Person): Promise<void> {
  await repository.forgetPerson(ctx.db, person)
  await forgetPresence(ctx.db, person)
  await forgetViews(ctx.db, person)
  await forgetMembers(ctx.db, [person])
}
export async function deleteOfWorkspace(ctx: Ctx, workspaceId: string): Promise<void> {
  await repository.replaceCannedReplies(ctx.db, workspaceId, [])
  await deletePresenceOfWorkspace(ctx.db, workspaceId)
  await deleteViewsOfWorkspace(ctx.db, workspaceId)
  await deleteBlocksOfWorkspace(ctx.db, workspaceId)
  await deleteTeams(ctx.db, { workspaceId })
}
