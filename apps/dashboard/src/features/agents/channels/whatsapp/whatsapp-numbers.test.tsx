import { screen, within } from '@testing-library/react'
import { test } from 'vitest'
import { renderPage, serve } from '../../../../testing/render.tsx'
import { WhatsappNumbers } from './whatsapp-numbers.tsx'

const ID = 'abcdefghijklmnop'

test('names a connected number when nobody has signed in at Meta', async () => {
  const phoneNumber = '+1 555-0101'
  const connection = {
    channel: 'whatsapp',
    status: 'active',
    name: `Lamp Shop (${phoneNumber})`,
    settings: { wabaId: '10', phoneId: '20', phoneNumber, verifiedName: 'Lamp Shop' },
    lastError: '',
    lastErrorAt: null,
    connectedAt: new Date().toISOString(),
  }
  serve({
    'POST /api/eu/rpc/getWhatsappNumbers': () => ({
      body: [{ wabaId: '10', phoneId: '20', phoneNumber, agentId: ID }],
    }),
    [`GET /api/eu/agents/${ID}/channels`]: () => ({ body: { items: [connection], available: [] } }),
    [`GET /api/eu/agents/${ID}/whatsapp/login`]: () => ({ body: { url: null, version: 'v26.0', isExpired: false } }),
    'GET /api/status': () => ({ body: { services: [], simulatorPages: [] } }),
  })
  renderPage(<WhatsappNumbers agentId={ID} />)
  const row = (await screen.findByText(phoneNumber)).closest('li') as HTMLElement
  await within(row).findByText('Lamp Shop')
  within(row).getByText('CONNECTED')
})
