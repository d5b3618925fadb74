// `npm run bench`: compares the product with simpler servers on one upstream, prints a table, writes JSON.
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { forkScript, stopAll } from './child-processes.ts'
import { measureInstall } from './install.ts'
import { FULL_PLAN, measureTarget, type Plan, QUICK_PLAN, type RunJob, startLoad } from './measure.ts'
import { save } from './output.ts'
import { productTarget } from './product.ts'
import { type Outcome, print, rowsOf } from './report.ts'
import { directTarget, scriptTargets, type Target } from './target.ts'

const RUN_TIMEOUT_MS = 20 * 60_000
const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    install: { type: 'boolean', default: false },
  },
})

let targets: Target[] = []
let interrupted = false

/** Measures one target and stops it, even after a failure. */
async function measure(target: Target, shared: { load: RunJob; upstream: string; plan: Plan }): Promise<Outcome> {
  const say = (what: string) => console.error(`${target.name}: ${what}`)
  const { name } = target
  const outcome: Outcome = { name, figures: { turns: 0, errors: 0, errorSamples: [] } }
  try {
    const direct = name === 'direct' ? await target.start() : await directTarget(shared.upstream).start()
    await measureTarget({ ...shared, target, direct, say }, outcome.figures)
  } catch (error) {
    outcome.failure = (error as Error).message
    if (!interrupted) say(`could not be measured to the end: ${outcome.failure}`)
  } finally {
    await target.dispose?.()
  }
  for (const sample of outcome.figures.errorSamples) say(`an error was: ${sample}`)
  return outcome
}

async function main(): Promise<boolean> {
  const plan = flags.quick ? QUICK_PLAN : FULL_PLAN
  const { ready } = await forkScript(new URL('./upstream.ts', import.meta.url))
  const upstream = ready.url
  const all = [directTarget(upstream), ...scriptTargets(upstream), productTarget(upstream)]
  const only = flags.only?.split(',')
  targets = all.filter(({ name }) => !only || only.includes(name))
  if (only && targets.length !== only.length) throw new Error(`no such target among ${flags.only}`)
  const load = await startLoad()
  const outcomes: Outcome[] = []
  for (const target of targets) if (!interrupted) outcomes.push(await measure(target, { load, upstream, plan }))
  if (interrupted) return false
  const product = outcomes.find(({ name }) => name === 'product')
  if (flags.install && product) Object.assign(product.figures, await measureInstall())
  const rows = rowsOf(outcomes)
  const machine = { cpus: cpus().length, model: cpus()[0]?.model, memoryBytes: totalmem(), node: process.version }
  save('latest', { at: new Date().toISOString(), machine, plan, rows, targets: outcomes })
  print(rows, outcomes)
  return outcomes.every(({ failure, figures }) => failure === undefined && figures.verified !== false)
}

async function end(code: number): Promise<never> {
  await stopAll()
  for (const target of targets) await target.dispose?.()
  process.exit(code)
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    if (interrupted) return
    interrupted = true
    void end(130)
  })
}
setTimeout(() => {
  console.error(`the run took more than ${RUN_TIMEOUT_MS / 60_000} minutes`)
  void end(1)
}, RUN_TIMEOUT_MS).unref()

const isGood = await main().catch((error: Error) => console.error(error.message))
if (!interrupted) await end(isGood ? 0 : 1)
