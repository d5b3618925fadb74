// Validates and normalizes the settings of a crawl.
import { normalizeAddress } from './address.ts'
import type { CrawlSettings } from '@parlance/contract/crawler/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import type { FilterOwnAgents, Web } from './ports.ts'
import type { CrawlRow } from './repository.ts'

export interface CheckDeps {
  readonly web: Pick<Web, 'isPublic'>
  readonly ownAgents: FilterOwnAgents
}
type Checkable = Partial<Omit<CrawlSettings, 'name' | 'kind'>>

/** Normalised public start URLs; deduplicated agents of the workspace. */
export async function validateSettings<Input extends Checkable>(
  { web, ownAgents }: CheckDeps,
  ctx: Ctx,
  input: Input,
): Promise<Input> {
  const result = { ...input }
  if (input.startUrls) result.startUrls = await startsOf(web, input.startUrls)
  if (input.agentIds) {
    result.agentIds = [...new Set(input.agentIds)]
    const own = await ownAgents(ctx, result.agentIds)
    if (result.agentIds.some((id) => !own.has(id))) throw new AppError('NOT_FOUND', msg('agent_unknown'))
  }
  if (input.tags) result.tags = [...new Map(input.tags.map((tag) => [tag.toLowerCase(), tag])).values()]
  return result
}

async function startsOf(web: CheckDeps['web'], addresses: readonly string[]): Promise<string[]> {
  const starts = new Set<string>()
  for (const address of addresses) {
    const url = normalizeAddress(/^[a-z][a-z\d+.-]*:(?!\d)/i.test(address) ? address : `https://${address}`)
    if (url === undefined) throw new AppError('INVALID_INPUT', msg('address_not_a_page', { address }))
    if (!(await web.isPublic(url))) throw new AppError('INVALID_INPUT', msg('address_not_public', { address }))
    starts.add(url)
  }
  return [...starts]
}

/** A change of these requires reading unchanged pages again: for their links, or whether they are in scope. */
export const SCOPE_SETTINGS = [
  'startUrls',
  'include',
  'exclude',
  'maxDepth',
  'maxPages',
  'stayOnDomain',
  'kind',
] as const
export const isDifferent = (next: unknown, before: unknown): boolean =>
  next !== undefined && JSON.stringify(next) !== JSON.stringify(before)
export const withoutUndefined = <T extends object>(input: T) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as T

export const newRow = (ctx: Ctx, settings: CrawlSettings): CrawlRow => ({
  ...settings,
  id: randomId(16),
  workspaceId: ctx.workspaceId,
  status: 'completed',
  reason: '',
  run: 0,
  pagesFound: 0,
  pagesRead: 0,
  pagesFailed: 0,
  pagesSkipped: 0,
  createdAt: ctx.now(),
  updatedAt: ctx.now(),
  startedAt: null,
  endedAt: null,
  nextRunAt: null,
  leaseUntil: null,
  lease: '',
  holdKey: '',
  holdPages: 0,
  deletedAt: null,
})
