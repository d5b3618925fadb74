// Batches items that arrive while the previous batch is being written; a single item is written at once.

export interface Batcher<Item, Result> {
  /** Items of one key are written in order, one batch at a time; keys are independent. */
  readonly add: (key: string, item: Item) => Promise<Result>
}

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * `write` returns one result per item and writes nothing if it throws; then items are written one by one. `mayBeOne`
 * says for which errors: for others, e.g. unknown outcomes, every item gets the error.
 */
export function createBatcher<Item, Result>(
  write: (key: string, items: readonly Item[]) => Promise<readonly Result[]>,
  maxBatch = 100,
  mayBeOne: (error: unknown) => boolean = () => true,
): Batcher<Item, Result> {
  const queues = new Map<string, Waiting<Item, Result>[]>()
  const alone = async (key: string, { item, resolve, reject }: Waiting<Item, Result>) => {
    try {
      const [result] = await write(key, [item])
      resolve(result as Result)
    } catch (error) {
      reject(error)
    }
  }
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
        if (batch.length > 1 && mayBeOne(error)) for (const one of batch) await alone(key, one)
        else for (const { reject } of batch) reject(error)
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
