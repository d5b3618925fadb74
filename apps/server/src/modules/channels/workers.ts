// Runs the lanes and senders of this process: woken by its own writes, and polling for what others left.
import type { Region } from '@parlance/contract/lib/regions'
import type { Ctx } from '../../lib/ctx.ts'
import type { Logger } from '../../lib/log.ts'

export interface WorkerDeps {
  readonly contextFor: (region: Region) => Ctx
  readonly log: Logger
  readonly name: string
  readonly listDue: (ctx: Ctx) => Promise<readonly { readonly id: string }[]>
  /** Works on one thread until nothing is due; returns when to look again. */
  readonly work: (ctx: Ctx, id: string) => Promise<Date | undefined>
}

/** Starts one every `gapMs`, in request order. */
export function createPace(gapMs: number) {
  let next = 0
  return async (): Promise<void> => {
    const now = performance.now()
    const at = Math.max(now, next)
    next = at + gapMs
    if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now))
  }
}

const POLL_MS = 2000
const CLOSE_MS = 5000

/** Works on each thread once at a time; different threads run concurrently. */
export function createThreadWorker({ contextFor, log, name, listDue, work }: WorkerDeps) {
  const running = new Map<string, Promise<void>>()
  const again = new Set<string>()
  const waking = new Map<string, { readonly at: number; readonly timer: NodeJS.Timeout }>()
  let regions: readonly Region[] = []
  let timer: NodeJS.Timeout | undefined
  let isClosed = true

  const run = (region: Region, id: string) => {
    if (isClosed) return
    if (running.has(id)) {
      again.add(id)
      return
    }
    const done = work(contextFor(region), id)
      .then((next) => {
        if (next) wakeAt(region, id, next.getTime() - Date.now())
      })
      .catch((error: unknown) => log.warn({ err: error, id }, `${name} failed; trying again`))
      .finally(() => {
        running.delete(id)
        if (again.delete(id)) run(region, id)
      })
    running.set(id, done)
  }
  /** A thread that is woken earlier is checked again when the rest is due. */
  const wakeAt = (region: Region, id: string, inMs: number) => {
    if (isClosed) return
    const at = performance.now() + Math.max(0, inMs)
    const known = waking.get(id)
    if (known && known.at <= at) return
    clearTimeout(known?.timer)
    const timer = setTimeout(
      () => {
        waking.delete(id)
        run(region, id)
      },
      Math.max(0, at - performance.now()),
    )
    waking.set(id, { at, timer: timer.unref() })
  }
  const look = async () => {
    for (const region of regions) {
      try {
        for (const { id } of await listDue(contextFor(region))) run(region, id)
      } catch (error) {
        log.debug({ err: error, region }, `looking for ${name} failed`)
      }
    }
  }
  return {
    wake: (ctx: Pick<Ctx, 'region'>, id: string, inMs = 0) => wakeAt(ctx.region, id, inMs),
    start(of: readonly Region[]) {
      regions = of
      isClosed = false
      timer = setInterval(() => void look(), POLL_MS)
      timer.unref()
      void look()
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      const late = new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())
      await Promise.race([Promise.all(running.values()), late])
    },
  }
}
