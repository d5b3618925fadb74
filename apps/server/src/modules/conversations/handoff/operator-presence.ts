// Presence of an agent's team. Having the dashboard open counts; people who set themselves to away are not asked.
// Workspace members set it here, client users by their status, which their org keeps.
import type { Person } from '@parlance/contract/conversations/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import type { Teammate } from '@parlance/contract/conversations/handoff-rules'
import type { Ctx } from '../../../lib/ctx.ts'
import { personOf } from '../access.ts'
import * as repository from './repository.ts'

/** A person without a heartbeat for this long is gone; reloads and short disconnects don't count (`PRESENCE_MS`). */
export const GONE_MS = 90_000

const keyOf = ({ kind, id }: Pick<Person, 'kind' | 'id'>) => `${kind}:${id}`

export interface ClientStatus {
  /** Those of them who take no new requests. */
  readonly offlineAmong: (ctx: Ctx, clientIds: readonly string[]) => Promise<ReadonlySet<string>>
  readonly setOnline: (ctx: Ctx, clientId: string, isOnline: boolean) => Promise<void>
}

export const clientIdsOf = (people: readonly Pick<Person, 'kind' | 'id'>[]): string[] =>
  people.flatMap(({ kind, id }) => (kind === 'client' ? [id] : []))

/** People, with the data that routing needs. */
export async function readTeam(
  { offlineAmong }: Pick<ClientStatus, 'offlineAmong'>,
  ctx: Ctx,
  people: readonly Person[],
): Promise<(Teammate & { readonly isAway: boolean })[]> {
  const [presence, open, offline] = await Promise.all([
    repository.listPresence(ctx.db, ctx.workspaceId),
    repository.countOpen(ctx.db, ctx.workspaceId),
    offlineAmong(ctx, clientIdsOf(people)),
  ])
  const present = new Map(presence.map((row) => [keyOf({ kind: row.kind, id: row.person_id }), row]))
  const counts = new Map(open.map((row) => [keyOf(row), row.n]))
  const since = ctx.now().getTime() - GONE_MS
  return people.map((person) => {
    const row = present.get(keyOf(person))
    const isAway = person.kind === 'client' ? offline.has(person.id) : (row?.is_away ?? false)
    return {
      ...person,
      isAway,
      isOnline: row !== undefined && !isAway && new Date(row.seen_at).getTime() > since,
      open: counts.get(keyOf(person)) ?? 0,
      lastAt: row?.routed_at ? new Date(row.routed_at).getTime() : 0,
    }
  })
}

export interface OperatorPresenceDeps {
  readonly clientStatus: ClientStatus
  readonly assignees: (ctx: Ctx, agentId: string, orgId: string | undefined) => Promise<readonly Person[]>
  /** Assigns waiting, unassigned conversations of the context's workspace if anyone is present; this person is. */
  readonly route: (ctx: Ctx, person: Person) => Promise<unknown>
  /** The same for a heartbeat, unless it was just done. */
  readonly routeThrottled: (ctx: Ctx, person: Person) => Promise<unknown>
}

const orgOf = ({ actor }: Ctx): string | undefined =>
  actor.kind === 'client' && !actor.isAdmin ? actor.orgId : undefined

export function createOperatorPresence({ clientStatus, assignees, route, routeThrottled }: OperatorPresenceDeps) {
  async function read(ctx: Ctx, agentId: string) {
    const own = personOf(ctx.actor)
    const team = await readTeam(clientStatus, ctx, await assignees(ctx, agentId, orgOf(ctx)))
    const [me] = own ? await readTeam(clientStatus, ctx, [own]) : []
    return {
      data: {
        isAway: me?.isAway ?? false,
        team: team.map(({ kind, id, name, isOnline, isAway, open }) => ({ kind, id, name, isOnline, isAway, open })),
      },
    }
  }
  const touch = async (ctx: Ctx, person: Person, isAway?: boolean) =>
    repository.touchPresence(ctx.db, ctx.workspaceId, person, { now: ctx.now(), isAway })
  /** A person who arrives gets waiting, unassigned conversations. */
  async function mark(ctx: Ctx) {
    const person = personOf(ctx.actor)
    if (!person) throw new AppError('FORBIDDEN')
    await touch(ctx, person)
    await routeThrottled(ctx, person)
    return { success: true as const }
  }
  return {
    /** A client user takes requests again: waiting, unassigned conversations may go to them. */
    async clientCame(ctx: Ctx, clientId: string): Promise<void> {
      const person: Person = { kind: 'client', id: clientId, name: '' }
      await touch(ctx, person)
      await route(ctx, person)
    },
    handlers: {
      availability: (ctx: Ctx, { agentId }: { readonly agentId: string }) => read(ctx, agentId),
      async setAvailability(ctx: Ctx, { agentId, isAway }: { readonly agentId: string; readonly isAway: boolean }) {
        const person = personOf(ctx.actor)
        if (!person) throw new AppError('FORBIDDEN')
        await ctx.tx(async (tx) => {
          if (person.kind !== 'client') return touch(tx, person, isAway)
          await clientStatus.setOnline(tx, person.id, !isAway)
          await touch(tx, person)
        })
        if (!isAway) await route(ctx, person)
        return read(ctx, agentId)
      },
      markPresent: mark,
      markClientPresent: mark,
    },
  }
}
