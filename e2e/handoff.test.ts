// Hand-off rules: working hours, a queue, a brief, and a teammate who joins and leaves.
import type { Frame, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openChat, scriptTag } from './chat.ts'
import { call, setStage, testAll } from './harness.ts'
import { look, expectAccessible } from './pages.ts'
import { shopPage } from './sites.ts'

const stage = setStage()
const TITLE = 'Lumen helper'
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const frameOf = (page: Page): Frame => {
  const frame = page.frames().find((entry) => entry.url().includes('/widget/frame/'))
  if (!frame) throw new Error('There is no chat frame.')
  return frame
}

testAll('hours are set and shown to visitors, who leave a message outside of them', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent(TITLE, { alwaysShowHandoff: true, UIhandoffTitle: 'Talk to our team' })
  const page = await stage.newPage({ width: 1280, height: 900 })
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/settings?tab=handoff`)
  await page.getByRole('switch', { name: /^Only hand off during working hours/ }).setChecked(true, { force: true })
  await page.getByLabel('Monday, opens').fill('18:00')
  await page.getByText('Closing time must be after opening time.').waitFor()
  await page.getByLabel('Monday, closes').fill('00:00')
  await page.getByText('Closing time must be after opening time.').waitFor({ state: 'detached' })
  // The field keeps the focus while it is typed in.
  await page.getByLabel('Monday, opens').focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  expect(await page.getByLabel('Monday, opens').inputValue()).toBe('20:00')
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await button(page, `Remove hours on ${day}`).click()
  await page.getByText('Closed: no opening hours set').waitFor()
  // Open on every day except today.
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
  for (const day of days) await button(page, `Add hours on ${day}`).click()
  await button(page, 'Add holiday').click()
  await page.getByLabel('Name').last().fill('Inventory')
  await page.getByText(/^Closed now, opens /).waitFor()
  await expectAccessible(page)
  await look(page, 'handoff-settings-light')
  await page.setViewportSize({ width: 390, height: 844 })
  const remove = await button(page, 'Remove hours on Tuesday').boundingBox()
  expect((remove?.x ?? NaN) + (remove?.width ?? NaN)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await button(page, 'Publish').click()
  const review = page.getByRole('dialog', { name: 'Publish changes' })
  await review.getByText('Working hours').first().waitFor()
  await review.getByRole('button', { name: 'Publish', exact: true }).click()
  // The dialog closes before the response, and a reload would abort the request.
  await button(page, 'Published').waitFor()
  await page.reload()
  await page.getByText(/^Closed now, opens /).waitFor()
  expect(await page.getByLabel('Name').last().inputValue()).toBe('Inventory')

  const site = await stage.hostPage(shopPage(scriptTag(stage.url, agentId)))
  const visitor = await stage.newPage({ width: 1280, height: 800 })
  await visitor.goto(site.url)
  const chat = await openChat(visitor, TITLE)
  const entry = chat.frame.getByRole('button', { name: /^Leave a message/ })
  await entry.getByText(/Our team isn’t available right now. We’re back .+9:00/).waitFor()
  expect(await chat.frame.getByRole('button', { name: /Talk to our team/ }).count()).toBe(0)
  await entry.click()
  const leave = chat.frame.getByRole('region', { name: 'Leave a message' })
  await leave.getByText(/^We’re back .+9:00/).waitFor()
  expect(await chat.frame.getByRole('textbox').count()).toBe(2)
  await chat.field.fill('Please call me back.')
  await leave.getByRole('button', { name: 'Leave a message' }).click()
  await chat.frame.getByText('Enter a valid email address.').waitFor()
  await expectAccessible(frameOf(visitor))
  await look(visitor, 'handoff-closed-light')
  await chat.frame.getByRole('textbox', { name: 'Email address' }).fill('ada@example.com')
  await chat.field.press('Enter')
  await chat.frame.getByText('You left a message.').waitFor()
  await expect.poll(() => chat.field.inputValue()).toBe('')
  await expect.poll(() => entry.count()).toBe(0)
  await page.goto(`${stage.url}/app/eu/inbox`)
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click()
  await page.getByText('Please call me back.').first().waitFor()
})

test('visitors see their queue position, and a teammate reads the brief, joins and leaves', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent(TITLE, { alwaysShowHandoff: true, UIhandoffTitle: 'Talk to our team' })
  const site = await stage.hostPage(shopPage(scriptTag(stage.url, agentId)))
  const asking = async (text: string) => {
    const visitor = await stage.newPage({ width: 1280, height: 800 })
    await visitor.goto(site.url)
    const chat = await openChat(visitor, TITLE)
    await chat.send(text)
    await chat.frame.getByRole('button', { name: 'Send' }).waitFor()
    await chat.frame.getByRole('button', { name: 'Talk to our team' }).click()
    await chat.frame.getByText('You asked to talk to our team.').waitFor()
    return { visitor, chat }
  }
  const page = await stage.newPage({ width: 1440, height: 900 })
  await owner.signIn(page)
  const there = page.waitForResponse((response) => response.url().endsWith('/presence') && response.ok())
  await page.goto(`${stage.url}/app/eu/inbox`)
  await there
  const first = await asking('My lamp flickers.')
  const second = await asking('Do you ship to Norway?')
  await second.chat.frame.getByText('Connecting you with our team… You’re number 2 in line.').waitFor()
  await first.chat.frame.getByText('Connecting you with our team…', { exact: true }).waitFor()
  await look(second.visitor, 'handoff-queue-light')

  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').last().click()
  const brief = page.getByRole('region', { name: 'Brief' })
  await brief.getByText('My lamp flickers.').first().waitFor()
  // The visitor's question is the only open one.
  expect(await brief.getByText('Still open').count()).toBe(0)
  // The open dashboard assigned the request to them.
  const details = page.getByRole('complementary', { name: 'Details' })
  await expect.poll(() => details.getByRole('combobox', { name: 'Assignee' }).inputValue()).toMatch(/online$/)
  await expectAccessible(page)
  await look(page, 'handoff-brief-light')
  await button(page, 'Take over').click()
  await first.chat.frame
    .getByText(/joined the chat\.$/)
    .first()
    .waitFor()
  await second.chat.frame.getByText('Connecting you with our team…', { exact: true }).waitFor()
  const field = page.getByRole('form', { name: 'Reply or note' }).getByRole('textbox')
  await field.fill('A new ballast is on its way.')
  await field.press('Enter')
  await first.chat.frame.getByText('A new ballast is on its way.').waitFor()
  await button(page, 'Hand back to agent').click()
  await first.chat.frame.getByText(/left the chat\. You’re back with the assistant\.$/).waitFor()
  await brief.getByText(/: A new ballast is on its way\./).waitFor()
  await look(first.visitor, 'handoff-left-light')
  const waiting = `${owner.api}/v2/workspaces/${owner.uid}/conversations?view=waiting`
  await expect.poll(async () => (await call<{ items: unknown[] }>(waiting, owner.token)).items).toHaveLength(1)
})
