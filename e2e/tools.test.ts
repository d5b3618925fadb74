// Tools: from a curl command to a call by an agent, the function library, and secrets.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Agent } from '@parlance/contract/agents/schemas'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setStage, testAll } from './harness.ts'
import { look, walk } from './pages.ts'
import { sitePort } from './product.ts'

/** A shop's API, which requires a key. */
const SHOP_KEY = 'shop-key-4711'
const asked: { url: string; key: string }[] = []
function answer({ url = '', headers }: IncomingMessage): { status: number; body: object } {
  asked.push({ url, key: headers.authorization ?? '' })
  if (headers.authorization !== `Bearer ${SHOP_KEY}`) return { status: 401, body: { error: 'no key' } }
  const id = /^\/orders\/([^/?]+)/.exec(url)?.[1] ?? ''
  return { status: 200, body: { order: { id, status: 'shipped', parcels: [{ carrier: 'Heron Post' }] } } }
}
let shop: Server
let origin = ''
const stage = setStage()
beforeAll(async () => {
  shop = createServer((req, res) => {
    const { status, body } = answer(req)
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => void shop.listen(sitePort(), '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${sitePort()}`
})
afterAll(() => new Promise((resolve) => shop.close(resolve)))

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor({ state: 'attached' })

/** Of many steps. */
const LONG = 240_000

test(
  'a curl command becomes a tool, is tried out, and is called by the agent',
  async () => {
    const owner = await stage.owner()
    const agentId = await owner.agent('Shop', { enableNodes: false, vg_systemPrompt: 'You help customers of a shop.' })
    const page = await stage.newPage()
    await owner.signIn(page)
    await page.goto(`${stage.url}/app/eu/agents/${agentId}/overview`)
    await page.getByRole('navigation', { name: 'Agent navigation' }).getByRole('link', { name: 'Tools' }).click()
    await page.getByText('No tools yet.').waitFor()
    await button(page, 'Import').click()
    const dialog = page.getByRole('dialog', { name: 'Import tools' })
    await dialog.getByText('curl command', { exact: true }).click()
    await dialog
      .getByRole('textbox', { name: 'Command' })
      .fill(`curl ${origin}/orders/A-1 -H 'Authorization: Bearer sk-live-abcdef123456'`)
    await dialog.getByRole('button', { name: 'Read' }).click()
    await dialog.getByText('1 tool found').waitFor()
    await look(page, 'tools-import')
    expect(await dialog.textContent()).not.toContain('sk-live')
    await dialog.getByRole('button', { name: 'Add 1 tool' }).click()

    await page.getByRole('button', { name: /^Edit / }).click()
    const editor = page.getByRole('dialog', { name: /^Edit / })
    await editor.getByLabel('Name', { exact: false }).first().fill('find order')
    await editor.getByText('Use up to 64 letters').waitFor()
    await editor.getByLabel('Name', { exact: false }).first().fill('find_order')
    await editor
      .getByRole('textbox', { name: 'When to call it' })
      .fill('Call this to find where an order is: its status.')
    await editor.getByRole('textbox', { name: 'URL' }).fill(`${origin}/orders/{order_id}`)
    await editor.getByRole('button', { name: 'Add field' }).click()
    const field = editor.getByRole('group', { name: 'Field 2' })
    await field.getByRole('textbox', { name: 'Key' }).fill('order_id')
    const named = editor.getByRole('group', { name: 'Field order_id' })
    await named.getByRole('combobox', { name: 'Send in' }).click()
    await page.getByRole('option', { name: 'Path' }).click()
    await named.getByRole('textbox', { name: 'Description for the model' }).fill('The order number, like A-1042')

    const auth = editor.getByRole('group', { name: /Field authorization/i })
    await auth.getByRole('button', { name: 'New secret' }).click()
    const secret = auth.getByRole('group', { name: 'New secret' })
    await secret.getByRole('textbox', { name: 'Name' }).fill('SHOP_KEY')
    await secret.getByLabel('Value', { exact: true }).fill(SHOP_KEY)
    await secret.getByRole('button', { name: 'Save secret' }).click()
    await secret.waitFor({ state: 'detached' })
    await auth.getByRole('combobox', { name: 'Secret' }).fill('Bearer {SHOP_KEY}')

    const trial = editor.getByRole('region', { name: 'Test call' })
    await trial.getByRole('button', { name: 'Send request', exact: true }).click()
    await trial.getByText('This is required.').waitFor()
    expect(asked).toEqual([])
    await trial.getByRole('textbox', { name: 'order_id' }).fill('A-1042')
    await trial.getByRole('button', { name: 'Send request', exact: true }).click()
    await trial.getByText(/Status 200 in \d+ ms/).waitFor()
    expect(asked.at(-1)).toEqual({ url: '/orders/A-1042', key: `Bearer ${SHOP_KEY}` })
    expect(await trial.textContent()).not.toContain(SHOP_KEY)
    await editor.getByRole('button', { name: 'status: "shipped"' }).click()
    await editor.getByText('Last response: shipped').waitFor()
    await walk(page, 'tools-editor')
    await editor.getByRole('button', { name: 'Apply' }).click()
    await editor.waitFor({ state: 'detached' })
    await saved(page)
    await walk(page, 'tools-agent')
    await button(page, 'Remove find_order').click()
    await page.getByRole('button', { name: 'Remove tool' }).click()
    await page.getByText('No tools yet.').waitFor()
    await button(page, 'Undo').click()
    await page.getByRole('button', { name: 'Edit find_order' }).waitFor()

    await expect
      .poll(async () => {
        const { draft } = await owner.get<{ draft: { config: Agent } | null }>(`/v2/agents/${agentId}`)
        return draft?.config.tools.map(({ name, responseMapping }) => ({ name, responseMapping }))
      })
      .toEqual([{ name: 'find_order', responseMapping: [{ variable: 'status', path: 'order.status' }] }])
    await page.goto(`${stage.url}/app/eu/agents/${agentId}/tools?showDebugger=true`)
    const panel = page.getByRole('region', { name: 'Test panel' })
    await panel.getByRole('textbox', { name: 'Write a message' }).fill('Where is my order A-2077? What is its status?')
    await panel.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => asked.at(-1)).toEqual({ url: '/orders/A-2077', key: `Bearer ${SHOP_KEY}` })
    await panel
      .getByRole('paragraph')
      .filter({ hasText: /shipped/i, visible: true })
      .first()
      .waitFor()
    await look(page, 'tools-called')
  },
  LONG,
)

testAll(
  'the library: empty, a function that is put right and saved, its copy, its users, and the secrets of tools',
  async () => {
    const owner = await stage.owner()
    const page = await stage.newPage()
    await owner.signIn(page)
    await page.goto(`${stage.url}/app/eu/agents`)
    await page.getByRole('link', { name: 'Functions', exact: true }).click()
    await page.waitForURL('**/app/eu/integrations')
    await page.getByRole('heading', { name: 'No functions yet' }).waitFor()
    await walk(page, 'functions-empty')

    await button(page, 'New function').click()
    const editor = page.getByRole('dialog', { name: 'New function' })
    await editor.getByRole('button', { name: 'Save' }).click()
    await editor.getByText('Fix the highlighted fields').waitFor()
    await editor.getByText('Enter an address that starts with https:// or http://.').waitFor()
    await editor.getByRole('textbox', { name: 'Name' }).fill('open_ticket')
    await editor.getByRole('textbox', { name: 'URL' }).fill(`${origin}/tickets`)
    await editor.getByText('Fix the highlighted fields').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    await editor.getByRole('button', { name: 'Save' }).click()
    await editor.waitFor({ state: 'detached' })
    const rows = page.getByRole('list', { name: 'Functions' }).getByRole('listitem')
    await rows.filter({ hasText: 'open_ticket' }).getByText('Not used').waitFor()

    await button(page, 'More for open_ticket').click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await rows.filter({ hasText: 'open_ticket_2' }).waitFor()
    await walk(page, 'functions')

    await page.goto(`${stage.url}/app/eu/integrations?function=nobody`)
    await page.getByText('This function no longer exists.').waitFor()

    // An agent with steps shows tools on a page below them, not in a tab.
    const agentId = await owner.agent('Desk')
    await page.goto(`${stage.url}/app/eu/agents/${agentId}/nodes/tools`)
    await button(page, 'Choose functions').click()
    const chooser = page.getByRole('dialog', { name: 'Choose functions' })
    await chooser.getByRole('checkbox', { name: 'open_ticket', exact: true }).check()
    await chooser.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('list', { name: 'Functions' }).getByText('open_ticket').waitFor()
    await saved(page)
    await button(page, 'Add server').click()
    const server = page.getByRole('dialog', { name: 'New MCP server' })
    await server.getByRole('textbox', { name: 'Name' }).fill('Shop')
    await server.getByRole('textbox', { name: 'URL' }).fill(`${origin}/mcp`)
    await server.getByRole('button', { name: 'Add server' }).click()
    await page.getByRole('list', { name: 'MCP servers' }).getByText('All tools').waitFor()
    await walk(page, 'tools-steps')
    await saved(page)

    await page.goto(`${stage.url}/app/eu/integrations`)
    await rows.filter({ hasText: 'Used by 1 agent' }).waitFor()
    await button(page, 'More for open_ticket').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const remove = page.getByRole('dialog', { name: 'Delete open_ticket?' })
    await remove.getByText('1 agent uses it and will lose it.').waitFor()
    await remove.getByRole('button', { name: 'Delete function' }).click()
    await expect.poll(() => rows.count()).toBe(1)

    await page.goto(`${stage.url}/app/eu/credentials`)
    await page.getByText('No secrets yet.').waitFor()
    await button(page, 'Add secret').click()
    const dialog = page.getByRole('dialog', { name: 'New secret' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('CRM_KEY')
    await dialog.getByLabel('Value').fill('a-secret-value')
    await dialog.getByRole('button', { name: 'Save secret' }).click()
    await page.getByRole('list', { name: 'Tool secrets' }).getByText('CRM_KEY').waitFor()
    await walk(page, 'credentials-secrets')
    await button(page, 'Delete the secret CRM_KEY').click()
    await page.getByRole('button', { name: 'Delete secret', exact: true }).click()
    await page.getByText('No secrets yet.').waitFor()
  },
  LONG,
)
