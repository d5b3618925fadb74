// The browser of the journeys: pages that record every error, axe, and screenshots.
import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import axeCore from 'axe-core'
import { chromium, type Browser, type BrowserContext, type Locator, type Page, type Request } from 'playwright-core'
import { expect } from 'vitest'
import { ensureBrowser } from '../scripts/ensure-browser.ts'
import { isAll } from '../scripts/test-tier.ts'

/** A loaded machine is slow, not wrong. */
const WAIT_MS = 30_000
let traces = 0
const PICTURES = join(import.meta.dirname, 'screenshots')

export interface PageOptions {
  readonly scheme?: 'light' | 'dark'
  readonly width?: number
  readonly height?: number
  /** The language of the browser. */
  readonly locale?: string
  /** Console errors this page may show. */
  readonly allow?: readonly RegExp[]
  /** Shares the browser profile of another page. */
  readonly context?: BrowserContext
  /** Keeps the page for all tests of the file, to save time. */
  readonly keep?: boolean
}

export interface Problem {
  readonly page: string
  readonly text: string
}

/** The worker's browser, kept across files; relaunched after a crash. */
let shared: Promise<Browser> | undefined

async function launch(args: readonly string[] = []): Promise<Browser> {
  const found = await ensureBrowser('bare')
  return chromium.launch({ ...found, args: [...found.args, ...args] })
}

async function sharedBrowser(): Promise<Browser> {
  const known = await shared?.catch(() => undefined)
  if (known?.isConnected()) return known
  shared = launch()
  return shared
}

/** The folder for Playwright traces; none are recorded without it. */
const TRACES = process.env['E2E_TRACES']

/** The worker's browser or, with process `args`, a separate one. */
export async function openBrowser(args: readonly string[] = []) {
  const browser = args.length > 0 ? await launch(args) : await sharedBrowser()
  const problems: Problem[] = []
  const contexts = new Set<BrowserContext>()
  const kept = new Set<BrowserContext>()

  async function end(context: BrowserContext): Promise<void> {
    if (TRACES) {
      const { testPath = '', currentTestName = '' } = expect.getState()
      const name = `${basename(testPath, '.test.ts')} ${currentTestName}`
        .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
        .slice(0, 120)
      traces += 1
      // A test may have closed it.
      await context.tracing.stop({ path: join(TRACES, `${name}-${traces}.zip`) }).catch(() => undefined)
    }
    await context.close()
  }

  async function newContext(options: PageOptions = {}) {
    const { scheme = 'light', width = 1280, height = 800, locale = 'en-GB', keep = false } = options
    const phone = width <= 480
    const context = await browser.newContext({
      colorScheme: scheme,
      viewport: { width, height },
      reducedMotion: 'reduce',
      hasTouch: phone,
      locale,
    })
    context.setDefaultTimeout(WAIT_MS)
    if (TRACES) await context.tracing.start({ screenshots: true, snapshots: true, sources: true })
    ;(keep ? kept : contexts).add(context)
    return context
  }

  async function newPage(options: PageOptions = {}): Promise<Page> {
    const page = await (options.context ?? (await newContext(options))).newPage()
    countRequests(page)
    const allowed = options.allow ?? []
    const note = (text: string) => {
      if (TRACES && TRACING.test(text)) return
      if (withoutAccess.has(page.context()) && REFUSED.test(text)) return
      if (!allowed.some((pattern) => pattern.test(text))) problems.push({ page: page.url(), text })
    }
    page.on('pageerror', (error) => note(`uncaught: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error') note(`${message.text()} ${message.location().url}`)
    })
    return page
  }

  return {
    newPage,
    newContext,
    /** Closes every page not kept and returns their errors. */
    settle: async (): Promise<Problem[]> => {
      await Promise.all([...contexts].map(end))
      contexts.clear()
      return problems.splice(0)
    },
    /** Closes kept pages too, and the browser unless it is the worker's. */
    close: async () => {
      await Promise.all([...contexts, ...kept].map(end))
      if (args.length > 0) await browser.close()
    },
  }
}

/** Tracing injects a script into every frame, which sandboxed ones refuse. */
const TRACING = /^Blocked script execution in 'about:srcdoc'/
const REFUSED = /status of 40[134]/
const withoutAccess = new WeakSet<BrowserContext>()

/** Call before removing a user's access: their open pages may make one more request, whose refusal is not an error. */
export function loseAccess(page: Page): void {
  withoutAccess.add(page.context())
}

/** Pending requests of a page, without streams. */
const requests = new WeakMap<Page, Set<Request>>()

function countRequests(page: Page): void {
  const open = new Set<Request>()
  requests.set(page, open)
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
}

/** A page counts as complete after this long without requests: a part may send one only after it is rendered. */
const QUIET_MS = 150

/** Waits until the page has loaded everything and shows no skeleton. */
export async function complete(page: Page): Promise<void> {
  const isLoading = async () =>
    (requests.get(page)?.size ?? 0) > 0 || (await page.locator('.mantine-Skeleton-root').count()) > 0
  await expect
    .poll(
      async () => {
        if (await isLoading()) return false
        await page.waitForTimeout(QUIET_MS)
        return !(await isLoading())
      },
      { timeout: WAIT_MS },
    )
    .toBe(true)
}

export type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

/** The position once it no longer changes from frame to frame. */
export async function atRest(what: Locator): Promise<Box> {
  const page = what.page()
  let before: Box = { x: -1, y: -1, width: 0, height: 0 }
  for (;;) {
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    const box = await what.boundingBox()
    if (box && box.x === before.x && box.y === before.y) return box
    before = box ?? before
    await page.waitForTimeout(300)
  }
}

export interface Violation {
  readonly id: string
  readonly impact: string
  readonly help: string
  readonly where: string[]
}

/** Globals used by the evaluated code. */
interface PageGlobals {
  axe: {
    run: (options: object) => Promise<{
      violations: {
        id: string
        impact?: string
        help: string
        nodes: { target: unknown[]; failureSummary?: string }[]
      }[]
    }>
  }
}

/** Findings of axe in this page for WCAG 2.2 AA and best practices; callers check frames separately. */
export async function axe(target: Pick<Page, 'evaluate'>): Promise<Violation[]> {
  // Evaluated by the debugger, which bypasses the page's content policy.
  if (!(await target.evaluate(() => 'axe' in globalThis))) await target.evaluate(axeCore.source)
  return target.evaluate(async () => {
    // Waits for paint and transitions: intermediate colours are not meaningful.
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    for (const one of document.getAnimations()) if (one.effect?.getTiming().iterations !== Infinity) one.finish()
    const found = (globalThis as unknown as PageGlobals).axe
    const { violations } = await found.run({
      iframes: false,
      resultTypes: ['violations'],
    })
    return violations.map(({ id, impact, help, nodes }) => ({
      id,
      impact: impact ?? 'minor',
      help,
      where: nodes
        .slice(0, 4)
        .map((node) => `${node.target.join(' ')} — ${node.failureSummary?.split('\n')[1]?.trim()}`),
    }))
  })
}

/** Publishes the open agent's draft after reviewing its changes; it is live on return. */
export async function publishDraft(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish changes' })
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  // The dialog closes before the response.
  await page.getByRole('button', { name: 'Published', exact: true }).waitFor()
}

const WIDE = { width: 1280, height: 800 }
export const PHONE = { width: 390, height: 844 }
/** The viewports and colour schemes in which `npm run test:all` checks every screen. */
export const LOOKS = [
  { name: 'light, wide', scheme: 'light', size: WIDE },
  { name: 'dark, phone', scheme: 'dark', size: PHONE },
] as const

/** In `npm run test:all`: expects no axe findings in this page or frame. */
export async function expectAccessible(target: Pick<Page, 'evaluate'>, name = ''): Promise<void> {
  if (isAll) expect(await axe(target), name).toEqual([])
}

/**
 * In `npm run test:all`: expects no axe findings and no horizontal scroll, light on a wide page and dark on a phone.
 */
export async function inspect(page: Page, name: string): Promise<void> {
  if (!isAll) return
  const isPhone = (page.viewportSize()?.width ?? WIDE.width) <= 480
  await page.emulateMedia({ colorScheme: isPhone ? 'dark' : 'light' })
  await expectAccessible(page, name)
  await look(page, name)
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(sideways, `${name} scrolls sideways`).toBeLessThanOrEqual(0)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** In `npm run test:all`: checks the current state in all looks, then restores the size. */
export async function walk(page: Page, name: string): Promise<void> {
  if (!isAll) return
  const before = page.viewportSize() ?? WIDE
  for (const { size } of LOOKS) {
    await page.setViewportSize(size)
    await inspect(page, `${name}-${size.width}`)
  }
  await page.setViewportSize(before)
}

/** Saves a screenshot of the window when requested; no test depends on it. */
export async function look(page: Page, name: string): Promise<void> {
  if (process.env['E2E_PICTURES'] !== '1') return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: join(PICTURES, `${name}.png`), animations: 'disabled' })
}
