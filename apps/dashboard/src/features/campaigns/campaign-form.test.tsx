import type { Template } from '@parlance/contract/channels/whatsapp'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import CampaignForm from './campaign-form.tsx'

const template = (name: string, bodyText: string, places: Template['places']): Template => ({
  id: name,
  name,
  language: 'en',
  status: 'APPROVED',
  category: 'MARKETING',
  bodyText,
  places,
  values: places.length,
  media: '',
})
const body = (name: string) => ({ part: 'BODY' as const, name })
const TEMPLATES = [
  template('spring', 'Hello {{1}}, it is spring!', [body('1')]),
  template('plain', 'It is spring!', []),
  template('order', 'Hello {{1}}, order {{2}} is here.', [body('1'), body('2')]),
  template('named', 'Hello {{first_name}}!', [body('first_name')]),
  template('link', 'Look!', [{ part: 'BUTTON', name: 'Open', index: 0 }]),
]
async function open() {
  const sent = serve({
    'GET /api/eu/v2/agents/agent1/campaigns': () => ({
      body: { items: [], means: { channels: ['whatsapp'], sender: '' } },
    }),
    'POST /api/eu/v2/agents/agent1/campaigns': () => ({ body: { data: { id: 'campaign1' } } }),
    'GET /api/eu/v2/agents/agent1/lead-settings': () => ({ body: { data: { rules: [], stages: [], groups: [] } } }),
    'GET /api/eu/agents/agent1/whatsapp/templates': () => ({ body: { items: TEMPLATES } }),
  })
  renderPage(<CampaignForm agentId="agent1" onClose={() => undefined} onSaved={() => undefined} />)
  await userEvent.click(await screen.findByLabelText('Approved template', { selector: 'input' }))
  return { sent, list: within(await screen.findByRole('listbox')) }
}

test('sends the text of the chosen template, which is not for writing', async () => {
  const { sent, list } = await open()
  await userEvent.click(await list.findByText('spring (en)'))
  const text = await screen.findByLabelText<HTMLTextAreaElement>('Message')
  expect([text.value, text.readOnly]).toEqual(['Hello {name}, it is spring!', true])
  await userEvent.type(screen.getByLabelText('Name'), 'Spring')
  await userEvent.click(screen.getByRole('button', { name: 'Create campaign' }))
  await waitFor(() =>
    expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
      text: 'Hello {name}, it is spring!',
      template: { name: 'spring', language: 'en', hasName: true },
    }),
  )
})

test('offers only templates without values, or with the name in the text, and says why not the others', async () => {
  const { list } = await open()
  const options = (await list.findAllByRole('option')).map((option) => ({
    name: option.textContent.slice(0, option.textContent.indexOf(')') + 1),
    isDisabled: option.getAttribute('aria-disabled') === 'true',
    saysWhy: option.textContent.includes('Can’t be used'),
  }))
  const usable = { isDisabled: false, saysWhy: false }
  const unusable = { isDisabled: true, saysWhy: true }
  expect(options).toEqual([
    { name: 'spring (en)', ...usable },
    { name: 'plain (en)', ...usable },
    { name: 'order (en)', ...unusable },
    { name: 'named (en)', ...unusable },
    { name: 'link (en)', ...unusable },
  ])
})
