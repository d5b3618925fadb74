import type { Agent } from '@parlance/contract/agents/schemas'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../../../testing/render.tsx'
import { DraftContext } from '../../draft/draft.tsx'
import type { DraftStore } from '../../draft/draft-store.ts'
import OlderWhatsapp from './older-whatsapp.tsx'

const ID = 'abcdefghijklmnop'
const config = {
  whatsappToken: '',
  whatsappNumberId: '123',
  whatsappBusniessId: '456',
  waTestNumber: '+4915112345678',
  waVerifyPassed: true,
}
const state = { config }
const store = {
  subscribe: () => () => undefined,
  getState: () => state,
  flush: async () => true,
} as unknown as DraftStore

test('publishes all of its fields when it is saved', async () => {
  const save = `/api/eu/v2/agents/${ID}`
  const sent = serve({ [`POST ${save}`]: () => ({ body: { success: true, data: {}, version: 2 } }) })
  renderPage(
    <DraftContext value={{ agent: { ID } as Agent, store }}>
      <OlderWhatsapp />
    </DraftContext>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  await screen.findByText('Whatsapp channel saved successfully')
  expect(sent.map(({ path, body }) => ({ path, body }))).toEqual([{ path: save, body: config }])
})
