// One visit of a page: downloads, CPU and memory as the browser reports them.
import { gzipSync } from 'node:zlib'
import type { Browser, CDPSession, Page, Response } from 'playwright-core'
import { PAGE, serveSite } from './site.ts'

export interface Candidate {
  readonly name: string
  /** Files served under `/rival/`; absent for widgets with their own server. */
  readonly folder?: string
  /** HTML inserted at the end of the page's body. */
  readonly embed: string
  readonly press?: string
  readonly field: string
}

export interface Measured {
  /** Gzipped bytes of scripts, styles and frames until open. */
  readonly bytes: number
  /** Of these, before any press. */
  readonly bytesBefore: number
  /** Script milliseconds until the launcher is shown and the page is idle. */
  readonly scriptMs: number
  /** JavaScript heap after opening, minus the page's own, in bytes. */
  readonly heap: number
  /** Sum of layout shifts. */
  readonly shift: number
  /** Requests besides the page's own tags before the load event. */
  readonly early: number
}

const OPEN_MS = 20_000
/** Idle time after the last request for a page to count as settled. */
const QUIET_MS = 1_500
const COUNTED = new Set(['script', 'stylesheet', 'document'])

function weigh(page: Page) {
  const bodies: Promise<number>[] = []
  page.on('response', (response: Response) => {
    if (!COUNTED.has(response.request().resourceType()) || response.url() === PAGE) return
    bodies.push(
      response.body().then(
        (body) => gzipSync(body, { level: 9 }).length,
        () => 0,
      ),
    )
  })
  return async () => (await Promise.all(bodies)).reduce((sum, bytes) => sum + bytes, 0)
}

/** Requests before the load event, without those of the page's own tags. */
function watchEarly(page: Page, tags: number) {
  let early = 0
  let loaded = false
  page.on('request', (request) => {
    if (!loaded && request.url() !== PAGE && !request.url().endsWith('/favicon.ico')) early += 1
  })
  page.on('load', () => (loaded = true))
  return () => Math.max(0, early - tags)
}

async function scriptSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0
}

/** Sessions of out-of-process frames; others belong to the page's. */
async function framesOf(page: Page): Promise<CDPSession[]> {
  const sessions = page
    .frames()
    .slice(1)
    .map((frame) => page.context().newCDPSession(frame))
  return (await Promise.allSettled(sessions)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

/** Heap after garbage collection, in the page and its frames. */
async function heapOf(session: CDPSession, frames: readonly CDPSession[]): Promise<number> {
  const used = async (one: CDPSession) => {
    await one.send('HeapProfiler.enable')
    for (let round = 0; round < 3; round += 1) await one.send('HeapProfiler.collectGarbage')
    return (await one.send('Runtime.getHeapUsage')).usedSize
  }
  let sum = await used(session)
  for (const frame of frames) sum += (await used(frame)) - emptyHeap
  return sum
}
let emptyHeap = 0

// Uses the protocol directly: the driver's helpers would count as the page's memory.
async function ask(session: CDPSession, expression: string): Promise<unknown> {
  const { result } = await session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
  return result.value
}

interface DomNode {
  readonly nodeId: number
  readonly children?: readonly DomNode[]
  readonly shadowRoots?: readonly DomNode[]
  readonly contentDocument?: DomNode
}
const innerOf = ({ shadowRoots = [], contentDocument }: DomNode): readonly DomNode[] => [
  ...shadowRoots,
  ...(contentDocument ? [contentDocument] : []),
]
const rootsOf = (node: DomNode): number[] => [
  ...innerOf(node).map(({ nodeId }) => nodeId),
  ...[...(node.children ?? []), ...innerOf(node)].flatMap(rootsOf),
]

/**
 * The first match through shadow roots and frames; 0 if none. Uses the browser's own search: a script walking the page
 * would allocate objects for every element, 20 KB and more attributed to the widget.
 */
async function find(session: CDPSession, selector: string): Promise<number> {
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true })
  for (const nodeId of [root.nodeId, ...rootsOf(root)]) {
    const hit = await session.send('DOM.querySelector', { nodeId, selector })
    if (hit.nodeId !== 0) return hit.nodeId
  }
  return 0
}

async function press(session: CDPSession, selector: string): Promise<void> {
  const nodeId = await find(session, selector)
  const { object } = await session.send('DOM.resolveNode', { nodeId })
  const { objectId = '' } = object
  await session.send('Runtime.callFunctionOn', { objectId, functionDeclaration: 'function () { this.click() }' })
  await session.send('Runtime.releaseObject', { objectId })
}

/** Whether something matches and is visible. A frame may disappear meanwhile. */
const shows = (session: CDPSession, selector: string) =>
  find(session, selector)
    .then(async (nodeId) => nodeId !== 0 && (await session.send('DOM.getBoxModel', { nodeId })).model.width > 0)
    .catch(() => false)

const shiftOf = (session: CDPSession) =>
  ask(
    session,
    `new Promise((done) => {
      let sum = 0
      new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value })
        .observe({ type: 'layout-shift', buffered: true })
      setTimeout(() => done(sum), 100)
    })`,
  )

/** Waits until a field in the page or a frame is editable; returns the frames. */
async function opened(page: Page, session: CDPSession, field: string): Promise<CDPSession[]> {
  const until = Date.now() + OPEN_MS
  while (Date.now() < until) {
    const frames = await framesOf(page)
    for (const one of [session, ...frames]) if (await shows(one, field)) return frames
    await Promise.all(frames.map((one) => one.detach()))
    await page.waitForTimeout(100)
  }
  throw new Error(`nothing matching ${field} showed`)
}

export async function visit(browser: Browser, candidate: Candidate): Promise<Measured> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    // The browser takes a page that a route answers for a public one.
    permissions: ['local-network-access'],
  })
  try {
    await serveSite(context, candidate.embed, candidate.folder)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    const bytes = weigh(page)
    const tags = candidate.embed.match(/<script|<link/g)?.length ?? 0
    const early = watchEarly(page, tags)
    await page.goto(PAGE, { waitUntil: 'load' })
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(QUIET_MS)
    const scriptMs = 1000 * (await scriptSeconds(session))
    const bytesBefore = await bytes()
    if (candidate.press) await press(session, candidate.press)
    const frames = candidate.field ? await opened(page, session, candidate.field) : []
    await page.waitForTimeout(QUIET_MS)
    const heap = await heapOf(session, frames)
    const shift = Number(await shiftOf(session))
    return { bytes: await bytes(), bytesBefore, scriptMs, heap, shift, early: early() }
  } finally {
    await context.close()
  }
}

/** Heap of an empty page, subtracted from the others. */
export async function visitEmpty(browser: Browser): Promise<Measured> {
  const measured = await visit(browser, { name: 'empty page', embed: '', field: '' })
  emptyHeap = measured.heap
  return measured
}
