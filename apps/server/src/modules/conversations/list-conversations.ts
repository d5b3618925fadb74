import { excerptOf } from '@parlance/contract/conversations/excerpt'
import type { Ctx } from '../../lib/ctx.ts'
import { pageOf, readCursor } from '../../lib/cursor.ts'
import { personOf } from './access.ts'
import * as repository from './repository.ts'
import { searchConversations, type FoundRow } from './search.repository.ts'

export type PageInput = { search?: string | undefined; cursor?: string | undefined; limit?: number | undefined }

export interface ListsDeps {
  readonly agentTitles: (ctx: Ctx, agentIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

async function listPage(
  ctx: Ctx,
  owner: repository.ListQuery['owner'],
  input: PageInput,
  filters: repository.Filters = {},
) {
  const limit = input.limit ?? 30
  const search = input.search?.trim() ?? ''
  const person = personOf(ctx.actor)
  const query = { owner, filters: { ...filters, person }, after: readCursor(input.cursor), limit }
  const found = search
    ? await searchConversations(ctx.db, { ...query, search, workspaceId: ctx.workspaceId })
    : await repository.listConversations(ctx.db, query)
  const { items, nextCursor } = pageOf<repository.ListedRow | FoundRow>(found, limit, repository.cursorOf)
  return { items: items.map((row) => toListItem(ctx, row, search)), nextCursor }
}

const toListItem = (ctx: Ctx, row: repository.ListedRow | FoundRow, search: string) => ({
  ...repository.toConversation(row, true),
  preview: row.preview,
  unread: row.unread,
  answering: row.running_turn !== null && row.lease_until !== null && new Date(row.lease_until) > ctx.now(),
  ...('found_id' in row ? searchHit(row, search) : {}),
})

function searchHit(
  { found_id: messageId, found_seq: seq, found_from: from, found_text: text }: FoundRow,
  search: string,
) {
  if (messageId === null || seq === null || from === null) return {}
  return { found: { messageId, seq, from, excerpt: excerptOf(text ?? '', search) } }
}

export const createLists = ({ agentTitles }: ListsDeps) => ({
  list: (ctx: Ctx, input: PageInput & repository.Filters & { agentId: string }) =>
    listPage(ctx, { agentId: input.agentId }, input, input),
  async listWorkspace(ctx: Ctx, input: PageInput & repository.Filters) {
    const { items, nextCursor } = await listPage(ctx, { workspaceId: ctx.workspaceId }, input, input)
    const titles = await agentTitles(ctx, [...new Set(items.map(({ agentId }) => agentId))])
    return { items: items.map((item) => ({ ...item, agentTitle: titles.get(item.agentId) ?? '' })), nextCursor }
  },
})
