import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import Budgets from './budgets.tsx'

const BASE = '/api/eu/v2/workspaces/abcdefghijklmno'

test('offers agents beyond the first page by a search, and keeps the chosen one during another', async () => {
  const sent = serve({
    [`GET ${BASE}/budgets`]: () => ({ body: { items: [] } }),
    [`GET ${BASE}/agents`]: ({ query }) => {
      const found =
        query.get('search') === 'zo' ? { ID: 'zoo', title: 'Zoo guide' } : { ID: 'desk', title: 'Front desk' }
      return { body: { items: [found], nextCursor: query.get('search') ? null : 'more' } }
    },
    [`GET ${BASE}/orgs`]: ({ query }) => {
      expect(query.get('billing')).toBe('enabled')
      return { body: { items: [], nextCursor: null } }
    },
    [`PUT ${BASE}/budgets/agent/zoo`]: () => ({ body: { data: {} } }),
  })
  renderPage(<Budgets />)
  await waitFor(() => expect(screen.getByText('Add budget').closest('button')?.disabled).toBe(false))
  await userEvent.click(screen.getByText('Add budget'))
  const field = await screen.findByLabelText<HTMLInputElement>('Agent or client', { selector: 'input' })
  await userEvent.type(field, 'zo')
  await userEvent.click(await screen.findByText('Zoo guide'))
  await userEvent.clear(field)
  await userEvent.type(field, 'front')
  await screen.findByText('Front desk')
  await userEvent.type(screen.getByLabelText('Credits a month'), '5000')
  expect(field.value).toBe('Zoo guide')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Budget saved')
  expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({ limit: 5000 })
})
