import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OfferedModel, OfferedModels } from '@parlance/contract/workspaces/schemas'
import { renderPage, serve } from '../../../../testing/render.tsx'
import { isByDemoModel, useTranslationRefusal } from './translation-refusal.ts'

const ASKED = 'openai/gpt-5'
const model = (paidBy: OfferedModel['paidBy']): OfferedModel =>
  ({ id: ASKED, name: ASKED, provider: 'openai', paidBy, price: null }) as never
const offered = (paidBy: OfferedModel['paidBy'], standIn: object = { asked: 'other', answers: null }): OfferedModels =>
  ({ items: [model(paidBy)], unlisted: [], default: standIn }) as never

function Said() {
  return <output>{useTranslationRefusal('a1') ?? ''}</output>
}

test('knows the reason in advance when the demo model answers', async () => {
  serve({
    'GET /api/eu/v2/agents/a1': () => ({ body: { data: { vg_defaultModel: ASKED }, version: 1, draft: null } }),
    'GET /api/eu/v2/workspaces/abcdefghijklmno/models': () => ({ body: offered('sandbox') }),
  })
  renderPage(<Said />)
  await screen.findByText(/Translation needs an API key/)
})

test('treats only a model without any key as the demo model', () => {
  expect(isByDemoModel(ASKED, offered('sandbox'))).toBe(true)
  expect(isByDemoModel(ASKED, offered('ownKey'))).toBe(false)
  expect(isByDemoModel(ASKED, offered('platform'))).toBe(false)
})

test('does not treat a default with another key as the demo model', () => {
  const answers = { name: 'claude', provider: 'anthropic', paidBy: 'ownKey' }
  expect(isByDemoModel(ASKED, offered('sandbox', { asked: ASKED, answers }))).toBe(false)
})

test('leaves an agent without a model to the server', () => {
  expect(isByDemoModel('', offered('sandbox'))).toBe(false)
})
