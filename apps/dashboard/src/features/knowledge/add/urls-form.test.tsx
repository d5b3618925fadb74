import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../../testing/render.tsx'
import { UrlsForm } from './urls-form.tsx'

const nothing = () => undefined

test('takes an error away as soon as the text changes', async () => {
  serve({ 'GET /api/eu/v2/agents/agent1/kb/tags': () => ({ body: { items: [] } }) })
  renderPage(<UrlsForm agentId="agent1" onDirty={nothing} onDone={nothing} onCancel={nothing} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Add page' }))
  await screen.findByText('Enter at least one URL.')
  await userEvent.type(screen.getByRole('textbox', { name: /URLs/ }), 'example.com')
  await waitFor(() => expect(screen.queryByText('Enter at least one URL.')).toBeNull())
})
