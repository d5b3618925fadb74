// Where the focus goes when its element is removed, for keyboard users.
import { Button, Modal } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { keepFocus } from './restore-focus.ts'

let end = () => {}
beforeEach(() => {
  end = keepFocus()
})
afterEach(() => end())

function Rows() {
  const [rows, setRows] = useState(['one', 'two', 'three'])
  const [asked, ask] = useState<string>()
  const [busy, setBusy] = useState(false)
  const save = () => {
    // Browsers blur disabled elements.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    setBusy(true)
    setTimeout(() => setBusy(false), 150)
  }
  return (
    <main id="content" tabIndex={-1}>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <button type="button" onClick={() => ask(row)}>{`Delete ${row}`}</button>
          </li>
        ))}
      </ul>
      <Button disabled={busy} onClick={save}>
        Save
      </Button>
      {/* Not closed but gone: nothing of it is left that could give the focus back. */}
      {asked && (
        <Modal opened onClose={() => ask(undefined)} title={asked} transitionProps={{ duration: 0 }}>
          <button
            type="button"
            onClick={() => {
              setRows(rows.filter((row) => row !== asked))
              ask(undefined)
            }}
          >
            Sure
          </button>
        </Modal>
      )}
    </main>
  )
}
const focused = (name: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })))

test("returns the focus to a dialog's opener, and from a deleted row to its neighbour", async () => {
  renderPage(<Rows />)
  ;(await screen.findByRole('button', { name: 'Delete two' })).focus()
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('dialog')
  await userEvent.keyboard('{Escape}')
  await focused('Delete two')
  await userEvent.keyboard('{Enter}')
  const sure = await screen.findByRole('button', { name: 'Sure' })
  sure.focus()
  await userEvent.keyboard('{Enter}')
  await focused('Delete three')
  for (const next of ['Delete one', 'Save']) {
    await userEvent.keyboard('{Enter}')
    ;(await screen.findByRole('button', { name: 'Sure' })).focus()
    await userEvent.keyboard('{Enter}')
    await focused(next)
  }
})

test("returns the focus to a dialog's opener for pointer users too", async () => {
  renderPage(<Rows />)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete two' }))
  const close = (await screen.findByRole('dialog')).querySelector('header button')
  if (!close) throw new Error("It can't be closed.")
  await userEvent.click(close)
  await focused('Delete two')
})

test('refocuses a button that was busy, unless the pointer chose something else meanwhile', async () => {
  renderPage(<Rows />)
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save' })
  save.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(save.disabled).toBe(true))
  await focused('Save')
  await userEvent.keyboard('{Enter}')
  await userEvent.pointer({ keys: '[MouseLeft]', target: document.body })
  await waitFor(() => expect(save.disabled).toBe(false))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(document.activeElement).toBe(document.body)
})
