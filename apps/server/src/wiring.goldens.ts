// Builds golden questions over what knowledge finds.
import { createGoldens, type Goldens, type GoldensDeps } from './modules/retrieval-evals/service.ts'
import type { Logger } from './lib/log.ts'

export function wireGoldens({ log, ...deps }: Omit<GoldensDeps, 'later'> & { readonly log: Logger }): Goldens {
  const waiting = new Map<string, NodeJS.Timeout>()
  const later: GoldensDeps['later'] = (key, ms, work) => {
    clearTimeout(waiting.get(key))
    const timer = setTimeout(() => {
      waiting.delete(key)
      // What is lost here, the sweep finds.
      work().catch((error: unknown) => log.debug({ err: error }, 'golden questions were not asked in time'))
    }, ms)
    waiting.set(key, timer.unref())
  }
  return createGoldens({ ...deps, later })
}
