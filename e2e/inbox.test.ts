// The inbox: somebody waits, a person takes over and answers under their name, keeps order, and hands back.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openChat, scriptTag } from './chat.ts'
import { call, newEmail, type Owner, PASSWORD, setStage } from './harness.ts'
import { axe, look } from './pages.ts'
import { shopPage } from './sites.ts'

const stage = setStage()
const TITLE = 'Lumen helper'
const PHONE = { width: 390, height: 800 }
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const transcript = (page: Page) => page.getByRole('log', { name: 'Transcript' })
const writing = (page: Page) => page.getByRole('form', { name: 'Reply or note' })

/** An agent that offers people, on the page of a shop where somebody has asked for them. */
async function waitingVisitor(owner: Owner) {
  const agentId = await owner.agent(TITLE, { alwaysShowHandoff: true, UIhandoffTitle: 'Talk to our team' } as never)
  const site = await stage.hostPage(shopPage(scriptTag(stage.url, agentId)))
  const visitor = await stage.newPage({ width: 1280, height: 800 })
  await visitor.goto(site.url)
  const chat = await openChat(visitor, TITLE)
  await chat.send('My lamp flickers. Order A-1042.')
  await chat.frame.getByRole('button', { name: 'Send' }).waitFor()
  await chat.frame.getByRole('button', { name: 'Talk to our team' }).click()
  await chat.frame.getByText('You asked to talk to our team.').waitFor()
  return { agentId, visitor, chat }
}

test('somebody who waits is found, answered by name, tagged, noted and handed back', async () => {
  const owner = await stage.owner()
  const { chat, visitor } = await waitingVisitor(owner)
  const page = await stage.newPage({ width: 1440, height: 900 })
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/agents`)
  const entry = page.getByRole('link', { name: /^Inbox/ })
  await entry.getByText('1 waiting for a human').waitFor({ state: 'attached' })
  await entry.click()
  await page.waitForURL('**/app/eu/inbox')
  await page.getByRole('combobox', { name: 'Show' }).click()
  await page.getByRole('option', { name: 'Waiting for a human (1)' }).click()
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click()
  await transcript(page).getByText('My lamp flickers.').waitFor()
  await writing(page).getByText('The agent is answering. Take over to reply yourself.').waitFor()
  expect(await axe(page)).toEqual([])
  await look(page, 'inbox-waiting-light')

  await button(page, 'Take over').click()
  const field = writing(page).getByRole('textbox')
  await field.fill('Hello, I am looking into it.')
  await field.press('Enter')
  await chat.frame.getByText('Hello, I am looking into it.').waitFor()
  await look(visitor, 'inbox-visitor-light')
  const name = (
    await chat.frame
      .getByText(/joined the chat\.$/)
      .first()
      .innerText()
  ).replace(' joined the chat.', '')
  await chat.frame.getByText(name, { exact: false }).first().waitFor()
  await chat.send('Thank you!')
  await transcript(page).getByText('Thank you!').waitFor()

  await writing(page).getByText('Note', { exact: true }).click()
  await field.fill('Sent a new ballast.')
  await writing(page).getByRole('button', { name: 'Add note' }).click()
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByText('Sent a new ballast.').waitFor()
  expect(await chat.frame.getByText('Sent a new ballast.').count()).toBe(0)
  await details.getByRole('combobox', { name: 'Tags' }).fill('warranty')
  await details.getByRole('combobox', { name: 'Tags' }).press('Enter')
  await details.getByText('warranty', { exact: true }).waitFor()

  await writing(page).getByText('Reply', { exact: true }).click()
  await button(page, 'Canned replies').click()
  const replies = page.getByRole('dialog', { name: 'Canned replies' })
  await replies.getByRole('button', { name: 'Add reply' }).click()
  await replies.getByRole('button', { name: 'Save' }).click()
  await replies.getByText('A shortcut is up to 40').waitFor()
  await replies.getByRole('textbox', { name: 'Shortcut' }).fill('bye')
  await replies.getByRole('textbox', { name: 'Reply' }).fill('Have a bright day!')
  expect(await axe(page)).toEqual([])
  await replies.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Canned replies saved.').waitFor()
  await field.fill('/by')
  await page.getByRole('option', { name: /\/bye/ }).click()
  expect(await field.inputValue()).toBe('Have a bright day!')
  await field.press('Enter')
  await chat.frame.getByText('Have a bright day!').waitFor()
  expect(await axe(page)).toEqual([])
  await look(page, 'inbox-talking-light')
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await axe(page)).toEqual([])
  await look(page, 'inbox-talking-dark')

  await button(page, 'Hand back to agent').click()
  await writing(page).getByText('The agent is answering.').waitFor()
  await chat.frame.getByText('You’re back with the assistant.').waitFor()
  await button(page, 'More for this conversation').click()
  await page.getByRole('menuitem', { name: 'Snooze until tomorrow' }).click()
  await page.getByText('Snoozed. It comes back when the visitor writes.').waitFor()
})

test('a client takes over on a phone; the workspace’s own people see that somebody is there', async () => {
  const owner = await stage.owner()
  const { agentId, chat } = await waitingVisitor(owner)
  const base = `${owner.api}/v2/workspaces/${owner.uid}`
  const org = { name: 'Harbour Lights', widgetIDs: [agentId] }
  const { data } = await call<{ data: { ID: string } }>(`${base}/orgs`, owner.token, org)
  const email = newEmail()
  await call(`${base}/orgs/${data.ID}/clients`, owner.token, { name: 'Mia Lund', email, dashboardPassword: PASSWORD })
  const agency = await call<{ data: { ID: string } }>(`${base}/agency`, owner.token)
  const page = await stage.newPage(PHONE)
  await page.goto(`${stage.url}/app/eu/sign-in/${agency.data.ID}`)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(page, 'Sign In').click()
  await page.waitForURL(`**/app/eu/agents/${agentId}/home`)
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/convos?view=waiting`)
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().waitFor()
  expect(await axe(page)).toEqual([])
  await look(page, 'inbox-client-list-phone')
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click()
  await button(page, 'Take over').click()
  const field = writing(page).getByRole('textbox')
  await field.fill('Mia here. How can I help?')
  await writing(page).getByRole('button', { name: 'Send' }).click()
  await chat.frame.getByText('Mia Lund joined the chat.').first().waitFor()
  await chat.frame.getByText('Mia here. How can I help?').waitFor()
  expect(await axe(page)).toEqual([])
  await look(page, 'inbox-client-talking-phone')
  expect(await page.evaluate('document.scrollingElement.scrollWidth - innerWidth')).toBe(0)
  await button(page, 'Details').click()
  await page.getByRole('dialog', { name: 'Details' }).getByText('Assignee').waitFor()
  expect(await axe(page)).toEqual([])
  await look(page, 'inbox-client-details-phone')

  const own = await stage.newPage({ width: 1280, height: 800 })
  await owner.signIn(own)
  await own.goto(`${stage.url}/app/eu/inbox`)
  await own.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click()
  await writing(own).getByText('Mia Lund is handling this chat. Take over to reply yourself.').waitFor()
})
