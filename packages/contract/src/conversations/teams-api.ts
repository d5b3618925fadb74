// A team belongs to the whole workspace or to one organisation.
import { z } from 'zod'
import { limitInput, regional, success } from '../lib/operation.ts'
import { rule } from '../lib/rules.ts'
import { oneLine } from '../lib/text.ts'
import { Person } from './schemas.ts'

const tag = 'Conversations'
const access = { by: ['session'], workspace: 'uid' } as const
const uid = z.string().max(100)
const teamId = z.string().max(100)

export const MAX_TEAMS = 50
export const MAX_TEAM_MEMBERS = 100
export const MAX_TEAM_NAME_CHARS = 50

const TeamMember = Person.pick({ kind: true, id: true, name: true })
export type TeamMember = z.infer<typeof TeamMember>
export const Team = z.object({
  id: z.string(),
  name: z.string(),
  orgId: z.string(),
  members: z.array(TeamMember),
})
export type Team = z.infer<typeof Team>

const TeamCandidate = TeamMember.extend({
  orgId: z.string(),
})
export type TeamCandidate = z.infer<typeof TeamCandidate>

const fields = {
  name: z.string().overwrite(oneLine).trim().min(1, rule('team_name_required')).max(MAX_TEAM_NAME_CHARS),
  members: z.array(Person.pick({ kind: true, id: true })).max(MAX_TEAM_MEMBERS),
}
const answer = z.object({ data: Team })

export const teamsApi = {
  teams: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/teams',
    tag,
    access,
    summary: 'List teams of a workspace by name, and the people who can be in them',
  })
    .input(z.strictObject({ uid, ...limitInput }))
    .output(z.object({ items: z.array(Team), people: z.array(TeamCandidate) })),
  createTeam: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/teams',
    tag,
    access,
    errors: ['LIMIT_REACHED', 'CONFLICT', 'NOT_FOUND'],
    summary: 'Create a team; with `orgId`, a team of that organization’s client users',
  })
    .input(z.strictObject({ uid, ...fields, orgId: z.string().max(100).optional() }))
    .output(answer),
  updateTeam: regional({
    method: 'PUT',
    path: '/v2/workspaces/{uid}/teams/{teamId}',
    tag,
    access,
    errors: ['CONFLICT', 'NOT_FOUND'],
    summary: 'Rename a team and replace its members',
  })
    .input(z.strictObject({ uid, teamId, ...fields }))
    .output(answer),
  deleteTeam: regional({
    method: 'DELETE',
    path: '/v2/workspaces/{uid}/teams/{teamId}',
    tag,
    access,
    errors: ['NOT_FOUND'],
    summary: 'Delete a team; its conversations stay with their assignee, or become unassigned',
  })
    .input(z.strictObject({ uid, teamId }))
    .output(success),
}
