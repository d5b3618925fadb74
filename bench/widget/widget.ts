// `npm run bench:widget`: our widget and other packages on one page, in one browser, in one run. `--only NAME` measures
// one and only prints its figures.
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { startProduct } from '../../e2e/product.ts'
import { signUpOwner } from '../api.ts'
import { withBrowser } from '../lists/scroll.ts'
import { save, say } from '../output.ts'
import { median } from '../stats.ts'
import { type Candidate, type Measured, visit, visitEmpty } from './measure.ts'
import { measureCompetitors } from './competitors.ts'

const ROUNDS = 5
const KB = 1024
const MB = 1024 * 1024
const { only } = parseArgs({ options: { only: { type: 'string' } } }).values

/** A published agent and its embed tag. */
async function ours(url: string): Promise<Candidate> {
  const { agentId } = await signUpOwner(url)
  // A different site than the page's, as in production.
  const origin = url.replace('127.0.0.1', 'localhost')
  const embed = `<script src="${origin}/widget.js" data-agent="${agentId}" data-region="eu" defer></script>`
  return { name: 'parlance', embed, press: 'button[aria-label="Open chat"]', field: 'textarea' }
}

async function measure(browser: Browser, candidate: Candidate, empty: Measured): Promise<Measured> {
  const visits: Measured[] = []
  for (let round = 0; round < ROUNDS; round += 1) visits.push(await visit(browser, candidate))
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

const product = await startProduct()
const results: Record<string, Measured> = {}
try {
  await withBrowser(async (browser) => {
    const all = only === 'parlance' ? [] : await measureCompetitors()
    const candidates = [await ours(product.url), ...all].filter(({ name }) => !only || name === only)
    const empty = await visitEmpty(browser)
    for (const candidate of candidates) {
      say(`${candidate.name} …`)
      try {
        results[candidate.name] = await measure(browser, candidate, empty)
      } catch (error) {
        say(`${candidate.name}: not measured, ${String(error).slice(0, 300)}`)
      }
    }
  })
} finally {
  await product.close()
}
console.table(Object.fromEntries(Object.entries(results).map(([name, one]) => [name, shown(one)])))
if (!only) save('widget', results)
// A run needs our widget and at least three others to be meaningful.
const isWhole = only ? results[only] : results['parlance'] && Object.keys(results).length >= 4
if (!isWhole) process.exitCode = 1
