// `npm run bench:lists`: lists of ten thousand rows next to another full workspace: API latency, and scrolling to the
// end in a browser. `--calls` or `--scroll` runs one of them, `--only NAME` some lists.
import { round, save } from '../output.ts'
import { measureCalls, type Timing } from './calls.ts'
import { measureScrolling, type Scrolled } from './scroll.ts'
import { openStage } from './stage.ts'

/** Milliseconds of a call, of a frame and of a task; elements of a page. */
const AIMS = { call: 100, frame: 20, task: 100, nodes: 5000 }
const asked = process.argv.slice(2)
const [, only = ''] = /--only[ =](.+?)(?: --|$)/.exec(asked.join(' ')) ?? []
const wants = (part: string) => asked.includes(part) || !(asked.includes('--calls') || asked.includes('--scroll'))

const callRow = ({ list, what, rows, p50, p95 }: Timing) => ({
  list,
  what,
  rows,
  p50: round(p50),
  p95: round(p95),
  [`p95 ≤ ${AIMS.call} ms`]: p95 <= AIMS.call,
})
const scrollRow = ({ list, rows, seconds, p50, p95, max, longTasks, longest, nodes, heapMb }: Scrolled) => ({
  list,
  rows,
  s: round(seconds),
  'frame p50': round(p50),
  p95: round(p95),
  max: round(max),
  'long tasks': longTasks,
  longest: round(longest),
  elements: nodes,
  'heap MB': round(heapMb),
  'aims met': p95 <= AIMS.frame && longest <= AIMS.task && nodes <= AIMS.nodes,
})

async function main(): Promise<void> {
  const stage = await openStage()
  const results: { calls: Timing[]; scrolling: Scrolled[] } = { calls: [], scrolling: [] }
  try {
    if (wants('--calls')) results.calls = await measureCalls(stage.api, stage.owner, only)
    if (wants('--scroll')) results.scrolling = await measureScrolling(stage, only)
  } finally {
    await stage.close()
  }
  if (results.calls.length > 0) console.table(results.calls.map(callRow))
  if (results.scrolling.length > 0) console.table(results.scrolling.map(scrollRow))
  if (!only) save('lists', results)
}

await main()
