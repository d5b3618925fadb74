import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import BulkBar from './bulk-bar.tsx'

const KB = '/api/eu/v2/agents/agent1/kb'
const chosen = Array.from({ length: 130 }, (_, n) => `doc${n}`)

function show() {
  const onDone = vi.fn()
  const sent = serve({
    [`POST ${KB}/bulk`]: () => ({ body: { changed: 1 } }),
    [`POST ${KB}/restore`]: () => ({ body: { success: true } }),
    [`GET ${KB}/tags`]: () => ({ body: { items: [] } }),
  })
  renderPage(<BulkBar agentId="agent1" chosen={chosen} isAll={false} onAll={vi.fn()} onDone={onDone} />)
  const bodies = (path: string) => sent.filter((one) => one.path.endsWith(path)).map(({ body }) => body)
  return { onDone, bodies }
}

test('deletes all selected documents after one question, and restores them all', async () => {
  const user = userEvent.setup()
  const { onDone, bodies } = show()
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete 130 documents?' })
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  const parts = [chosen.slice(0, 100), chosen.slice(100)]
  await vi.waitFor(() => expect(bodies('/bulk')).toEqual(parts.map((docIds) => ({ docIds, change: { delete: true } }))))
  expect(onDone).toHaveBeenCalledOnce()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await vi.waitFor(() => expect(bodies('/restore')).toEqual(parts.map((docIds) => ({ docIds }))))
})

test('adds tags to all selected documents', async () => {
  const user = userEvent.setup()
  const { onDone, bodies } = show()
  await user.click(await screen.findByRole('button', { name: 'Add tags' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add tags' }))
  await user.type(dialog.getByRole('combobox', { name: 'Tags' }), 'Sea,')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(bodies('/bulk')).toEqual(
    [chosen.slice(0, 100), chosen.slice(100)].map((docIds) => ({ docIds, change: { addTags: ['Sea'] } })),
  )
})
