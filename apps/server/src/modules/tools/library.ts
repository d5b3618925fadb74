// Owns the library of tools of a workspace (Functions): reading, storing and deleting them.
import { AppError } from '@parlance/contract/lib/errors'
import { unixSeconds } from '@parlance/contract/lib/time'
import { originOf, toolProblems } from '@parlance/engine/tools/request'
import { Tool } from '@parlance/contract/tools/schemas'
import type { Ctx } from '../../lib/ctx.ts'
import { OutboundError } from '../../lib/outbound/guarded-fetch.ts'
import type { UsedBy } from './ports.ts'
import * as repository from './repository.ts'
import type { ToolRow } from './schema.ts'
import { pageOf, readCursor } from '../../lib/cursor.ts'

/** `lastModified` in Unix seconds; `usedBy` counts agents whose published copy or draft names it. */
export type LibraryTool = Tool & { readonly lastModified: number; readonly usedBy: number }

export interface Library {
  /** Newest-modified first; `search` finds parts of names and descriptions. INVALID_INPUT for a cursor that is not ours. */
  readonly list: (
    ctx: Ctx,
    query: { uid: string; search?: string | undefined; cursor?: string | undefined; limit?: number | undefined },
  ) => Promise<{ items: LibraryTool[]; nextCursor: string | null }>
  /** Makes or replaces. INVALID_INPUT for a tool that can never be called, CONFLICT for a taken name or a full library. */
  readonly save: (ctx: Ctx, uid: string, tool: Tool) => Promise<LibraryTool>
  /** Agents that name it do without it. One that is not there is deleted already. */
  readonly delete: (ctx: Ctx, uid: string, toolId: string) => Promise<void>
  /** Those that there are, in the order of the ids. */
  readonly libraryTools: (ctx: Ctx, uid: string, ids: readonly string[]) => Promise<Tool[]>
}

export interface LibraryDeps {
  readonly usedBy: UsedBy
  /** Rejects an address inside our network; every call checks again. */
  readonly checkAddress: (address: string) => Promise<void>
}

const PAGE = 25
const TOOLS_MAX = 500
const INSIDE =
  'This address lies inside the network of this installation, or on a port that is not open to tools. Its operator can allow it with OUTBOUND_ALLOW.'

export const createLibrary = ({ usedBy, checkAddress }: LibraryDeps): Library => ({
  async list(ctx, { uid, search, cursor, limit = PAGE }) {
    const after = readCursor(cursor)
    const found = await repository.list(ctx.db, {
      workspaceId: uid,
      search: search?.trim(),
      after: after && { lastModified: after.at, id: after.id },
      limit: limit + 1,
    })
    const { items: shown, nextCursor } = pageOf(found, limit, (row) => ({ at: row.lastModified, id: row.id }))
    const counts = await usedBy(ctx, uid, idsOf(shown))
    return {
      items: shown.map((row) => asTool(row, counts)),
      nextCursor,
    }
  },
  async save(ctx, uid, tool) {
    await checkCallable(tool, checkAddress)
    const row = { workspaceId: uid, id: tool.id, name: tool.name, config: tool, lastModified: ctx.now() }
    await ctx.tx(async (tx) => {
      await repository.lockWorkspace(tx.db, uid)
      const holder = await repository.holderOf(tx.db, uid, tool.name)
      if (holder !== undefined && holder !== tool.id)
        throw new AppError('CONFLICT', `There is already a tool called «${tool.name}».`)
      const [known] = await repository.byIds(tx.db, uid, [tool.id])
      if (!known && (await repository.countTools(tx.db, uid)) >= TOOLS_MAX)
        throw new AppError('CONFLICT', `A workspace has at most ${TOOLS_MAX} tools. Delete one first.`)
      await repository.put(tx.db, row)
    })
    return asTool(row, await usedBy(ctx, uid, [row.id]))
  },
  async delete(ctx, uid, toolId) {
    await repository.remove(ctx.db, uid, toolId)
  },
  async libraryTools(ctx, uid, ids) {
    const found = new Map((await repository.byIds(ctx.db, uid, ids)).map((row) => [row.id, row]))
    return [...new Set(ids)].flatMap((id) => {
      const row = found.get(id)
      return row ? [toolOf(row)] : []
    })
  },
})

const idsOf = (rows: readonly ToolRow[]) => rows.map(({ id }) => id)

/** Parsed again, so that fields which came later have their defaults. */
const toolOf = ({ config }: ToolRow): Tool => Tool.parse(config)

const asTool = (row: ToolRow, counts: ReadonlyMap<string, number>): LibraryTool => ({
  ...toolOf(row),
  lastModified: unixSeconds(row.lastModified),
  usedBy: counts.get(row.id) ?? 0,
})

async function checkCallable(tool: Tool, checkAddress: LibraryDeps['checkAddress']): Promise<void> {
  const [problem] = toolProblems(tool)
  if (problem !== undefined) throw new AppError('INVALID_INPUT', problem)
  await checkAddress(originOf(tool.serverUrl) ?? '').catch((cause: unknown) => {
    // A name that nobody knows yet may be known when the tool is called, and is checked then.
    if (!isUnknownName(cause)) throw new AppError('INVALID_INPUT', INSIDE, { cause })
  })
}

function isUnknownName(error: unknown): boolean {
  const cause = error instanceof OutboundError ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return code === 'ENOTFOUND' || code === 'EAI_AGAIN'
}
