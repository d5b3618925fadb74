// Perceived speed on local data: from click to paint. Prints figures; bounds are wide because a loaded machine is slow.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { setStage } from './harness.ts'

const stage = setStage()

const MEASURE = `(href) => new Promise((resolve) => {
  const link = [...document.querySelectorAll('a')].find((one) => one.getAttribute('href')?.split('?')[0].endsWith(href) && one.checkVisibility())
  if (!link) { resolve(-1); return }
  const before = document.querySelector('main')?.textContent ?? ''
  const from = performance.now()
  const look = () => {
    const now = document.querySelector('main')?.textContent ?? ''
    if (location.pathname.endsWith(href) && now !== before && now !== '') requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)))
    else if (performance.now() - from > 8000) resolve(9999)
    else requestAnimationFrame(look)
  }
  link.click()
  requestAnimationFrame(look)
})`
const walk = (page: Page, href: string) => page.evaluate(`(${MEASURE})('${href}')`) as Promise<number>

test('navigation paints pages soon after the click', async () => {
  const owner = await stage.owner()
  const id = await owner.agent('Fast')
  const page = await stage.newPage()
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/agents`)
  await page.getByRole('link', { name: 'Open Fast' }).waitFor()
  await page.waitForLoadState('networkidle')
  const took: Record<string, number> = {}
  for (const path of ['/sessions', '/integrations', '/automations', '/credentials', '/events', '/agents'])
    took[path] = Math.round(await walk(page, path))
  await page.goto(`${stage.url}/app/eu/agents/${id}/overview`)
  await page.getByRole('link', { name: 'Settings' }).first().waitFor()
  await page.waitForLoadState('networkidle')
  for (const tab of ['kb', 'convos', 'analytics', 'voice', 'channels', 'settings', 'overview'])
    took[tab] = Math.round(await walk(page, `/${id}/${tab}`))
  console.log(JSON.stringify(took))
  expect(Object.entries(took).filter(([, ms]) => ms < 0 || ms > 3000)).toEqual([])
})
