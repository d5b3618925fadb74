// Lists of conversations as their people see them: page by page, and what was found of what somebody searches for.
import { excerptOf } from '@parlance/contract/conversations/excerpt'
import type { Ctx } from '../../lib/ctx.ts'
import { cursorOf, readCursor } from './cursor.ts'
import * as repository from './repository.ts'
import { searchConversations, type FoundRow } from './search.repository.ts'

export type Paged = { search?: string | undefined; cursor?: string | undefined; limit?: number | undefined }

export interface ListsDeps {
  readonly agentTitles: (ctx: Ctx, agentIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

async function pageOf(ctx: Ctx, owner: repository.ListQuery['owner'], input: Paged, filters: repository.Filters = {}) {
  const limit = input.limit ?? 30
  const search = input.search?.trim() ?? ''
  const query = { owner, filters, after: readCursor(input.cursor), limit }
  const found = search
    ? await searchConversations(ctx.db, { ...query, search, workspaceId: ctx.workspaceId })
    : await repository.listConversations(ctx.db, query)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    items: rows.map((row) => listed(ctx, row, search)),
    nextCursor: found.length > limit && last ? cursorOf(last) : null,
  }
}

const listed = (ctx: Ctx, row: repository.ConversationRow | FoundRow, search: string) => ({
  ...repository.toConversation(row, true),
  preview: row.preview,
  answering: row.running_turn !== null && row.lease_until !== null && new Date(row.lease_until) > ctx.now(),
  ...('found_id' in row ? foundIn(row, search) : {}),
})

function foundIn(
  { found_id: messageId, found_seq: seq, found_from: from, found_text: text }: FoundRow,
  search: string,
) {
  if (messageId === null || seq === null || from === null) return {}
  return { found: { messageId, seq, from, excerpt: excerptOf(text ?? '', search) } }
}

export const createLists = ({ agentTitles }: ListsDeps) => ({
  list: (ctx: Ctx, input: Paged & { agentId: string }) => pageOf(ctx, { agentId: input.agentId }, input),
  async listWorkspace(ctx: Ctx, input: Paged & repository.Filters) {
    const { items, nextCursor } = await pageOf(ctx, { workspaceId: ctx.workspaceId }, input, input)
    const titles = await agentTitles(ctx, [...new Set(items.map(({ agentId }) => agentId))])
    return { items: items.map((item) => ({ ...item, agentTitle: titles.get(item.agentId) ?? '' })), nextCursor }
  },
})
