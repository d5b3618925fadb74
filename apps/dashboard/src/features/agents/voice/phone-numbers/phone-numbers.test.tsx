import type { Agent } from '@parlance/contract/agents/schemas'
import { newAgentConfig } from '@parlance/engine/agents/draft'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../../../testing/render.tsx'
import { createDraftStore, type DraftCalls } from '../../draft/draft-store.ts'
import { DraftContext } from '../../draft/draft.tsx'
import PhoneNumbers from './phone-numbers.tsx'

const VAPI = { provider: 'vapi', name: 'Vapi', isOffline: false }
const FLITE = { provider: 'flite', name: 'Flite', isOffline: true }
const BROWSER = { provider: 'browser', name: 'Web Speech API', isOffline: false }

test('warns that nobody hears callers when Vapi, which takes no phone calls, runs the agent’s web calls', async () => {
  const services = [
    { transcriber: VAPI, speech: VAPI },
    { transcriber: BROWSER, speech: FLITE },
  ]
  const config = newAgentConfig({ title: 'Ada' })
  const calls = { whenOnline: () => () => undefined } as unknown as DraftCalls
  const store = createDraftStore({ published: config, draft: config, version: 1 }, calls, 60_000)
  const agent: Agent = {
    ...config,
    ID: 'a1',
    ownerID: 'w',
    lastModified: 1,
    SECRET_API_KEY: '',
    internal: {},
    ts: 1,
    userId: '',
  }
  serve({
    'GET /api/status': () => ({
      body: { name: 'Parlance', version: '1', regions: ['eu'], services: [], simulatorPages: [] },
    }),
    'GET /api/eu/v2/workspaces/abcdefghijklmno/twilio-numbers': () => ({ body: { items: [] } }),
    'GET /api/eu/v2/agents/a1/voice/services': () => ({
      body: { data: { ...services.shift(), creditsPerMinute: 20 } },
    }),
  })
  renderPage(
    <DraftContext value={{ agent, store }}>
      <PhoneNumbers />
    </DraftContext>,
  )
  expect(await screen.findByText(/^No speech-to-text service is connected/)).toBeTruthy()
})
