// Copies of a master: creates, lists and detaches them, and previews what a push would change.
import { AgentConfig, type OpenConfig } from '@parlance/contract/agents/schemas'
import {
  type FleetCopy,
  type FleetCopyDifference,
  type FleetDifference,
  MAX_COPIES,
} from '@parlance/contract/fleet/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { z } from 'zod'
import type { Ctx } from '../../lib/ctx.ts'
import { pageOf } from '../../lib/cursor.ts'
import { countChanges, mergeAgents, type Merged } from './merge.ts'
import type { FleetDeps } from './ports.ts'
import * as repository from './repository.ts'
import type { CopyRow } from './schema.ts'

const PAGE = 50
const TITLE_MAX = 200

interface PageQuery {
  readonly agentId: string
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

export async function masterOf({ agents }: Pick<FleetDeps, 'agents'>, ctx: Ctx, agentId: string) {
  const found = (await agents.published(ctx, [agentId])).get(agentId)
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

/** Merges stored configurations without secrets, which each copy keeps. */
export const mergeStored = (base: OpenConfig, theirs: OpenConfig, ours: OpenConfig): Merged =>
  mergeAgents(AgentConfig.parse(base), AgentConfig.parse(theirs), AgentConfig.parse(ours))

export function createCopies(deps: FleetDeps) {
  const { agents, orgs } = deps
  const pageOfCopies = async (ctx: Ctx, { agentId, cursor = '', limit = PAGE }: PageQuery) => {
    const rows = await repository.copies(ctx.db, agentId, cursor, limit + 1)
    const { items, nextCursor } = pageOf(rows, limit, (row) => row.agentId)
    return { rows: items, nextCursor, ...(await factsOf(ctx, items)) }
  }
  const factsOf = async (ctx: Ctx, rows: readonly CopyRow[]) => ({
    configs: await agents.published(
      ctx,
      rows.map(({ agentId }) => agentId),
    ),
    names: rows.some(({ orgId }) => orgId !== '') ? await orgs.names(ctx) : new Map<string, string>(),
  })
  const shown = async (ctx: Ctx, rows: readonly CopyRow[], masterVersion: number): Promise<FleetCopy[]> => {
    const { configs, names } = await factsOf(ctx, rows)
    return rows.flatMap((row): FleetCopy[] => {
      const copy = configs.get(row.agentId)
      // Deleted meanwhile.
      if (!copy) return []
      return [
        {
          agentId: row.agentId,
          title: copy.config.title,
          orgId: row.orgId,
          orgName: names.get(row.orgId) ?? '',
          masterVersion: row.baseVersion,
          isCurrent: row.baseVersion === masterVersion,
          ownChanges: countChanges(row.base, copy.config),
          pushedAt: row.pushedAt.toISOString(),
        },
      ]
    })
  }

  return {
    async listCopies(ctx: Ctx, query: PageQuery) {
      const { version } = await masterOf(deps, ctx, query.agentId)
      const { rows, nextCursor } = await pageOfCopies(ctx, query)
      const own = await repository.findCopy(ctx.db, query.agentId)
      const title = own && (await agents.titles(ctx, [own.masterId])).get(own.masterId)
      return {
        items: await shown(ctx, rows, version),
        nextCursor,
        total: await repository.countCopies(ctx.db, query.agentId),
        masterVersion: version,
        copyOf: own && title !== undefined ? { agentId: own.masterId, title } : null,
      }
    },

    async createCopies(
      ctx: Ctx,
      input: {
        agentId: string
        copies: readonly { orgId?: string | undefined; title?: string | undefined }[]
      },
    ): Promise<{ items: FleetCopy[] }> {
      const { agentId } = input
      const names = await orgs.names(ctx)
      const made = await ctx.tx(async (tx) => {
        await tx.assertStill?.(tx)
        await repository.lockMaster(tx.db, agentId)
        await assertIdle(tx, agentId)
        if ((await repository.countCopies(tx.db, agentId)) + input.copies.length > MAX_COPIES)
          throw new AppError('CONFLICT', msg('fleet_too_many_copies', { max: MAX_COPIES }))
        const { config, version } = await masterOf(deps, tx, agentId)
        const rows: CopyRow[] = []
        for (const { orgId = '', title } of input.copies) {
          const copy = await agents.duplicate(tx, agentId, title || titleOf(config.title, names.get(orgId)))
          if (orgId !== '') await orgs.addAgent(tx, orgId, copy.ID)
          const row = {
            agentId: copy.ID,
            workspaceId: tx.workspaceId,
            masterId: agentId,
            orgId,
            base: config,
            baseVersion: version,
            pushedAt: tx.now(),
          }
          await repository.insertCopy(tx.db, row)
          rows.push(row)
        }
        return { rows, version }
      })
      orgs.agentsChanged(ctx)
      return { items: await shown(ctx, made.rows, made.version) }
    },

    detachCopy: (ctx: Ctx, { agentId, copyId }: { agentId: string; copyId: string }) =>
      ctx.tx(async (tx) => {
        await tx.assertStill?.(tx)
        await repository.lockMaster(tx.db, agentId)
        await assertIdle(tx, agentId)
        if (!(await repository.removeCopy(tx.db, agentId, copyId))) throw new AppError('NOT_FOUND')
        return { success: true as const }
      }),

    async preview(ctx: Ctx, query: PageQuery) {
      const { config, version } = await masterOf(deps, ctx, query.agentId)
      const { rows, nextCursor, configs, names } = await pageOfCopies(ctx, query)
      const items = rows.flatMap((row): FleetDifference[] => {
        const copy = configs.get(row.agentId)
        if (!copy) return []
        const merged = mergeStored(row.base, copy.config, config)
        return [
          {
            agentId: row.agentId,
            title: copy.config.title,
            orgName: names.get(row.orgId) ?? '',
            isCurrent: row.baseVersion === version,
            changes: countChanges(copy.config, merged.config),
            conflicts: merged.conflicts.length,
          },
        ]
      })
      return { items, nextCursor, masterVersion: version }
    },

    async previewCopy(
      ctx: Ctx,
      { agentId, copyId }: { agentId: string; copyId: string },
    ): Promise<{ data: z.infer<typeof FleetCopyDifference> }> {
      const row = await repository.findCopy(ctx.db, copyId)
      const configs = await agents.published(ctx, [agentId, copyId])
      const [master, copy] = [configs.get(agentId), configs.get(copyId)]
      if (row?.masterId !== agentId || !master || !copy) throw new AppError('NOT_FOUND')
      const { config, conflicts } = mergeStored(row.base, copy.config, master.config)
      return { data: { before: copy.config, after: config, conflicts: conflicts.map(mutable) } }
    },

    agentDeleted: (ctx: Ctx, agentId: string) => repository.removeOfAgent(ctx.db, agentId),
  }
}

export const mutable = ({ path, names }: Merged['conflicts'][number]) => ({ path: [...path], names: [...names] })

async function assertIdle(tx: Ctx, masterId: string): Promise<void> {
  if (await repository.activePush(tx.db, masterId)) throw new AppError('CONFLICT', msg('fleet_push_active'))
}

/** The agent's name followed by the organisation's. */
function titleOf(title: string, orgName: string | undefined): string | undefined {
  if (orgName === undefined) return undefined
  const end = ` (${orgName.slice(0, 100)})`
  // Must not cut a surrogate pair in half.
  return title.slice(0, TITLE_MAX - end.length).replace(/[\uD800-\uDBFF]$/, '') + end
}
