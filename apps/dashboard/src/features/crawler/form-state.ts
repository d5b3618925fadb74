// The form of a job: input, problems and resulting settings.
import {
  CRAWL_STARTER,
  type Crawl,
  type CrawlSettings,
  MAX_CRAWL_DEPTH,
  MAX_CRAWL_PAGES,
} from '@parlance/contract/crawler/schemas'
import type { Refresh } from '@parlance/contract/knowledge/refresh'

export interface CrawlForm {
  name: string
  kind: CrawlSettings['kind']
  /** One address or pattern per line. */
  starts: string
  include: string
  exclude: string
  agentIds: string[]
  maxPages: number | string
  maxDepth: number | string
  stayOnDomain: boolean
  refresh: Refresh
  tags: string[]
}

export const blankForm = (agentIds: string[]): CrawlForm => ({
  ...CRAWL_STARTER,
  name: '',
  starts: '',
  include: '',
  exclude: '',
  tags: [],
  agentIds,
})

export const formOf = (crawl: Crawl): CrawlForm => ({
  ...crawl,
  starts: crawl.startUrls.join('\n'),
  include: crawl.include.join('\n'),
  exclude: crawl.exclude.join('\n'),
})

export const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

const MAX_LINES = 50
/** `line` and `max` fill the sentence's placeholders. */
export interface Problem {
  key: 'name' | 'starts' | 'agents' | 'address' | 'manyStarts' | 'pages' | 'depth' | 'matchers'
  line: string
  max: number
}
export type Problems = Partial<
  Record<'name' | 'starts' | 'agentIds' | 'maxPages' | 'maxDepth' | 'include' | 'exclude', Problem>
>

const problem = (key: Problem['key'], max = 0, line = ''): Problem => ({ key, max, line })

/** Problems by field that block saving. */
export function problemsOf(form: CrawlForm): Problems {
  const problems: Problems = {}
  const starts = linesOf(form.starts)
  const wrong = starts.find((line) => !isAddress(line))
  if (starts.length === 0) problems.starts = problem('starts')
  else if (starts.length > MAX_LINES) problems.starts = problem('manyStarts', MAX_LINES)
  else if (wrong !== undefined) problems.starts = problem('address', 0, wrong)
  // A job without a name is named after its site once that is valid.
  else if (form.name.trim() === '') problems.name = problem('name')
  if (form.agentIds.length === 0) problems.agentIds = problem('agents')
  if (!isWithin(form.maxPages, 1, MAX_CRAWL_PAGES)) problems.maxPages = problem('pages', MAX_CRAWL_PAGES)
  // Only sites have a depth to enter.
  if (form.kind === 'site' && !isWithin(form.maxDepth, 0, MAX_CRAWL_DEPTH))
    problems.maxDepth = problem('depth', MAX_CRAWL_DEPTH)
  for (const key of ['include', 'exclude'] as const)
    if (linesOf(form[key]).length > MAX_LINES) problems[key] = problem('matchers', MAX_LINES)
  return problems
}

/**
 * Allows addresses without `https://`, which the server adds; a single word is then not an address, but after a scheme
 * may be a host name.
 */
function isAddress(line: string): boolean {
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(line)
  const full = whole ? line : `https://${line}`
  if (!/^https?:\/\//i.test(full) || /\s/.test(full) || !URL.canParse(full)) return false
  const { hostname, port } = new URL(full)
  return whole || port !== '' || hostname.includes('.') || hostname.includes(':')
}

const isWithin = (value: number | string, least: number, most: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most

/** Expects a form without problems. */
export const settingsOf = (form: CrawlForm): CrawlSettings => ({
  name: form.name.trim(),
  kind: form.kind,
  startUrls: linesOf(form.starts),
  include: linesOf(form.include),
  exclude: linesOf(form.exclude),
  agentIds: form.agentIds,
  maxPages: Number(form.maxPages),
  maxDepth: isWithin(form.maxDepth, 0, MAX_CRAWL_DEPTH) ? Number(form.maxDepth) : CRAWL_STARTER.maxDepth,
  stayOnDomain: form.stayOnDomain,
  refresh: form.refresh,
  tags: form.tags,
})

/** The default name: the host of the first address. */
export function nameFrom(starts: string): string {
  const [first = ''] = linesOf(starts)
  const full = first.includes('://') ? first : `https://${first}`
  return isAddress(first) ? new URL(full).hostname.replace(/^www\./, '') : ''
}
