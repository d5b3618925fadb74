// `npm run bench:widget`: our widget and other packages on one page, in one browser, in one run. `--only NAME` measures
// one and only prints its figures.
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'
import { startProduct } from '../../e2e/product.ts'
import { ensureBrowser } from '../../scripts/ensure-browser.ts'
import type { Candidate, Measured } from './candidate.ts'
import { visit, visitEmpty } from './measure.ts'
import { measureCompetitors } from './competitors.ts'
import { openBenchSite, type BenchSite } from './site.ts'

const ROUNDS = 5
const KB = 1024
const MB = 1024 * 1024
const [, only] = /--only[ =](\S+)/.exec(process.argv.join(' ')) ?? []
const say = (text: string) => process.stderr.write(`${text}\n`)

async function call<T>(url: string, token: string | undefined, body?: unknown): Promise<T> {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

/** A published agent and its embed tag. */
async function ours(url: string): Promise<Candidate> {
  const region = 'eu'
  const body = { email: 'bench@example.com', password: randomUUID(), name: '', region }
  const { token } = await call<{ token: string }>(`${url}/api/account/sign-up`, undefined, body)
  const api = `${url}/api/${region}`
  const { items } = await call<{ items: { uid: string }[] }>(`${api}/v2/workspaces`, token)
  const { agentCreated } = await call<{ agentCreated: { ID: string } }>(
    `${api}/rpc/convertAgentTemplateToAgent`,
    token,
    {
      agentName: 'Bench',
      agentTemplate: 'blank-template',
      workspaceId: items[0]?.uid,
    },
  )
  // A different site than the page's, as in production.
  const origin = url.replace('127.0.0.1', 'localhost')
  const embed = `<script src="${origin}/widget.js" data-agent="${agentCreated.ID}" data-region="${region}" defer></script>`
  return { name: 'parlance', embed, press: 'button[aria-label="Open chat"]', field: 'textarea' }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

/** The median of each figure over the rounds, minus the empty page's. */
async function measure(browser: Browser, site: BenchSite, candidate: Candidate, empty: Measured): Promise<Measured> {
  site.show(candidate.embed, candidate.folder)
  const visits: Measured[] = []
  for (let round = 0; round < ROUNDS; round += 1) visits.push(await visit(browser, site.url, candidate))
  const of = (key: keyof Measured) => median(visits.map((one) => one[key]))
  return {
    bytes: of('bytes'),
    bytesBefore: of('bytesBefore'),
    scriptMs: of('scriptMs') - empty.scriptMs,
    heap: of('heap') - empty.heap,
    shift: of('shift'),
    early: of('early'),
  }
}

const shown = ({ bytes, bytesBefore, scriptMs, heap, shift, early }: Measured) => ({
  'gzip to open (KB)': (bytes / KB).toFixed(1),
  'of it at once (KB)': (bytesBefore / KB).toFixed(1),
  'script to launcher (ms)': scriptMs.toFixed(1),
  'heap open (MB)': (heap / MB).toFixed(2),
  'layout shift': shift.toFixed(4),
  'requests before load': early,
})

async function main(): Promise<void> {
  const site = await openBenchSite()
  const product = await startProduct()
  const browser = await chromium.launch(await ensureBrowser())
  const results: Record<string, Measured> = {}
  try {
    const all = only === 'parlance' ? [] : await measureCompetitors(say)
    const candidates = [await ours(product.url), ...all].filter(({ name }) => !only || name === only)
    site.show('', undefined)
    const empty = await visitEmpty(browser, site.url)
    for (const candidate of candidates) {
      say(`${candidate.name} …`)
      try {
        results[candidate.name] = await measure(browser, site, candidate, empty)
      } catch (error) {
        say(`${candidate.name}: not measured, ${String(error).slice(0, 300)}`)
      }
    }
  } finally {
    await Promise.allSettled([browser.close(), site.close()])
    await product.close()
  }
  console.table(Object.fromEntries(Object.entries(results).map(([name, one]) => [name, shown(one)])))
  if (only) {
    if (!results[only]) process.exitCode = 1
    return
  }
  const folder = new URL('../results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL('widget.json', folder), `${JSON.stringify(results, undefined, 2)}\n`)
  // A run needs our widget and at least three others to be meaningful.
  if (!results['parlance'] || Object.keys(results).length < 4) process.exitCode = 1
}

await main()
