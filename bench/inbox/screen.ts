// A large inbox in a browser: opening and scrolling.
import type { Page } from 'playwright-core'
import { timeCall } from '../lists/calls.ts'
import { openPage, scroll, type Scrolled, withBrowser } from '../lists/scroll.ts'
import type { Stage } from '../lists/stage.ts'
import { median, p95 } from '../stats.ts'

const ROUNDS = 12

/** Runs in the page: from the click to the frame after the rows were painted. */
const OPEN = `async (path) => {
  const link = [...document.querySelectorAll('a')].find((one) => one.pathname === path)
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const from = performance.now()
  link.click()
  while (location.pathname !== path || !document.querySelector('main li[aria-posinset]')) await frame()
  await frame()
  return performance.now() - from
}`
/** Runs in the page, since its navigation. */
const LOADED = `async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  while (!document.querySelector('main li[aria-posinset]')) await frame()
  await frame()
  return performance.now()
}`

async function timeOpening(page: Page, stage: Stage, path: string) {
  const fromAgents: number[] = []
  const reload: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    // Navigates each time, so that nothing of the list is cached.
    await page.goto(`${stage.url}/app/eu/agents`)
    await page.waitForLoadState('networkidle')
    await page.locator(`a[href="${path}"]`).first().waitFor({ state: 'attached' })
    const opened = (await page.evaluate(`(${OPEN})(${JSON.stringify(path)})`)) as number
    await page.goto(`${stage.url}${path}`)
    const loaded = (await page.evaluate(`(${LOADED})()`)) as number
    if (round === 0) continue
    fromAgents.push(opened)
    reload.push(loaded)
  }
  const shown = (took: number[]) => ({ p50: median(took), p95: p95(took) })
  return { fromAgents: shown(fromAgents), reload: shown(reload) }
}

/** A static page as tall as some thousand inbox rows: the machine's own frame rate. */
const STILL = `data:text/html,<main><ul>${'<li style="height:86px">A row</li>'.repeat(3000)}</ul></main>`

/** `opened`: milliseconds of the list's API call, of opening it within the app, and of a full reload. */
export async function measureScreen(stage: Stage, scrollMs: number) {
  const { api, owner } = stage
  const call = await timeCall(`${api}/v2/workspaces/${owner.uid}/conversations?limit=100`, owner.token, 2 * ROUNDS)
  const path = '/app/eu/inbox'
  return withBrowser(async (browser) => {
    const page = await openPage(browser, stage)
    const opened = { call, ...(await timeOpening(page, stage, path)) }
    const still = { list: 'a page that stands still', path: STILL }
    const inbox = { list: 'inbox', path: `${stage.url}${path}` }
    const scrolled: Scrolled[] = []
    for (const screen of [still, inbox, still, inbox]) scrolled.push(await scroll(page, screen, scrollMs / 2))
    return { opened, scrolled }
  })
}
