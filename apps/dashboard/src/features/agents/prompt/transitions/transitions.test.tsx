import type { Agent, AgentConfig } from '@parlance/contract/agents/schemas'
import { newAgentConfig } from '@parlance/engine/agents/draft'
import { AgentNode } from '@parlance/contract/agents/nodes'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../../testing/render.tsx'
import { createDraftStore, type DraftCalls } from '../../draft/draft-store.ts'
import { DraftContext } from '../../draft/draft.tsx'
import { GraphEditorProvider, useGraphEditor } from '../graph-editor.tsx'
import { Transitions } from './transitions.tsx'

const step = (id: string, over: Partial<AgentNode> = {}) => AgentNode.parse({ id, type: 'default', name: id, ...over })

/** Renders the transitions of the first step. */
function open(nodes: AgentNode[]) {
  const config: AgentConfig = { ...newAgentConfig({ title: 'Ada' }), nodes }
  const never = () => Promise.reject(new Error('nothing is sent here'))
  const calls = { saveDraft: never, whenOnline: () => () => undefined } as unknown as DraftCalls
  const store = createDraftStore({ published: config, draft: config, version: 1 }, calls, 60_000)
  const agent: Agent = {
    ...config,
    ID: 'A',
    ownerID: 'w',
    lastModified: 1,
    SECRET_API_KEY: '',
    internal: {},
    ts: 1,
    userId: '',
  }
  const First = () => {
    const [first] = useGraphEditor().nodes
    return first && <Transitions node={first} />
  }
  renderPage(
    <DraftContext value={{ agent, store }}>
      <GraphEditorProvider>
        <First />
      </GraphEditorProvider>
    </DraftContext>,
  )
  return { nodes: () => store.getState().config.nodes }
}
const choose = async (name: string) => {
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^Add next step/ }))
  await user.click(await screen.findByRole('menuitem', { name }))
  return user
}

test('asks for the condition of a chosen target, and adds the transition with it', async () => {
  const { nodes } = open([step('Welcome', { type: 'start' }), step('Sales')])
  const user = await choose('Sales')
  const condition = await screen.findByRole('textbox', { name: 'Condition' })
  await waitFor(() => expect(document.activeElement).toBe(condition))
  expect(nodes()[0]?.childrenNodes).toEqual([])
  await user.keyboard('wants a lamp')
  expect(nodes()[0]?.childrenNodes).toEqual([{ nodeId: 'Sales', condition: 'wants a lamp' }])
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})

test('adds Otherwise at once', async () => {
  const { nodes } = open([step('Welcome', { type: 'start' }), step('Sales')])
  const user = await choose('Sales')
  await user.click(await screen.findByText('Otherwise'))
  expect(nodes()[0]?.childrenNodes).toEqual([{ nodeId: 'Sales', condition: '' }])
})

test('lets a message continue once without a condition, and asks from then on', async () => {
  const { nodes } = open([step('Thanks', { type: 'message' }), step('Sales'), step('Help')])
  await choose('Sales')
  expect(nodes()[0]?.childrenNodes).toEqual([{ nodeId: 'Sales', condition: '' }])
  await choose('Help')
  await screen.findByRole('textbox', { name: 'Condition' })
  expect(nodes()[0]?.childrenNodes).toHaveLength(1)
})

test('names new steps uniquely, and distinguishes steps of one name by their text', async () => {
  const { nodes } = open([
    step('Welcome', { type: 'start' }),
    step('a', { name: 'Conversation', instructions: 'Sell lamps.' }),
    step('b', { name: 'Conversation', instructions: 'Take orders back.' }),
  ])
  const user = await choose('Conversation · Take orders back.')
  await user.click(await screen.findByText('Otherwise'))
  expect(nodes()[0]?.childrenNodes).toEqual([{ nodeId: 'b', condition: '' }])
  await choose('Conversation')
  expect(nodes().at(-1)?.name).toBe('Conversation 2')
})
