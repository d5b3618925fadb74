// Lanes and senders of this process: woken by what it stores itself, and looking for what others left.
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

const POLL_MS = 2000
const CLOSE_MS = 5000

/** Works on each thread once at a time; different threads side by side. */
export function createThreadWorker({ contextFor, log, name, listDue, work }: WorkerDeps) {
  const running = new Map<string, Promise<void>>()
  const again = new Set<string>()
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
  const wakeAt = (region: Region, id: string, inMs: number) => {
    if (!isClosed) setTimeout(run, Math.max(0, inMs), region, id).unref()
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
