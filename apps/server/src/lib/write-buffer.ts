// Gathers items in memory and writes them together, so that what happens often costs the database little.
import type { Region } from '@parlance/contract/lib/regions'
import type { Logger } from './log.ts'

export interface WriteBuffer<Item> {
  /** Takes an item for a region. Never waits and never throws; an item that finds the buffer full is dropped. */
  readonly add: (region: Region, item: Item) => void
  /** Forgets the items of a region that match and are not being written yet. */
  readonly remove: (region: Region, matches: (item: Item) => boolean) => void
  /** Writes what was added so far. Call it at shutdown; tests call it to see what was added. */
  readonly flush: () => Promise<void>
}

export interface WriteBufferOptions<Item> {
  /** What the items are, for log lines. */
  readonly name: string
  readonly log: Logger
  /** Stores items of one region. Never called twice at once for the same region. */
  readonly write: (region: Region, items: readonly Item[]) => Promise<unknown>
  /** The longest that an item waits, in milliseconds. */
  readonly delayMs: number
  /** The most items that wait in a region. */
  readonly maxItems: number
  /** Items are written earlier when so many wait in a region. */
  readonly flushAt?: number
  /** The most items of one `write`; all that wait when absent. */
  readonly maxBatch?: number
  /** Items that could not be written wait this long for the next try, in milliseconds; they are dropped when absent. */
  readonly retryMs?: number
  /** Makes one item of all items that have the same key. */
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
      // What came meanwhile is later than what failed.
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
