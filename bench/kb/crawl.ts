// Crawls ten thousand pages of a local site and reports whether the server's memory grows: node bench/kb/crawl.ts
// [--pages 10000]
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startOpenAi } from '@parlance/simulators/openai/server'
import { startWebsite } from '@parlance/simulators/website/server'
import { operatorGrant } from '../../apps/server/src/cli/grant.ts'
import { startProcess } from '../../apps/server/test/helpers/child.ts'
import { descendants } from '../procfs.ts'

const { values } = parseArgs({ options: { pages: { type: 'string', default: '10000' } } })
const PAGES = Number(values.pages)
const MARKS = [...new Set([0, 1000, 2500, 5000, 7500, PAGES].filter((mark) => mark <= PAGES))]

interface Mark {
  readonly pages: number
  readonly seconds: number
  /** Of the server's process, in megabytes: now, after garbage collection, and peak. */
  readonly rss: number
  readonly peak: number
  /** Of the process that parses pages. */
  readonly parser: number
}

const megabytes = async (pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024)
}

async function parserOf(server: number): Promise<number> {
  const pids = [...descendants([server]).keys()].filter((pid) => pid !== server)
  const node = await Promise.all(
    pids.map(async (pid) =>
      (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).startsWith('postgres') ? 0 : pid,
    ),
  )
  const sizes = await Promise.all(node.filter(Boolean).map((pid) => megabytes(pid, 'VmRSS')))
  return Math.max(0, ...sizes)
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parlance-crawl-bench-'))
  // The database's account must pass through this folder as root.
  await chmod(dataDir, 0o711)
  const model = await startOpenAi({ firstTokenMs: 0, perTokenMs: 0 })
  const site = await startWebsite({ pages: PAGES, robots: 'User-agent: *\nDisallow: /private/\n' })
  const server = await startProcess(dataDir, {
    RATE_LIMIT_SCALE: '100000',
    OPENAI_API_KEY: model.key,
    OPENAI_BASE_URL: model.url,
    OUTBOUND_ALLOW: site.host,
    CRAWLER_OWN_DELAY_MS: '0',
  })
  try {
    const marks = await crawl(server, { dataDir, start: `${site.url}/pages/0` })
    console.log(`pages   seconds  pages/s  server MB (peak)  parser MB`)
    for (const { pages, seconds, rss, peak, parser } of marks)
      console.log(
        `${String(pages).padEnd(7)} ${seconds.toFixed(1).padStart(7)}  ${(pages / seconds).toFixed(1).padStart(7)}  ${`${rss} (${peak})`.padStart(16)}  ${String(parser).padStart(9)}`,
      )
  } finally {
    await server.stop()
    await Promise.all([model.close(), site.close()])
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface Api {
  readonly url: string
  readonly pid: number
}

async function crawl({ url, pid }: Api, { dataDir, start }: { dataDir: string; start: string }): Promise<Mark[]> {
  const ask = async <T>(method: string, path: string, token?: string, body?: object): Promise<T> => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${(await response.text()).slice(0, 300)}`)
    return (await response.json()) as T
  }
  const who = { email: 'bench@example.test', password: 'correct horse battery', name: 'Bench', region: 'eu' }
  const { token } = await ask<{ token: string }>('POST', '/account/sign-up', undefined, who)
  const { items } = await ask<{ items: { uid: string }[] }>('GET', '/eu/v2/workspaces', token)
  const uid = items[0]?.uid ?? ''
  await operatorGrant({ dataDir, regions: ['eu'], databases: {} }, { workspaceId: uid, credits: 10 * PAGES })
  const made = await ask<{ agentCreated: { ID: string } }>('POST', '/eu/rpc/convertAgentTemplateToAgent', token, {
    agentName: 'Bench',
    agentTemplate: 'blank-template',
    workspaceId: uid,
  })
  const crawls = `/eu/v2/workspaces/${uid}/crawls`
  const body = { name: 'Bench', startUrls: [start], agentIds: [made.agentCreated.ID], maxDepth: 20, maxPages: PAGES }
  const { data } = await ask<{ data: { id: string } }>('POST', crawls, token, { ...body, include: ['/pages/*'] })
  const began = performance.now()
  const marks: Mark[] = []
  for (;;) {
    const { data: now } = await ask<{ data: { status: string; reason: string; pagesRead: number } }>(
      'GET',
      `${crawls}/${data.id}`,
      token,
    )
    const due = MARKS[marks.length]
    if (due !== undefined && now.pagesRead >= due)
      marks.push({
        pages: now.pagesRead,
        seconds: (performance.now() - began) / 1000,
        rss: await megabytes(pid, 'VmRSS'),
        peak: await megabytes(pid, 'VmHWM'),
        parser: await parserOf(pid),
      })
    if (now.status === 'failed' || now.status === 'cancelled') throw new Error(`The crawl ${now.status}: ${now.reason}`)
    if (now.status === 'completed') {
      if (now.pagesRead !== PAGES) throw new Error(`${now.pagesRead} pages of ${PAGES} were read`)
      return marks
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

await main()
