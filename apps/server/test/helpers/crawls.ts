import type { Crawl, CrawlPage } from '@parlance/contract/crawler/schemas'
import type { DocumentSummary } from '@parlance/contract/knowledge/schemas'
import type { Website } from '@parlance/simulators/website/server'
import { expect, vi } from 'vitest'
import type { startTestServer } from './app.ts'
import { call, type Person, type TestAgent } from './people.ts'

/** `first` is the caller of calls that name none. */
export function crawls(server: Awaited<ReturnType<typeof startTestServer>>, site: Website, first: () => Person) {
  const base = server.api('eu')
  const at = (path: string) => `${site.url}${path}`
  const jobs = (who: Person, path = '') => `${base}/v2/workspaces/${who.workspace.uid}/crawls${path}`
  const create = async (agents: readonly TestAgent[], more: object = {}, who = agents[0]?.owner ?? first()) => {
    const body = { name: 'Shop', startUrls: [at('/')], agentIds: agents.map(({ id }) => id), maxDepth: 2, ...more }
    return (await server.must<{ data: Crawl }>('POST', jobs(who), who.token, body)).data
  }
  const get = async (id: string, who = first()) =>
    (await server.must<{ data: Crawl }>('GET', jobs(who, `/${id}`), who.token)).data
  const over = (id: string, who = first()) =>
    vi.waitFor(
      async () => {
        const crawl = await get(id, who)
        expect(crawl.status).not.toMatch(/queued|processing/)
        return crawl
      },
      { timeout: 30_000, interval: 100 },
    )
  const again = async (id: string) => {
    await server.must('POST', jobs(first(), `/${id}/run`), first().token, {})
    return over(id)
  }
  const log = async (id: string, who = first()) => {
    const items: CrawlPage[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = cursor ? `&cursor=${cursor}` : ''
      const page: { items: CrawlPage[]; nextCursor: string | null } = await server.must(
        'GET',
        jobs(who, `/${id}/pages?limit=7${query}`),
        who.token,
      )
      items.push(...page.items)
      cursor = page.nextCursor
    }
    return new Map(items.map((page) => [page.url.slice(site.url.length), page]))
  }
  const documents = async (agent: TestAgent) => {
    const { items } = await server.must<{ items: DocumentSummary[] }>(
      'GET',
      `${base}/v2/agents/${agent.id}/kb?limit=100`,
      agent.owner.token,
    )
    return items
  }
  const titles = async (agent: TestAgent) => (await documents(agent)).map(({ name }) => name).toSorted()
  const refused = async (method: string, url: string, who: Person, body?: object) => {
    const answer = await call<{ code: string; message: string }>(method, url, {
      bearer: who.token,
      ...(body ? { body } : {}),
    })
    return { status: answer.status, code: answer.body.code, message: answer.body.message }
  }
  return { at, jobs, create, get, over, again, log, documents, titles, refused }
}
