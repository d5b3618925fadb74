import type { Person } from '@parlance/contract/conversations/schemas'
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { teams, type TeamRow } from './schema.ts'

/** By name; with `orgIds`, only teams of the whole workspace and of these orgs. */
export const listTeams = (db: Db, workspaceId: string, orgIds?: readonly string[]): Promise<TeamRow[]> =>
  db
    .select()
    .from(teams)
    .where(and(eq(teams.workspaceId, workspaceId), orgIds && inArray(teams.orgId, [...orgIds])))
    .orderBy(asc(sql`lower(name)`), asc(teams.id))

export async function findTeam(db: Db, workspaceId: string, id: string): Promise<TeamRow | undefined> {
  const [row] = await db
    .select()
    .from(teams)
    .where(and(eq(teams.workspaceId, workspaceId), eq(teams.id, id)))
  return row
}

/** Serialises changes in a workspace, so that names stay unique and the limit holds. */
export async function lockTeams(db: Db, workspaceId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('teams'), hashtext(${workspaceId}))`)
}
export const insertTeam = (db: Db, row: TeamRow) => db.insert(teams).values(row)
export const updateTeam = (db: Db, { id, name, members }: Pick<TeamRow, 'id' | 'name' | 'members'>) =>
  db.update(teams).set({ name, members }).where(eq(teams.id, id))

export async function setTeam(db: Db, conversationId: string, teamId: string | null): Promise<void> {
  await db.execute(sql`update conversations set team_id = ${teamId} where id = ${conversationId}`)
}

/** Deletes one team, all of an org, or all of a workspace. Their conversations become unassigned from it. */
export async function deleteTeams(
  db: Db,
  of: { readonly workspaceId: string; readonly id?: string; readonly orgId?: string },
): Promise<boolean> {
  const gone = await db
    .delete(teams)
    .where(
      and(
        eq(teams.workspaceId, of.workspaceId),
        of.id === undefined ? undefined : eq(teams.id, of.id),
        of.orgId === undefined ? undefined : eq(teams.orgId, of.orgId),
      ),
    )
    .returning({ id: teams.id })
  return gone.length > 0
}

const isMemberSql = ({ kind, id }: Pick<Person, 'kind' | 'id'>) =>
  sql`${teams.members} @> ${JSON.stringify([{ kind, id }])}::jsonb`

/** Removes them from all teams; of one workspace if it is named. */
export async function forgetMembers(
  db: Db,
  people: readonly Pick<Person, 'kind' | 'id'>[],
  workspaceId?: string,
): Promise<void> {
  if (people.length === 0) return
  const gone = JSON.stringify(people.map(({ kind, id }) => ({ kind, id })))
  await db
    .update(teams)
    .set({
      members: sql`(select coalesce(jsonb_agg(one order by n), '[]') from jsonb_array_elements(${teams.members}) with ordinality as of(one, n) where not ${gone}::jsonb @> jsonb_build_array(one))`,
    })
    .where(
      and(workspaceId === undefined ? undefined : eq(teams.workspaceId, workspaceId), or(...people.map(isMemberSql))),
    )
}
