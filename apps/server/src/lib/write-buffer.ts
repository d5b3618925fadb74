// Buffers items in memory and writes them in batches, so that frequent events cost the database little.
import type { Region } from '@parlance/contract/lib/regions'
import type { Logger } from './log.ts'

export interface WriteBuffer<Item> {
  /** Adds an item. Never waits and never throws; when the buffer is full the item is dropped. */
  readonly add: (region: Region, item: Item) => void
  readonly remove: (region: Region, matches: (item: Item) => boolean) => void
  /** Writes everything added so far. Called at shutdown and in tests. */
  readonly flush: () => Promise<void>
}

export interface WriteBufferOptions<Item> {
  readonly name: string
  readonly log: Logger
  /** Stores items of one region. Never called twice at once for the same region. */
  readonly write: (region: Region, items: readonly Item[]) => Promise<unknown>
  /** Longest wait of an item, in milliseconds. */
  readonly delayMs: number
  readonly maxItems: number
  /** Number of waiting items per region that triggers an earlier write. */
  readonly flushAt?: number
  /** Most items of one `write`; all waiting ones when absent. */
  readonly maxBatch?: number
  /** Delay before failed items are retried, in milliseconds; they are dropped when absent. */
  readonly retryMs?: number
  /** Merges all items that have the same key. */
  readonly merge?: {
    readonly keyOf: (item: Item) => unknown
    readonly combine: (earlier: Item, later: Item) => Item
  }
}

export function createWriteBuffer<Item>(options: WriteBufferOptions<Item>): WriteBuffer<Item> {
  const regions = new Map<Region, ReturnType<typeof createRegionBuffer<Item>>>()
  const of = (region: Region) => {
    const known = regions.get(region)
    if (known) return known
    const fresh = createRegionBuffer(region, options)
    regions.set(region, fresh)
    return fresh
  }
  return {
    add: (region, item) => of(region).add(item),
    remove: (region, matches) => regions.get(region)?.remove(matches),
    async flush() {
      await Promise.all([...regions.values()].map((one) => one.flush()))
    },
  }
}

function createRegionBuffer<Item>(region: Region, options: WriteBufferOptions<Item>) {
  const { name, log, delayMs, maxItems, flushAt = Infinity, maxBatch = Infinity, retryMs, merge } = options
  let waiting = new Map<unknown, Item>()
  let dropped = 0
  let writing = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isFlushQueued = false
  let isRetrying = false

  const schedule = (ms: number) => (timer ??= setTimeout(() => void flush(), ms).unref())
  const put = (item: Item, combine = merge?.combine) => {
    const key = merge ? merge.keyOf(item) : Symbol(name)
    const known = waiting.get(key)
    if (known !== undefined && combine) waiting.set(key, combine(known, item))
    else if (waiting.size < maxItems) waiting.set(key, item)
    else dropped += 1
  }
  const write = async (items: readonly Item[]): Promise<void> => {
    try {
      await options.write(region, items)
    } catch (error) {
      const isKept = retryMs !== undefined
      log.warn({ err: error, buffer: name, region, items: items.length, isKept }, 'buffered items were not written')
      if (!isKept) return
      // Items added meanwhile are newer than the failed ones.
      const newer = waiting
      waiting = new Map()
      for (const item of [...items, ...newer.values()]) put(item)
      isRetrying = true
      schedule(retryMs)
    }
  }
  const writeWaiting = async () => {
    isFlushQueued = false
    const items = [...waiting.values()]
    waiting = new Map()
    if (dropped > 0) log.warn({ buffer: name, region, dropped }, 'items were dropped because a buffer was full')
    dropped = 0
    for (let at = 0; at < items.length; at += maxBatch) await write(items.slice(at, at + maxBatch))
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    isFlushQueued = true
    isRetrying = false
    return (writing = writing.then(writeWaiting))
  }
  return {
    add(item: Item) {
      put(item)
      if (waiting.size >= flushAt && !isFlushQueued && !isRetrying) void flush()
      else schedule(delayMs)
    },
    remove(matches: (item: Item) => boolean) {
      for (const [key, item] of waiting) if (matches(item)) waiting.delete(key)
    },
    flush,
  }
}
