// A Facebook page: from the login to an answer on Messenger, and to another agent.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { setStage } from './harness.ts'
import { walk } from './pages.ts'

const stage = setStage()
const WAIT = { timeout: 30_000, interval: 200 }
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

interface Account {
  readonly id: string
  readonly name: string
  readonly messages: readonly { readonly from: string; readonly text: string }[]
}

test('a page is chosen after the login, answers on Messenger, and is moved to another agent', async () => {
  const owner = await stage.owner()
  const [agentId] = [await owner.agent('Lamp helper'), await owner.agent('Second agent')]
  const page = await stage.newPage()
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/channels?channel=messenger`)
  const opened = page.context().waitForEvent('page')
  await button(page, 'Log in with Facebook').click()
  const login = await opened
  await login.getByRole('button', { name: /^Continue as/ }).click()
  await page.getByRole('radio', { name: /Lamp Shop.*Page ID \d+.*Instagram: lampshop/ }).click()
  await walk(page, 'meta-pages-choose')
  await button(page, 'Continue').click()
  await page.getByText('Successfully connected the page.').waitFor()
  await page.getByRole('region', { name: 'Subscription status' }).getByText('Connected', { exact: true }).waitFor()
  await walk(page, 'meta-pages-verify')
  await button(page, 'Choose another page').waitFor()
  await button(page, "Continue, I've Verified that it's working").click()

  const { request } = page.context()
  const accounts = async () => {
    const answer = (await (await request.get(`${stage.url}/sandbox/messenger/state`)).json()) as { accounts: Account[] }
    return answer.accounts
  }
  const account = (await accounts()).find(({ name }) => name === 'Lamp Shop')?.id
  await request.post(`${stage.url}/sandbox/messenger/say`, { data: { account, kind: 'text', text: 'Hello there' } })
  await expect
    .poll(async () => (await accounts()).find(({ id }) => id === account)?.messages.map(({ from }) => from), WAIT)
    .toEqual(['visitor', 'page'])

  await page.goto(`${stage.url}/app/eu/meta-pages`)
  await page.getByRole('combobox', { name: 'Agent of Lamp Shop' }).click()
  await page.getByRole('option', { name: 'Second agent' }).click()
  await page.getByText('Second agent now answers for Lamp Shop').waitFor()
  await walk(page, 'meta-pages-list')
  await page.getByRole('button', { name: /^Disconnect.*Lamp Shop/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('No pages connected').waitFor()
}, 240_000)
