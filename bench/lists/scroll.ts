// How a list scrolls to its end in a browser: frames, long tasks, DOM size and memory.
import { chromium, type Browser, type Page } from 'playwright-core'
import { ensureBrowser } from '../../scripts/ensure-browser.ts'
import { PASSWORD } from '../api.ts'
import { say } from '../output.ts'
import { median, p95 } from '../stats.ts'
import type { Stage } from './stage.ts'

/** Pixels per frame: a fast wheel of about 40,000 pixels a second. */
const STEP = 700
const LONGEST_MS = 150_000

export interface Screen {
  readonly list: string
  readonly path: string
}
interface Seen {
  readonly rows: number
  readonly frames: readonly number[]
  readonly tasks: readonly number[]
  readonly nodes: number
}

const screensOf = ({ owner: { uid, agentId }, url }: Stage): readonly Screen[] => {
  const app = `${url}/app/eu`
  return [
    { list: 'sessions', path: `${app}/sessions` },
    { list: 'chats of an agent', path: `${app}/agents/${agentId}/convos` },
    { list: 'agents', path: `${app}/agents` },
    { list: 'documents', path: `${app}/agents/${agentId}/kb` },
    { list: 'deliveries', path: `${app}/events?tab=deliveries` },
    { list: 'log', path: `${app}/events?tab=log` },
    { list: 'audit', path: `${app}/workspace?tab=audit&workspace=${uid}` },
    { list: 'members', path: `${app}/workspace?tab=members&workspace=${uid}` },
  ]
}

/** Runs in the page. */
const SCROLL = `async (step, most) => {
  const row = document.querySelector('main li')
  let scroller = row.parentElement
  while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement
  scroller ??= document.scrollingElement
  const frames = [], tasks = []
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration)))
  observer.observe({ type: 'longtask' })
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const more = () => [...document.querySelectorAll('main button')].find((one) => /^Load more/i.test(one.textContent))
  const until = performance.now() + most
  let last = await frame()
  for (let still = 0; still < 30 && last < until;) {
    scroller.scrollTop += step
    const now = await frame()
    frames.push(now - last)
    last = now
    const atEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2
    const button = atEnd ? more() : undefined
    if (button && !button.disabled && !button.dataset.loading) button.click()
    still = atEnd && !button ? still + 1 : 0
  }
  observer.disconnect()
  const rows = [...document.querySelectorAll('main li')]
  const counted = Math.max(rows.length, ...rows.map((one) => Number(one.getAttribute('aria-posinset'))))
  return { rows: counted, frames, tasks, nodes: document.querySelectorAll('*').length }
}`

export type Scrolled = Awaited<ReturnType<typeof scroll>>

/** Ends at the last row or after `longestMs`. */
export async function scroll(page: Page, { list, path }: Screen, longestMs = LONGEST_MS) {
  await page.goto(path)
  await page.locator('main li').first().waitFor()
  const from = performance.now()
  const seen = (await page.evaluate(`(${SCROLL})(${STEP}, ${longestMs})`)) as Seen
  const seconds = (performance.now() - from) / 1000
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number }
  await session.detach()
  return {
    list,
    /** Its last row's index as announced to screen readers. */
    rows: seen.rows,
    seconds,
    p50: median(seen.frames),
    p95: p95(seen.frames),
    max: Math.max(...seen.frames),
    frameMean: seen.frames.reduce((sum, frame) => sum + frame, 0) / seen.frames.length,
    longTasks: seen.tasks.length,
    longest: Math.max(0, ...seen.tasks),
    nodes: seen.nodes,
    heapMb: usedSize / 1024 / 1024,
  }
}

export async function openPage(browser: Browser, { url, owner }: Pick<Stage, 'url' | 'owner'>): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const data = { email: owner.email, password: PASSWORD }
  const answer = await context.request.post(`${url}/api/account/sign-in`, { data, headers: { origin: url } })
  if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}`)
  return context.newPage()
}

export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch(await ensureBrowser())
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

export const measureScrolling = (stage: Stage, only = ''): Promise<Scrolled[]> =>
  withBrowser(async (browser) => {
    const results: Scrolled[] = []
    for (const screen of screensOf(stage).filter(({ list }) => list.includes(only))) {
      say(`scrolling ${screen.list} …`)
      // A fresh page, so that the heap is that of one list.
      const page = await openPage(browser, stage)
      const one = await scroll(page, screen)
      say(JSON.stringify(one))
      results.push(one)
      await page.context().close()
    }
    return results
  })
