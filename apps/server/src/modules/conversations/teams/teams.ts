import { isSamePerson } from '@parlance/contract/conversations/lifecycle'
import type { Person } from '@parlance/contract/conversations/schemas'
import { MAX_TEAMS, type Team, type TeamCandidate, type teamsApi } from '@parlance/contract/conversations/teams-api'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Handlers } from '../../../lib/http/handlers.ts'
import { orgOf } from '../access.ts'
import * as repository from './repository.ts'
import type { TeamRow } from './schema.ts'

type PersonKey = Pick<Person, 'kind' | 'id'>

export interface TeamsDeps {
  /** Workspace members, and client users of its orgs with these ids. */
  readonly teamCandidates: (ctx: Ctx, clientIds?: readonly string[]) => Promise<readonly TeamCandidate[]>
  readonly orgExists: (ctx: Ctx, orgId: string) => Promise<boolean>
  /** Orgs of the context's workspace that have the agent. */
  readonly orgsOfAgent: (ctx: Ctx, agentId: string) => Promise<readonly string[]>
}

const clientIdsOf = (rows: readonly { readonly members: readonly PersonKey[] }[]) => [
  ...new Set(rows.flatMap(({ members }) => members.filter(({ kind }) => kind === 'client').map(({ id }) => id))),
]

const toTeam = ({ id, name, orgId, members }: TeamRow, people: readonly TeamCandidate[]): Team => ({
  id,
  name,
  orgId,
  members: members.flatMap((member) => {
    const found = people.find((one) => isSamePerson(one, member))
    return found ? { kind: found.kind, id: found.id, name: found.name } : []
  }),
})

export function createTeams({ teamCandidates, orgExists, orgsOfAgent }: TeamsDeps) {
  /** @throws INVALID_INPUT for a person of another workspace or org. */
  async function known(ctx: Ctx, orgId: string, members: readonly PersonKey[]) {
    const people = await teamCandidates(ctx, clientIdsOf([{ members }]))
    const chosen = people.filter((person) => members.some((member) => isSamePerson(member, person)))
    const isStranger = (member: PersonKey) => {
      const found = chosen.find((person) => isSamePerson(member, person))
      return !found || (orgId !== '' && found.kind === 'client' && found.orgId !== orgId)
    }
    if (members.some(isStranger)) throw new AppError('INVALID_INPUT', msg('team_member_unknown'))
    return { people, members: chosen.map(({ kind, id }) => ({ kind, id })) }
  }
  function assertFree(row: TeamRow, existing: readonly TeamRow[]) {
    const isSame = (one: TeamRow) =>
      one.id !== row.id && one.orgId === row.orgId && one.name.toLowerCase() === row.name.toLowerCase()
    if (existing.some(isSame)) throw new AppError('CONFLICT', msg('team_name_taken'))
  }
  const handlers = {
    async teams(ctx: Ctx, { uid }: { readonly uid: string }) {
      const [rows, people] = await Promise.all([repository.listTeams(ctx.db, uid), teamCandidates(ctx)])
      const named = await teamCandidates(ctx, clientIdsOf(rows))
      return { items: rows.map((row) => toTeam(row, named)), people: [...people] }
    },
    async createTeam(
      ctx: Ctx,
      input: {
        readonly uid: string
        readonly name: string
        readonly members: readonly PersonKey[]
        readonly orgId?: string | undefined
      },
    ) {
      const { uid, name, orgId = '' } = input
      if (orgId !== '' && !(await orgExists(ctx, orgId))) throw new AppError('NOT_FOUND')
      const { people, members } = await known(ctx, orgId, input.members)
      const row: TeamRow = { id: randomId(20), workspaceId: uid, orgId, name, members }
      await ctx.tx(async (tx) => {
        await repository.lockTeams(tx.db, uid)
        const existing = await repository.listTeams(tx.db, uid)
        if (existing.length >= MAX_TEAMS) throw new AppError('LIMIT_REACHED', msg('too_many_teams', { max: MAX_TEAMS }))
        assertFree(row, existing)
        await repository.insertTeam(tx.db, row)
      })
      return { data: toTeam(row, people) }
    },
    async updateTeam(
      ctx: Ctx,
      input: {
        readonly uid: string
        readonly teamId: string
        readonly name: string
        readonly members: readonly PersonKey[]
      },
    ) {
      const { uid, teamId, name } = input
      const found = await repository.findTeam(ctx.db, uid, teamId)
      if (!found) throw new AppError('NOT_FOUND')
      const { people, members } = await known(ctx, found.orgId, input.members)
      const row: TeamRow = { ...found, name, members }
      await ctx.tx(async (tx) => {
        await repository.lockTeams(tx.db, uid)
        assertFree(row, await repository.listTeams(tx.db, uid))
        await repository.updateTeam(tx.db, row)
      })
      return { data: toTeam(row, people) }
    },
    async deleteTeam(ctx: Ctx, { uid, teamId }: { readonly uid: string; readonly teamId: string }) {
      if (!(await repository.deleteTeams(ctx.db, { workspaceId: uid, id: teamId }))) throw new AppError('NOT_FOUND')
      return { success: true as const }
    },
  } satisfies Handlers<typeof teamsApi>
  return {
    handlers,
    /** Teams that the caller may assign the agent's conversations to. */
    async offered(ctx: Ctx, agentId: string): Promise<TeamRow[]> {
      const orgId = orgOf(ctx)
      const orgIds = orgId === undefined ? ['', ...(await orgsOfAgent(ctx, agentId))] : [orgId]
      return repository.listTeams(ctx.db, ctx.workspaceId, orgIds)
    },
    /** Removes people from teams who left the workspace or may no longer answer in it. */
    async forgetStrangers(ctx: Ctx): Promise<void> {
      const rows = await repository.listTeams(ctx.db, ctx.workspaceId)
      const people = await teamCandidates(ctx, clientIdsOf(rows))
      const gone = rows
        .flatMap(({ members }) => members)
        .filter((member) => !people.some((one) => isSamePerson(one, member)))
      await repository.forgetMembers(ctx.db, gone, ctx.workspaceId)
    },
    organisationDeleted: (ctx: Ctx, orgId: string) =>
      repository.deleteTeams(ctx.db, { workspaceId: ctx.workspaceId, orgId }),
  }
}
export type Teams = ReturnType<typeof createTeams>
