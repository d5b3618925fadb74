import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { regionalApi } from '../../lib/api.ts'
import { renderPage, serve } from '../../testing/render.tsx'
import { useUndoable } from './use-undoable-delete.ts'

const AT = '/api/eu/v2/agents/a1/goldens'
const calls: string[] = []
const refusal = (status: number, code: string, message: string) => ({
  status,
  body: { success: false, code, message, requestId: 'r1' },
})
const done = { body: { success: true } }
const answered =
  (name: string, answer: { status?: number; body: object } = done) =>
  () => {
    calls.push(name)
    return answer
  }
const { goldens } = regionalApi('eu')
const changed = vi.fn(async () => {})

function List({ id }: { id: string }) {
  const { begin, pending } = useUndoable()
  if (pending.has(id)) return <p>Nothing</p>
  const of = { agentId: 'a1', goldenId: id }
  const ask = () =>
    begin({
      id,
      said: 'It is deleted.',
      remove: () => goldens.delete.call(of),
      restore: () => goldens.restore.call(of),
      changed,
      failed: (reason) => `Not deleted: ${reason}`,
    })
  return (
    <button type="button" onClick={ask}>
      Delete
    </button>
  )
}
function Page({ id }: { id: string }) {
  const [isHere, setHere] = useState(true)
  return (
    <>
      {isHere && <List id={id} />}
      <button type="button" onClick={() => setHere(!isHere)}>
        Leave or return
      </button>
    </>
  )
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => {
  calls.length = 0
  changed.mockClear()
})

test('deletes on the server at once, not when the toast closes', async () => {
  serve({ [`DELETE ${AT}/g1`]: answered('delete') })
  renderPage(<Page id="g1" />)
  await press('Delete')
  await waitFor(() => expect(calls).toEqual(['delete']), { timeout: 1000 })
  expect(screen.getByText('Nothing')).toBeTruthy()
  expect(screen.getByText('It is deleted.')).toBeTruthy()
})

test('restores on the server, also from another page, and once however often it is pressed', async () => {
  serve({ [`DELETE ${AT}/g2`]: answered('delete'), [`POST ${AT}/g2/restore`]: answered('restore') })
  renderPage(<Page id="g2" />)
  await press('Delete')
  await press('Leave or return')
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(calls).toEqual(['delete', 'restore']))
  await press('Leave or return')
  expect(await screen.findByRole('button', { name: 'Delete' })).toBeTruthy()
  expect(changed).toHaveBeenCalledTimes(2)
})

test('shows the item again with the reason and without undo when deleting failed', async () => {
  serve({ [`DELETE ${AT}/g3`]: answered('delete', refusal(403, 'FORBIDDEN', 'Your role doesn’t allow this.')) })
  renderPage(<Page id="g3" />)
  await press('Delete')
  expect(await screen.findByText('Not deleted: Your role doesn’t allow this.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Delete' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
})

test('hides what another tab deleted first, and can restore it', async () => {
  serve({
    [`DELETE ${AT}/g4`]: answered('delete', refusal(404, 'NOT_FOUND', 'We couldn’t find that.')),
    [`POST ${AT}/g4/restore`]: answered('restore'),
  })
  renderPage(<Page id="g4" />)
  await press('Delete')
  await press('Undo')
  expect(await screen.findByRole('button', { name: 'Delete' })).toBeTruthy()
  expect(calls).toEqual(['delete', 'restore'])
})

test("says so when it can't be restored any more", async () => {
  const late = 'This can no longer be restored. Deleted items are kept for one hour.'
  serve({
    [`DELETE ${AT}/g5`]: answered('delete'),
    [`POST ${AT}/g5/restore`]: answered('restore', refusal(404, 'NOT_FOUND', late)),
  })
  renderPage(<Page id="g5" />)
  await press('Delete')
  await press('Undo')
  expect(await screen.findByText(late)).toBeTruthy()
  expect(screen.getByText('Nothing')).toBeTruthy()
})
