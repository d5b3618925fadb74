import { newAgentConfig } from '@parlance/engine/agents/draft'
import type { Agent } from '@parlance/contract/agents/schemas'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { blankTool } from '../../../components/tool-editor/tool-form.ts'
import { renderPage, serve } from '../../../testing/render.tsx'
import { DraftContext } from '../draft/draft.tsx'
import type { DraftStore } from '../draft/draft-store.ts'
import { blankServer } from './mcp-form.ts'
import { ToolsPage } from './tools-page.tsx'

const state = {
  config: {
    ...newAgentConfig({ title: 'Ada' }),
    tools: [{ ...blankTool('orders'), name: 'look_up_order', serverUrl: 'https://x.test/' }],
    mcpServers: [{ ...blankServer('shop'), name: 'Shop', url: 'https://mcp.x.test/' }],
  },
}
const store = { subscribe: () => () => undefined, getState: () => state } as unknown as DraftStore

function open(role: 'viewer' | 'editor', address = '/') {
  serve({ 'GET /api/eu/workspaces/abcdefghijklmno/secrets': () => ({ body: { items: [] } }) })
  renderPage(
    <DraftContext value={{ agent: { ID: 'agent1' } as Agent, store }}>
      <ToolsPage />
    </DraftContext>,
    address,
    { role },
  )
}
const buttons = () => screen.getAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent)

test('lets a viewer look at tools and servers without offering a change', async () => {
  open('viewer')
  await screen.findByRole('button', { name: 'View look_up_order' })
  expect(buttons().filter((name) => !name.startsWith('View '))).toEqual([])
})

test('shows a viewer a tool read-only, and no form of a new one', async () => {
  open('viewer', '/?tool=orders&server=new')
  const dialog = await screen.findByRole('dialog', { name: 'look_up_order' })
  expect(screen.getAllByRole('dialog')).toEqual([dialog])
  expect(screen.getByLabelText<HTMLInputElement>(/^URL/)).toHaveProperty('readOnly', true)
  expect(screen.queryByRole('button', { name: /Done|Send/ })).toBeNull()
})
