// Gathers what arrives while the previous batch is being written: one alone goes at once, many share a transaction.

export interface Batcher<Item, Result> {
  /** Items of one key are written in order, one batch at a time; keys run beside each other. */
  readonly add: (key: string, item: Item) => Promise<Result>
}

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/** `write` answers one result per item, in order; when it throws, every item of that batch gets the error. */
export function createBatcher<Item, Result>(
  write: (key: string, items: readonly Item[]) => Promise<readonly Result[]>,
  maxBatch = 100,
): Batcher<Item, Result> {
  const queues = new Map<string, Waiting<Item, Result>[]>()
  const drain = async (key: string, queue: Waiting<Item, Result>[]) => {
    while (queue.length > 0) {
      const batch = queue.splice(0, maxBatch)
      try {
        const results = await write(
          key,
          batch.map(({ item }) => item),
        )
        batch.forEach(({ resolve }, index) => resolve(results[index] as Result))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    queues.delete(key)
  }
  return {
    add: (key, item) =>
      new Promise((resolve, reject) => {
        const queue = queues.get(key)
        if (queue) queue.push({ item, resolve, reject })
        else {
          const fresh = [{ item, resolve, reject }]
          queues.set(key, fresh)
          void drain(key, fresh)
        }
      }),
  }
}
