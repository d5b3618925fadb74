// Owns the library of tools of a workspace (Functions): reading, storing and deleting them.
import { AppError } from '@parlance/contract/lib/errors'
import { unixSeconds } from '@parlance/contract/lib/time'
import { originOf, toolProblems } from '@parlance/engine/tools/request'
import { Tool } from '@parlance/contract/tools/schemas'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import { OutboundError } from '../../lib/outbound/guarded-fetch.ts'
import type { CountUses } from './ports.ts'
import * as repository from './repository.ts'
import type { ToolRow } from './schema.ts'
import { pageOf, readCursor } from '../../lib/cursor.ts'

/** `lastModified` in Unix seconds; `usedBy` counts agents whose published copy or draft names it. */
export type LibraryTool = Tool & { readonly lastModified: number; readonly usedBy: number }

export interface ToolLibrary {
  /** Last modified first; `search` matches parts of names and descriptions. INVALID_INPUT for an invalid cursor. */
  readonly list: (
    ctx: Ctx,
    query: { uid: string; search?: string | undefined; cursor?: string | undefined; limit?: number | undefined },
  ) => Promise<{ items: LibraryTool[]; nextCursor: string | null }>
  /** Creates or replaces. @throws INVALID_INPUT for a tool that cannot be called, CONFLICT for a taken name or a full library */
  readonly save: (ctx: Ctx, uid: string, tool: Tool) => Promise<LibraryTool>
  /** Idempotent. Agents that reference the tool lose it. */
  readonly delete: (ctx: Ctx, uid: string, toolId: string) => Promise<void>
  readonly libraryTools: (ctx: Ctx, uid: string, ids: readonly string[]) => Promise<Tool[]>
}

export interface ToolLibraryDeps {
  readonly usedBy: CountUses
  /** Rejects an address inside our network; every call checks again. */
  readonly checkAddress: (address: string) => Promise<void>
}

const PAGE_SIZE = 25
const TOOLS_MAX = 500
const INTERNAL_ADDRESS = msg('tool_address_internal')

export const createToolLibrary = ({ usedBy, checkAddress }: ToolLibraryDeps): ToolLibrary => ({
  async list(ctx, { uid, search, cursor, limit = PAGE_SIZE }) {
    const found = await repository.list(ctx.db, {
      workspaceId: uid,
      search: search?.trim(),
      after: readCursor(cursor),
      limit: limit + 1,
    })
    const { items: shown, nextCursor } = pageOf(found, limit, (row) => ({ at: row.lastModified, id: row.id }))
    const counts = await usedBy(ctx, uid, idsOf(shown))
    return {
      items: shown.map((row) => toLibraryTool(row, counts)),
      nextCursor,
    }
  },
  async save(ctx, uid, tool) {
    await checkCallable(tool, checkAddress)
    const row = { workspaceId: uid, id: tool.id, name: tool.name, config: tool, lastModified: ctx.now() }
    await ctx.tx(async (tx) => {
      await repository.lockWorkspace(tx.db, uid)
      const holder = await repository.idByName(tx.db, uid, tool.name)
      if (holder !== undefined && holder !== tool.id)
        throw new AppError('CONFLICT', msg('tool_name_taken', { name: tool.name }))
      const [known] = await repository.byIds(tx.db, uid, [tool.id])
      if (!known && (await repository.countTools(tx.db, uid)) >= TOOLS_MAX)
        throw new AppError('CONFLICT', msg('too_many_tools', { max: TOOLS_MAX }))
      await repository.upsert(tx.db, row)
    })
    return toLibraryTool(row, await usedBy(ctx, uid, [row.id]))
  },
  async delete(ctx, uid, toolId) {
    await repository.remove(ctx.db, uid, toolId)
  },
  async libraryTools(ctx, uid, ids) {
    const found = new Map((await repository.byIds(ctx.db, uid, ids)).map((row) => [row.id, row]))
    return [...new Set(ids)].flatMap((id) => {
      const row = found.get(id)
      return row ? [parseTool(row)] : []
    })
  },
})

const idsOf = (rows: readonly ToolRow[]) => rows.map(({ id }) => id)

/** Parses the stored tool, so that newer fields get their defaults. */
const parseTool = ({ config }: ToolRow): Tool => Tool.parse(config)

const toLibraryTool = (row: ToolRow, counts: ReadonlyMap<string, number>): LibraryTool => ({
  ...parseTool(row),
  lastModified: unixSeconds(row.lastModified),
  usedBy: counts.get(row.id) ?? 0,
})

async function checkCallable(tool: Tool, checkAddress: ToolLibraryDeps['checkAddress']): Promise<void> {
  const [problem] = toolProblems(tool)
  if (problem !== undefined) throw new AppError('INVALID_INPUT', problem)
  await checkAddress(originOf(tool.serverUrl) ?? '').catch((cause: unknown) => {
    // A host that does not resolve yet is checked again when the tool is called.
    if (!isUnknownName(cause)) throw new AppError('INVALID_INPUT', INTERNAL_ADDRESS, { cause })
  })
}

function isUnknownName(error: unknown): boolean {
  const cause = error instanceof OutboundError ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return code === 'ENOTFOUND' || code === 'EAI_AGAIN'
}
