import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import ImportDialog from './import-dialog.tsx'

function open() {
  serve({
    'GET /api/eu/v2/agents/agent1/lead-settings': () => ({ body: { data: { rules: [], stages: [], groups: [] } } }),
    'POST /api/eu/v2/agents/agent1/leads/import': () => ({ body: { data: { created: 1, updated: 0, broken: [] } } }),
  })
  renderPage(<ImportDialog agentId="agent1" onClose={() => undefined} />)
}
const back = async () => {
  await screen.findByText('1 lead will be added.', { exact: false })
  await userEvent.click(await screen.findByText('Back'))
}

test('keeps the pasted text when going back from the preview', async () => {
  open()
  await userEvent.click(await screen.findByText('Pasted text'))
  await userEvent.type(await screen.findByLabelText('Text to import'), 'Ada <ada@example.org>')
  await userEvent.click(screen.getByText('Continue'))
  await back()
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Text to import')).value).toBe('Ada <ada@example.org>')
})

test('goes back from the preview of a file to the chosen columns', async () => {
  open()
  const file = new File(['Who,Email\nAda,ada@example.org\n'], 'people.csv')
  await userEvent.upload(await screen.findByLabelText('Choose file', { selector: 'input' }), file)
  await userEvent.click(await screen.findByLabelText('Field for Who', { selector: 'input' }))
  await userEvent.click(within(await screen.findByRole('listbox')).getByText('Name'))
  await userEvent.click(screen.getByText('Continue'))
  await back()
  expect((await screen.findByLabelText<HTMLInputElement>('Field for Who', { selector: 'input' })).value).toBe('Name')
})
