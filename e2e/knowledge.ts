// An owner's use of an agent's knowledge: its list, drawers and the test panel.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Owner, Stage } from './harness.ts'
import type { PageOptions } from './pages.ts'

/** For slow background work: reading, embedding, answering. */
export const SLOW = { timeout: 60_000 }

export const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true })
export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
export const rows = (page: Page) => page.getByRole('list', { name: 'Documents' }).getByRole('listitem')
export const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
export const isFocused = (field: Locator) =>
  expect.poll(() => field.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true)

type Place = Pick<Stage, 'url' | 'newPage' | 'owner'>

/** Opens the agent's knowledge as its owner; `query` is appended to the address. */
export async function openKnowledge(
  stage: Place,
  owner: Owner,
  agentId: string,
  query = '',
  options: PageOptions = {},
) {
  const page = await stage.newPage(options)
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/kb${query}`)
  await page.getByRole('heading', { name: 'Knowledge', exact: true }).waitFor()
  return page
}

/** An owner whose agent has no knowledge. */
export async function openEmptyKnowledge(stage: Place, query = '', options: PageOptions = {}) {
  const owner = await stage.owner()
  const agentId = await owner.agent('Lumen helper')
  return { owner, agentId, page: await openKnowledge(stage, owner, agentId, query, options) }
}

/** Waits until the document has this status. */
export const waitForStatus = (page: Page, name: string, status: 'Ready' | 'Failed') =>
  row(page, name).getByText(status, { exact: true }).waitFor(SLOW)

/** Chooses from a document's menu. */
export async function chooseMenuItem(page: Page, name: string, item: string) {
  await button(page, `More for ${name}`).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Asks the agent in the test panel and waits for an answer with this text that cites this document. */
export async function askInTestPanel(page: Page, question: string, answer: string, source: string) {
  const panel = page.getByRole('region', { name: 'Test panel' })
  const sources = panel.getByText(/^\d sources?$/)
  const before = await sources.count()
  await panel.getByRole('textbox', { name: 'Write a message' }).fill(question)
  await button(panel, 'Send').click()
  await expect.poll(() => sources.count(), SLOW).toBe(before + 1)
  await panel.getByRole('paragraph').filter({ hasText: answer }).last().waitFor()
  await sources.last().click()
  await panel.getByRole('listitem').filter({ hasText: source }).filter({ hasText: answer }).last().waitFor()
}

export interface DroppedFile {
  readonly name: string
  readonly bytes?: Uint8Array | string
  readonly length?: number
}

/** Drops files from outside onto the drop zone. */
export async function dropFiles(zone: Locator, files: readonly DroppedFile[]) {
  const dataTransfer = await zone.page().evaluateHandle(
    (list) => {
      const transfer = new DataTransfer()
      for (const { name, base64, length } of list) {
        const bytes = length ? new Uint8Array(length) : Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
        transfer.items.add(new File([bytes], name))
      }
      return transfer
    },
    files.map(({ name, bytes = new Uint8Array(), length = 0 }) => ({
      name,
      base64: Buffer.from(bytes as string).toString('base64'),
      length,
    })),
  )
  await zone.dispatchEvent('dragover', { dataTransfer })
  await zone.dispatchEvent('drop', { dataTransfer })
}

/** Limits the page's upload rate in bytes per second; -1 removes the limit. */
export async function throttle(page: Page) {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  return (uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
}

/** Opens and closes the document and returns its id from the address. */
export async function idOf(page: Page, name: string): Promise<string> {
  await button(row(page, name), name).click()
  await page.waitForURL(/[?&]doc_id=/)
  const id = new URL(page.url()).searchParams.get('doc_id') ?? ''
  await page.keyboard.press('Escape')
  await dialog(page, name).waitFor({ state: 'detached' })
  return id
}

/** Presses Tab until the named button has the focus. */
export async function tabTo(page: Page, name: string) {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const { activeElement } = document
      return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? ''
    })
    if (focused === name) return
  }
  throw new Error(`Tab does not reach ${name}.`)
}
