import { type OpenedLead } from '@parlance/contract/leads/schemas'
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import LeadDrawer from './lead-drawer.tsx'

const LEADS = '/api/eu/v2/agents/agent1/leads'
const note = (id: string) => ({ id, text: `Note ${id}`, at: 1, editedAt: 1, by: { name: 'Ben' }, isOwn: true })

async function open(over: Partial<Record<keyof OpenedLead, unknown>> = {}) {
  const lead: Record<string, unknown> = {
    leadId: 'l1',
    agentId: 'agent1',
    name: 'Ada',
    email: 'ada@example.org',
    phone: '',
    group: '',
    stage: 'new',
    variables: { city: 'Rome' },
    source: 'manual',
    conversationId: null,
    createdAt: 1,
    updatedAt: 1,
    notes: [note('n1')],
    duplicates: [],
    ...over,
  }
  const sent = serve({
    [`GET ${LEADS}/l1`]: () => ({ body: { data: { ...lead } } }),
    [`PATCH ${LEADS}/l1`]: ({ body }) => ({ body: { data: Object.assign(lead, body, { updatedAt: 9 }) } }),
    'GET /api/eu/v2/agents/agent1/lead-settings': () => ({ status: 500, body: {} }),
    [`DELETE ${LEADS}/l1/notes/n1`]: () => {
      lead['notes'] = []
      return { body: { success: true } }
    },
  })
  const closed = vi.fn()
  const { client, router } = renderPage(
    <LeadDrawer agentId="agent1" leadId="l1" onOpen={() => undefined} onClose={closed} />,
  )
  const drawer = within(await screen.findByRole('dialog', { name: 'Ada' }))
  await drawer.findByRole('textbox', { name: 'Phone' })
  return { drawer, lead, sent, closed, router, reload: () => act(() => client.invalidateQueries()) }
}

test('keeps what is being edited when the conversation collects more, and saves only that', async () => {
  const { drawer, lead, sent, reload } = await open()
  await userEvent.type(drawer.getByRole('textbox', { name: 'Phone' }), '+39 06 1')
  Object.assign(lead, { variables: { city: 'Rome', size: 4 }, updatedAt: 5 })
  await reload()
  expect(drawer.getByRole<HTMLInputElement>('textbox', { name: 'Phone' }).value).toBe('+39 06 1')
  await userEvent.click(drawer.getByRole('button', { name: 'Save' }))
  await screen.findByText('Lead saved.')
  expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ phone: '+39 06 1' })
  await drawer.findByDisplayValue('4')
})

test('shows what was collected when nothing is being edited', async () => {
  const { drawer, lead, reload } = await open()
  Object.assign(lead, { variables: { city: 'Pisa' }, updatedAt: 5 })
  await reload()
  await drawer.findByDisplayValue('Pisa')
})

test('keeps a note that is being written when another one is deleted', async () => {
  const { drawer } = await open()
  await userEvent.type(drawer.getByRole('textbox', { name: 'New note' }), 'Call back')
  await userEvent.click(drawer.getByRole('button', { name: 'Delete note' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete this note?' }))
  await question.findByText(/^“Note n1” will be deleted/)
  await userEvent.click(question.getByRole('button', { name: 'Delete' }))
  await expect.poll(() => drawer.queryByText('Note n1')).toBeNull()
  expect(drawer.getByRole<HTMLTextAreaElement>('textbox', { name: 'New note' }).value).toBe('Call back')
})

test('offers no other note to edit while one is edited', async () => {
  const { drawer } = await open({ notes: [note('n1'), note('n2')] })
  const pencils = () => drawer.queryAllByRole('button', { name: 'Edit note' })
  await userEvent.click(pencils()[0]!)
  await userEvent.type(drawer.getByRole('textbox', { name: 'Edit note' }), ', again')
  expect(pencils()).toEqual([])
  await userEvent.click(drawer.getByRole('button', { name: 'Cancel' }))
  expect(pencils()).toHaveLength(2)
})

test('asks before a merge discards what is being edited', async () => {
  const other = { leadId: 'l2', name: 'Ada L.', email: 'ada@example.org', phone: '', createdAt: 1 }
  const { drawer, sent } = await open({ duplicates: [other] })
  await userEvent.type(drawer.getByRole('textbox', { name: 'Phone' }), '+39')
  await userEvent.click(drawer.getByRole('button', { name: /Merge/ }))
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  expect(drawer.getByRole<HTMLInputElement>('textbox', { name: 'Phone' }).value).toBe('+39')
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
})

test.each(['Phone', 'New note'])('asks before the conversation discards what is typed as %s', async (label) => {
  const { drawer, router } = await open({ conversationId: 'c1' })
  await userEvent.type(drawer.getByRole('textbox', { name: label }), '39')
  await userEvent.click(drawer.getByRole('link', { name: 'Open conversation' }))
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  expect(router.state.location.pathname).toBe('/')
  expect(drawer.getByRole<HTMLInputElement>('textbox', { name: label }).value).toBe('39')
})
