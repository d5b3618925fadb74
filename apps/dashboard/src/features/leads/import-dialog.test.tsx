import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import ImportDialog from './import-dialog.tsx'

type Chunk = { dryRun: boolean; rows: unknown[] }
const added = ({ rows }: Chunk) => ({ body: { data: { created: rows.length, updated: 0, broken: [] } } })
const BROKEN = { status: 500, body: { success: false, code: 'INTERNAL', message: 'Something broke.' } }

function open(answer: (chunk: Chunk) => ReturnType<typeof added> | typeof BROKEN | Promise<never> = added) {
  const sent = serve({
    'GET /api/eu/v2/agents/agent1/lead-settings': () => ({ body: { data: { rules: [], stages: [], groups: [] } } }),
    'POST /api/eu/v2/agents/agent1/leads/import': ({ body }) => answer(body as Chunk),
  })
  const closed = vi.fn()
  renderPage(<ImportDialog agentId="agent1" onClose={closed} />)
  const imported = () =>
    sent.flatMap(({ body }) => (body && !(body as Chunk).dryRun ? [(body as Chunk).rows.length] : []))
  return { closed, imported }
}
async function upload(count: number) {
  const lines = Array.from({ length: count }, (_, i) => `Person ${i},p${i}@example.org`)
  const file = new File([['Name,Email', ...lines].join('\n')], 'people.csv')
  await userEvent.upload(await screen.findByLabelText('Choose file', { selector: 'input' }), file)
  await userEvent.click(await screen.findByText('Continue'))
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

test('goes on where the import failed, and says what was added so far', async () => {
  let isBroken = true
  const { imported } = open((chunk) => (!chunk.dryRun && chunk.rows.length === 500 && isBroken ? BROKEN : added(chunk)))
  await upload(1500)
  await userEvent.click(await screen.findByText(/^Import 1,?500 rows$/))
  await screen.findByText(/^1,?000 leads added\./)
  expect(screen.queryByText(/will be added/)).toBeNull()
  isBroken = false
  await userEvent.click(await screen.findByText('Try again'))
  await screen.findByText(/^1,?500 leads added\./)
  expect(imported()).toEqual([1000, 500, 500])
})

test('offers to read the rows again when that failed at the first of them', async () => {
  let isBroken = true
  open((chunk) => (isBroken ? BROKEN : added(chunk)))
  await upload(1)
  await screen.findByRole('alert')
  isBroken = false
  await userEvent.click(screen.getByText('Try again'))
  await screen.findByText('1 lead will be added.', { exact: false })
  await screen.findByText('Import 1 row')
})

test('asks before it is closed while it imports', async () => {
  const { closed } = open((chunk) => (chunk.dryRun ? added(chunk) : new Promise<never>(() => undefined)))
  await upload(1)
  await userEvent.click(await screen.findByText('Import 1 row'))
  await screen.findByText('0 leads added.', { exact: false })
  await userEvent.keyboard('{Escape}')
  await screen.findByText('Leave without saving?')
  expect(closed).not.toHaveBeenCalled()
  await userEvent.click(screen.getByText('Leave'))
  await vi.waitFor(() => expect(closed).toHaveBeenCalled())
})

test('asks before it is closed with pasted text', async () => {
  const { closed } = open()
  await userEvent.click(await screen.findByText('Pasted text'))
  await userEvent.type(await screen.findByLabelText('Text to import'), 'Ada <ada@example.org>')
  await userEvent.click(screen.getByLabelText('Close'))
  await screen.findByText('Leave without saving?')
  await userEvent.click(screen.getByText('Leave'))
  await vi.waitFor(() => expect(closed).toHaveBeenCalled())
})
