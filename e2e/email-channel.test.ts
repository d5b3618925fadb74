// An agent that answers by e-mail: connected on its screen, written to and answered in the sandbox.
import { expect, test } from 'vitest'
import { setStage } from './harness.ts'
import { expectAccessible } from './pages.ts'

const stage = setStage()

test('an agent gets an address, answers an e-mail, and continues when there is a reply', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Lamp shop')
  const page = await stage.newPage()
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/channels?channel=email`)
  const drawer = page.getByRole('dialog', { name: 'Email' })
  await drawer.getByRole('button', { name: 'Connect Email' }).click()
  await page.getByText('Email channel saved successfully').waitFor()
  const shown = drawer.getByRole('textbox', { name: 'Address of your agent' })
  await expect.poll(() => shown.inputValue()).toMatch(new RegExp(`^agent\\+${agentId.toLowerCase()}@`))
  const address = await shown.inputValue()
  await expectAccessible(page)

  const visitor = `vera-${agentId.toLowerCase()}@visitor.example`
  await page.goto(`${stage.url}/sandbox/mail?write=1`)
  const writing = page.getByRole('dialog', { name: 'Write an email' })
  const field = (name: string) => page.getByRole('dialog').getByRole('textbox', { name })
  await field('From').fill(visitor)
  await field('To').fill(address)
  await field('Subject').fill(`Hours ${agentId}`)
  await field('Message').fill('<p>When do you <b>open</b>?</p><p hidden>Never.</p>')
  await writing.getByRole('switch', { name: 'HTML source' }).click()
  const prices = { name: 'prices.txt', mimeType: 'text/plain', buffer: Buffer.from('A lamp costs 12 euros.') }
  await writing.getByLabel('Add files').setInputFiles(prices)
  await writing.getByText('prices.txt').waitFor()
  await expectAccessible(page)
  await writing.getByRole('button', { name: 'Send' }).click()
  await writing.waitFor({ state: 'hidden' })
  const answer = page.getByRole('button', { name: new RegExp(`^Re: Hours ${agentId}`) })
  await answer.first().click()
  await page.getByRole('button', { name: 'Reply' }).click()
  await field('Message').fill('And on Sunday?')
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => answer.count(), { timeout: 30_000 }).toBe(2)

  await page.goto(`${stage.url}/app/eu/agents/${agentId}/convos`)
  await page.getByText('1 conversation', { exact: true }).waitFor()
  await page.getByText(visitor).first().waitFor()
}, 120_000)
