// `npm run bench`: compares the product with simpler servers on one upstream, prints a table, writes JSON.
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { assertNotEnding, forkScript, stopAll } from './child-processes.ts'
import type { Install } from './install.ts'
import { measureInstall } from './install.ts'
import type { Plan } from './measure.ts'
import { FULL_PLAN, Load, Measurement, QUICK_PLAN, Upstream } from './measure.ts'
import { productTarget } from './product.ts'
import type { Outcome } from './report.ts'
import { rowsOf, table } from './report.ts'
import type { Target } from './target.ts'
import { directTarget, scriptTargets } from './target.ts'

const USAGE = `npm run bench -- [--quick] [--only direct,proxy,hono,minimal,product] [--install] [--json]
  --quick    fewer turns and connections: a minute instead of several; the figures scatter more
  --only     measure these targets alone
  --install  also measure a clean npm ci of the last commit in a new folder (downloads every package)
  --json     print the JSON instead of the table (it is written to bench/results/latest.json in either case)`

const RUN_TIMEOUT_MS = 20 * 60_000

let targets: Target[] = []
let interrupted = false

interface Flags {
  quick: boolean
  only: string[] | undefined
  install: boolean
  json: boolean
}

function readFlags(): Flags {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      install: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(USAGE)
    process.exit(0)
  }
  return { ...values, only: values.only?.split(',').map((name) => name.trim()) }
}

function choose(all: Target[], only: string[] | undefined): Target[] {
  const unknown = only?.filter((name) => !all.some((target) => target.name === name)) ?? []
  if (unknown.length > 0) throw new Error(`no such target: ${unknown.join(', ')}\n${USAGE}`)
  return only ? all.filter(({ name }) => only.includes(name)) : all
}

/** Measures one target and stops it, even after a failure. */
async function measure(
  target: Target,
  shared: { direct: Target; load: Load; upstream: Upstream; plan: Plan },
): Promise<Outcome> {
  const say = (what: string) => console.error(`${target.label}: ${what}`)
  const running = await shared.direct.start()
  const measurement = new Measurement({ ...shared, target, direct: running }, say)
  const outcome: Outcome = { name: target.name, label: target.label, figures: measurement.figures }
  try {
    await measurement.run()
  } catch (error) {
    outcome.failure = (error as Error).message
    if (!interrupted) say(`could not be measured to the end: ${outcome.failure}`)
  } finally {
    await target.dispose?.()
  }
  for (const sample of measurement.figures.errorSamples) say(`an error was: ${sample}`)
  return outcome
}

/** Measures what the flags ask for; true when everything could be measured and stored data is correct. */
async function main(flags: Flags): Promise<boolean> {
  const plan = flags.quick ? QUICK_PLAN : FULL_PLAN
  const { url } = await forkScript(new URL('./upstream.ts', import.meta.url))
  const upstream = new Upstream(url)
  const direct = directTarget(url)
  targets = choose([direct, ...scriptTargets(url), productTarget(url)], flags.only)
  const load = await Load.start()
  const outcomes: Outcome[] = []
  for (const target of targets) {
    outcomes.push(await measure(target, { direct, load, upstream, plan }))
    assertNotEnding()
  }
  let install: Install | undefined
  if (flags.install) {
    console.error('clean install')
    install = await measureInstall()
  }
  // An interrupted run keeps the previous result.
  assertNotEnding()
  const rows = rowsOf(outcomes, install)
  const machine = { cpus: cpus().length, model: cpus()[0]?.model, memoryBytes: totalmem(), node: process.version }
  const result = { at: new Date().toISOString(), machine, plan, rows, install, targets: outcomes }
  const json = JSON.stringify(result)
  const folder = new URL('./results/', import.meta.url)
  await mkdir(folder, { recursive: true })
  await writeFile(new URL('latest.json', folder), `${json}\n`)
  console.log(flags.json ? json : `\n${table(rows, outcomes)}`)
  return outcomes.every(({ failure, figures }) => failure === undefined && figures.verified !== false)
}

/** Ends every process and removes every folder of the run. */
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

try {
  const good = await main(readFlags())
  if (!interrupted) await end(good ? 0 : 1)
} catch (error) {
  if (!interrupted) {
    console.error((error as Error).message)
    await end(1)
  }
}
