import type { Agent } from '@parlance/contract/agents/schemas'
import { NO_MEMORY, tabsOf } from '@parlance/contract/agents/tabs'
import { newAgentConfig } from '@parlance/engine/agents/draft'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createDraftStore, type DraftCalls } from '../../features/agents/draft/draft-store.ts'
import { DraftContext } from '../../features/agents/draft/draft.tsx'
import { AGENT_TABS } from '../../lib/paths.ts'
import { renderPage } from '../../testing/render.tsx'
import ViewSwitch from './view-switch.tsx'

const config = newAgentConfig({ title: 'Ada', enableNodes: true })
const entries = tabsOf({ agent: config, viewer: 'owner', built: AGENT_TABS, memory: NO_MEMORY })

test.each([
  ['nodes', 'Open in Canvas', 'prompt'],
  ['prompt', 'Open in Prompt', 'nodes'],
] as const)('leads from %s to the other view, and keeps the test panel', async (current, name, other) => {
  const store = createDraftStore({ published: config, draft: config, version: 1 }, {} as DraftCalls)
  renderPage(
    <DraftContext value={{ agent: { ID: 'agent1' } as Agent, store }}>
      <ViewSwitch entries={entries} current={current} />
    </DraftContext>,
    `/app/eu/agents/agent1/${current}?showDebugger=true`,
  )
  const link = await screen.findByRole('link', { name })
  expect(link.getAttribute('href')).toBe(`/app/eu/agents/agent1/${other}?showDebugger=true`)
})
