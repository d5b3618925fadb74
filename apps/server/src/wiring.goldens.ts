// Builds golden questions over what knowledge finds.
import type { RetrievalEvalsDeps } from './modules/retrieval-evals/ports.ts'
import { createRetrievalEvals, type RetrievalEvals } from './modules/retrieval-evals/service.ts'
import type { Logger } from './lib/log.ts'

export function wireGoldens({
  log,
  ...deps
}: Omit<RetrievalEvalsDeps, 'later'> & { readonly log: Logger }): RetrievalEvals {
  const waiting = new Map<string, NodeJS.Timeout>()
  const later: RetrievalEvalsDeps['later'] = (key, ms, work) => {
    clearTimeout(waiting.get(key))
    const timer = setTimeout(() => {
      waiting.delete(key)
      // What is lost here, the sweep finds.
      work().catch((error: unknown) => log.debug({ err: error }, 'golden questions were not asked in time'))
    }, ms)
    waiting.set(key, timer.unref())
  }
  return createRetrievalEvals({ ...deps, later })
}
