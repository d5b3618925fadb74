// The developer pages: API reference with a console, and the sessions of all agents.
import { expect, test } from 'vitest'
import { runningEmbeddedUrl } from '../apps/server/src/lib/db/embedded.ts'
import { openPool } from '../apps/server/src/lib/db/pool.ts'
import { call as post, setStage, testAll } from './harness.ts'

const stage = setStage()

test("the API page finds calls, fills in the reader's own values, and runs them", async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Lamp shop')
  const page = await stage.newPage()
  await owner.signIn(page)
  await page.goto(`${stage.url}/api/docs#agents.get`)
  await page.getByText(`Signed in as ${owner.email}`).waitFor()
  const call = page.locator('[id="agents.get"]')
  await expect.poll(() => call.locator('pre').first().textContent()).toContain(`/api/eu/v2/agents/${agentId}'`)
  await call.getByLabel('Parameters (JSON)').fill(JSON.stringify({ agentId }))
  await call.getByRole('button', { name: 'Send request' }).click()
  await expect.poll(() => call.getByRole('status').textContent()).toMatch(/^200/)
  const answer = call.getByLabel('Response', { exact: true })
  await expect.poll(() => answer.textContent()).toContain('"title": "Lamp shop"')
  // The key replaces the session, so secrets are hidden.
  expect(await answer.textContent()).toContain('SECRET_API_KEY')
  const path = `${owner.api}/v2/workspaces/${owner.uid}/keys`
  const { key } = await post<{ key: string }>(path, owner.token, { name: 'Reader', scopes: ['agents:read'] })
  await page.getByLabel('Key', { exact: true }).fill(key)
  await call.getByRole('button', { name: 'Send request' }).click()
  await expect.poll(() => answer.textContent()).not.toContain('SECRET_API_KEY')
  await expect.poll(() => answer.textContent()).toContain('"title": "Lamp shop"')
  const search = page.getByRole('searchbox', { name: 'Search calls' })
  await search.fill('knowledge add text document')
  await page.locator('[id="knowledge.create"]').waitFor()
  await call.waitFor({ state: 'hidden' })
  await search.fill('nothing is called like this')
  await page.getByText('No calls found').waitFor()
})

testAll('a call opened by its link takes ids that arrive later, but for what the reader has written', async () => {
  const owner = await stage.owner()
  const page = await stage.newPage()
  await owner.signIn(page)
  const { promise: asked, resolve: go } = Promise.withResolvers<void>()
  await page.route('**/api/account', async (route) => {
    await asked
    await route.continue()
  })
  await page.goto(`${stage.url}/api/docs#agents.list`)
  const [list, get] = [page.locator('[id="agents.list"]'), page.locator('[id="agents.get"]')]
  const input = list.getByLabel('Parameters (JSON)')
  expect(await input.inputValue()).toContain('WORKSPACE_ID')
  await get.locator('summary').first().click()
  const own = JSON.stringify({ agentId: 'AGENT_ID', mine: true })
  await get.getByLabel('Parameters (JSON)').fill(own)
  go()
  await expect.poll(() => input.inputValue()).toContain(owner.uid)
  expect(await get.getByLabel('Parameters (JSON)').inputValue()).toBe(own)
  await list.getByRole('button', { name: 'Send request' }).click()
  await expect.poll(() => list.getByRole('status').textContent()).toMatch(/^200/)
})

testAll('sessions are narrowed by agent, channel, state and day, and the address keeps it', async () => {
  const owner = await stage.owner()
  const [lamps, chairs] = [await owner.agent('Lamp shop'), await owner.agent('Chairs')]
  for (const [agentId, text] of [
    [lamps, 'Do you repair lamps?'],
    [chairs, 'Do you sell stools?'],
  ] as const) {
    const answer = await fetch(`${owner.api}/v2/agents/${agentId}/interact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: { id: `m-${agentId}`, text } }),
    })
    await answer.text()
  }
  const page = await stage.newPage()
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/sessions`)
  const list = page.getByRole('list', { name: 'Sessions' })
  await list.getByText('Do you repair lamps?').waitFor()
  await page.getByRole('combobox', { name: 'Agent' }).click()
  await page.getByRole('option', { name: 'Chairs' }).click()
  await list.getByText('Do you repair lamps?').waitFor({ state: 'hidden' })
  await list.getByText('Do you sell stools?').waitFor()
  await page.waitForURL(`**/sessions?*agent=${chairs}*`)
  await page.reload()
  await list.getByText('Do you sell stools?').waitFor()
  expect(await list.getByRole('listitem').count()).toBe(1)
  await page.getByRole('textbox', { name: 'Until' }).fill('2020-01-01')
  await page.getByText('No conversations match these filters').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await list.getByText('Do you repair lamps?').waitFor()
  expect(new URL(page.url()).search).not.toContain('agent')
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Resolved' }).click()
  await page.getByText('No conversations match these filters').waitFor()
})

async function fill(agentId: string, count: number): Promise<void> {
  const url = runningEmbeddedUrl(stage.dataDir, 'parlance_eu')
  if (!url) throw new Error('The database was not found.')
  const pool = openPool(url, { max: 1, applicationName: 'e2e' })
  try {
    await pool.query(
      `insert into conversations (id, workspace_id, agent_id, channel, visitor_hash, visitor, title, message_count, started_at, last_message_at)
        select id || n, workspace_id, id, 'api', 'row' || n, 'somebody', 'Row ' || n, 1, now(), now() - make_interval(mins => n)
        from agents, generate_series(1, $2::int) n where id = $1`,
      [agentId, count],
    )
    await pool.query(
      `insert into messages (conversation_id, workspace_id, seq, id, turn_id, author, items, status, at)
        select id, workspace_id, n, id || 'm' || n, id || 't' || n, 'user', jsonb_build_array(jsonb_build_object('type', 'text', 'text',
          case n when 7 then 'Where is my <b>green</b> parcel?' else 'Number ' || n end)), 'complete', now()
        from conversations, generate_series(1, 500) n where id = $1`,
      [`${agentId}${count}`],
    )
  } finally {
    await pool.end()
  }
}

testAll(
  'two thousand sessions: the keyboard reaches the last, few are drawn, and a word leads to its message',
  async () => {
    const COUNT = 2100
    const owner = await stage.owner()
    await fill(await owner.agent('Busy'), COUNT)
    const page = await stage.newPage()
    await owner.signIn(page)
    await page.goto(`${stage.url}/app/eu/sessions`)
    const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
    await rows.getByText('Row 1', { exact: true }).waitFor()
    const last = rows.getByText(`Row ${COUNT}`, { exact: true })
    await rows.getByRole('link').first().focus()
    const reached = async () => {
      await page.keyboard.press('End')
      const focus = String(await page.evaluate('document.activeElement.tagName'))
      return `${focus} at ${await rows.last().getAttribute('aria-posinset')}`
    }
    await expect.poll(reached, { timeout: 60_000 }).toMatch(/^(A|UL) at 2100$/)
    await last.waitFor()
    expect(await rows.count()).toBeLessThan(60)
    expect(await page.locator('*').count()).toBeLessThan(3000)
    const item = rows.last()
    const place = async () => [await item.getAttribute('aria-posinset'), await item.getAttribute('aria-setsize')]
    await expect.poll(place).toEqual(['2100', '2100'])

    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('GREEN</b> par')
    const hit = rows.getByText('Where is my <b>')
    await hit.waitFor()
    expect(await rows.count()).toBe(1)
    expect(await rows.locator('mark').innerText()).toBe('green</b> par')
    await page.waitForURL(/search=GREEN/)
    await hit.click()
    await page.waitForURL(/message=7/)
    const message = page.getByRole('log', { name: 'Transcript' }).getByText('Where is my <b>green</b> parcel?')
    await message.waitFor()
    await expect.poll(() => message.evaluate((one) => one.ownerDocument.activeElement?.contains(one))).toBe(true)
    const isInView = async () => {
      const box = await message.boundingBox()
      return box && box.y > 0 && box.y < 800
    }
    await expect.poll(isInView).toBe(true)
  },
)
