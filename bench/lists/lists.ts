// `npm run bench:lists`: lists of ten thousand rows next to another full workspace: API latency, and scrolling to the
// end in a browser. `--calls` or `--scroll` runs one of them, `--only NAME` some lists.
import { parseArgs } from 'node:util'
import { print, save } from '../output.ts'
import { measureCalls } from './calls.ts'
import { measureScrolling } from './scroll.ts'
import { openStage } from './stage.ts'

/** Milliseconds of a call, of a frame and of a task; elements of a page. */
const AIMS = { call: 100, frame: 20, task: 100, nodes: 5000 }
const { calls, scroll, only } = parseArgs({
  options: { calls: { type: 'boolean' }, scroll: { type: 'boolean' }, only: { type: 'string', default: '' } },
}).values

const stage = await openStage()
try {
  const timings = scroll && !calls ? [] : await measureCalls(stage.api, stage.owner, only)
  const scrolled = calls && !scroll ? [] : await measureScrolling(stage, only)
  print(timings.map((one) => ({ ...one, [`p95 ≤ ${AIMS.call} ms`]: one.p95 <= AIMS.call })))
  print(
    scrolled.map((one) => ({
      ...one,
      'aims met': one.p95 <= AIMS.frame && one.longest <= AIMS.task && one.nodes <= AIMS.nodes,
    })),
  )
  if (!only) save('lists', { calls: timings, scrolling: scrolled })
} finally {
  await stage.close()
}
