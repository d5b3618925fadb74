// Owns the browser of the journeys: pages that notice every error, axe, and pictures of screens.
import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import axeCore from 'axe-core'
import { chromium, type Browser, type BrowserContext, type Page, type Request } from 'playwright-core'
import { expect } from 'vitest'
import { ensureBrowser } from '../scripts/ensure-browser.ts'

/** A loaded machine is slow, not wrong. */
const WAIT_MS = 30_000
let traces = 0
const PICTURES = join(import.meta.dirname, 'screenshots')

/** Whether this run has the tests of `npm run test:all` too. */
export const isAll = process.env['TEST_TIER'] === 'all'

export interface PageOptions {
  readonly scheme?: 'light' | 'dark'
  /** CSS pixels; below 481 the page is a phone with touch. */
  readonly width?: number
  readonly height?: number
  /** The language of the browser. */
  readonly locale?: string
  /** Console errors this page may show. */
  readonly allow?: readonly RegExp[]
  /** A page of the same browser profile as another one. */
  readonly context?: BrowserContext
  /** For all tests of the file, where a page of one's own for each would be most of the work. */
  readonly keep?: boolean
}

export interface Problem {
  readonly page: string
  readonly text: string
}

/** The one of this worker, which outlives the files; another is launched when it has crashed. */
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

/** Names the folder for traces of everything that pages do; without it none are kept. */
const TRACES = process.env['E2E_TRACES']

/** The browser of this worker, or with `args` for its process one of one's own. */
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
      // A test may have closed it already.
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
    /** Closes every page that is not kept and hands over what went wrong in them. */
    settle: async (): Promise<Problem[]> => {
      await Promise.all([...contexts].map(end))
      contexts.clear()
      return problems.splice(0)
    },
    /** Closes the kept pages too, and the browser unless it is the worker's. */
    close: async () => {
      await Promise.all([...contexts, ...kept].map(end))
      if (args.length > 0) await browser.close()
    },
  }
}

/** Traces put a script into every frame, which those without scripts refuse. */
const TRACING = /^Blocked script execution in 'about:srcdoc'/
const REFUSED = /status of 40[134]/
const withoutAccess = new WeakSet<BrowserContext>()

/**
 * Before a journey ends what somebody may see: their open pages may ask for it once more in that very moment, and being
 * refused is no error then.
 */
export function loseAccess(page: Page): void {
  withoutAccess.add(page.context())
}

/** Requests of a page that are on their way; streams stay open and do not count. */
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

/** So long nothing is asked for before a page counts as complete: a part may ask only after it is drawn. */
const QUIET_MS = 150

/** Waits until the page has all that it asks for by itself, and no placeholder stands for a part of it. */
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

export interface Violation {
  readonly id: string
  readonly impact: string
  readonly help: string
  readonly where: string[]
}

/** What the evaluated code finds in the page. */
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

/** What axe finds by WCAG 2.2 AA and its best practices in this page; frames are looked at one by one by the caller. */
export async function axe(target: Pick<Page, 'evaluate'>): Promise<Violation[]> {
  // Evaluated by the debugger, so the page's content policy neither hinders it nor is loosened for it.
  if (!(await target.evaluate(() => 'axe' in globalThis))) await target.evaluate(axeCore.source)
  return target.evaluate(async () => {
    // A look that was just changed is painted, and what fades has faded: colours halfway are nobody's.
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

/** Publishes the draft of the agent on screen, after a look at what changes for visitors; it is live when this returns. */
export async function publishDraft(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish changes' })
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  // The dialog closes before the call is answered.
  await page.getByRole('button', { name: 'Published', exact: true }).waitFor()
}

const WIDE = { width: 1280, height: 800 }
export const PHONE = { width: 390, height: 844 }
/** How `npm run test:all` looks at every screen. */
export const LOOKS = [
  { name: 'light, wide', scheme: 'light', size: WIDE },
  { name: 'dark, phone', scheme: 'dark', size: PHONE },
] as const

/** In `npm run test:all`: axe finds nothing in this page or frame as it is. */
export async function expectAccessible(target: Pick<Page, 'evaluate'>, name = ''): Promise<void> {
  if (isAll) expect(await axe(target), name).toEqual([])
}

/** In `npm run test:all`: nothing for axe and nothing that scrolls sideways, light on a wide page and dark on a phone. */
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

/** In `npm run test:all`: inspects the state that a story has reached in both looks; ends in the size it began with. */
export async function walk(page: Page, name: string): Promise<void> {
  if (!isAll) return
  const before = page.viewportSize() ?? WIDE
  for (const { size } of LOOKS) {
    await page.setViewportSize(size)
    await inspect(page, `${name}-${size.width}`)
  }
  await page.setViewportSize(before)
}

/** Saves a picture of what the window shows, where somebody asked for pictures: nothing depends on one. */
export async function look(page: Page, name: string): Promise<void> {
  if (process.env['E2E_PICTURES'] !== '1') return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: join(PICTURES, `${name}.png`), animations: 'disabled' })
}
