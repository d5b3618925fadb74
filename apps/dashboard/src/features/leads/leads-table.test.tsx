import { type Lead, MAX_CHOSEN } from '@parlance/contract/leads/schemas'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import { LeadsTable } from './leads-table.tsx'

const LEADS = '/api/eu/v2/agents/agent1/leads'
const COUNT = MAX_CHOSEN + 1
const items = Array.from({ length: COUNT }, (_, i) => ({
  leadId: `l${i}`,
  name: `Person ${i}`,
  email: '',
  phone: '',
  stage: 'new',
  group: '',
  createdAt: '2026-06-01T12:00:00.000Z',
})) as unknown as Lead[]

async function chooseAll() {
  const sent = serve({
    'GET /api/eu/v2/agents/agent1/lead-settings': () => ({
      body: { data: { rules: [], stages: [{ id: 'won', name: '' }], groups: [] } },
    }),
    [`POST ${LEADS}/bulk`]: () => ({ body: { success: true } }),
    [`POST ${LEADS}/restore`]: () => ({ body: { success: true } }),
  })
  renderPage(<LeadsTable agentId="agent1" items={items} onOpen={() => undefined} />)
  await userEvent.click(await screen.findByLabelText('Select all'))
  await screen.findByText(`${COUNT} selected`)
  const ids = (call: string) =>
    sent.filter(({ path }) => path === `${LEADS}/${call}`).map(({ body }) => (body as { leadIds: string[] }).leadIds)
  return { ids }
}

test('changes more leads than one call takes', async () => {
  const { ids } = await chooseAll()
  await userEvent.click(screen.getByText('Move to'))
  await userEvent.click(await screen.findByText('Won'))
  await screen.findByText(`${COUNT} leads changed.`)
  expect(ids('bulk').map(({ length }) => length)).toEqual([MAX_CHOSEN, 1])
  expect(ids('bulk').flat()).toEqual(items.map(({ leadId }) => leadId))
})

test('deletes more leads than one call takes, and brings all of them back', async () => {
  const { ids } = await chooseAll()
  await userEvent.click(screen.getByText('Delete'))
  const question = within(await screen.findByRole('dialog', { name: `Delete ${COUNT} leads?` }))
  await userEvent.click(question.getByText('Delete'))
  await screen.findByText(`${COUNT} leads deleted`)
  await userEvent.click(await screen.findByText('Undo'))
  await expect.poll(() => ids('restore').flat().length).toBe(COUNT)
  expect(ids('bulk').flat()).toEqual(items.map(({ leadId }) => leadId))
})
