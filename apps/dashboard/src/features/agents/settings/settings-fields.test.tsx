import type { Agent, AgentConfig } from '@parlance/contract/agents/schemas'
import { newAgentConfig } from '@parlance/engine/agents/draft'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../../testing/render.tsx'
import { DraftContext } from '../draft/draft.tsx'
import type { DraftStore } from '../draft/draft-store.ts'
import { AllowedSites } from './site-fields.tsx'
import { UiTab } from './ui-tab.tsx'

/** A draft that keeps its changes in memory. */
function open(page: ReactElement, first: Partial<AgentConfig>) {
  let state = { config: { ...newAgentConfig({ title: 'Ada' }), ...first } }
  const listeners = new Set<() => void>()
  const edit = (patch: Partial<AgentConfig>) => {
    state = { config: { ...state.config, ...patch } }
    for (const listener of listeners) listener()
  }
  const store = {
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    edit,
  } as unknown as DraftStore
  serve({})
  renderPage(<DraftContext value={{ agent: { ID: 'agent1' } as Agent, store }}>{page}</DraftContext>)
  return { edit, config: () => state.config }
}

test('shows the stored sites again after the draft was discarded', async () => {
  const { edit } = open(<AllowedSites />, { allowedDomains: ['stored.example'] })
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Allowed sites')
  await userEvent.type(field, '{Enter}https://New.example/shop')
  expect(field.value).toBe('stored.example\nhttps://New.example/shop')
  act(() => edit({ allowedDomains: ['stored.example'] }))
  expect(field.value).toBe('stored.example')
})

test('keeps the text of the proactive message while it is off', async () => {
  const { config } = open(<UiTab />, { proactiveMessage: 'Looking for a gift?' })
  const toggle = await screen.findByRole('switch', { name: /^Proactive message/ })
  await userEvent.click(toggle)
  expect(config().proactiveMessage).toBe('none')
  await userEvent.click(toggle)
  expect(config().proactiveMessage).toBe('Looking for a gift?')
})
