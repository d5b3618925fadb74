// Lets concurrent callers share work that reads a state and stores it, such as copying an object of a provider.

export type CoalesceRuns = (key: string, work: () => Promise<void>) => Promise<void>

/**
 * One run per key at a time. Callers that arrive meanwhile share the next one; they don't join a run that has begun,
 * because it may have read what was true before their reason to call.
 */
export function createCoalescedRuns(): CoalesceRuns {
  const running = new Map<string, Promise<void>>()
  const waiting = new Map<string, Promise<void>>()
  const next = async (key: string, work: () => Promise<void>) => {
    await running.get(key)?.catch(() => undefined)
    waiting.delete(key)
    const run = work()
    running.set(key, run)
    try {
      await run
    } finally {
      if (running.get(key) === run) running.delete(key)
    }
  }
  return (key, work) => {
    const known = waiting.get(key)
    if (known) return known
    const run = next(key, work)
    waiting.set(key, run)
    return run
  }
}
