import { Button } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { confirm } from './confirm.tsx'
import { Dialog } from './dialog.tsx'
import { SideDrawer } from './side-drawer.tsx'

function Drawer() {
  const [open, setOpen] = useState(true)
  const [isAsking, setAsking] = useState(false)
  const [isReading, setReading] = useState(false)
  return (
    open && (
      <SideDrawer title="Lead" onClose={() => setOpen(false)}>
        <Button onClick={() => void confirm({ title: 'Delete Ada?', body: 'For good.', confirm: 'Delete' })}>
          Delete
        </Button>
        <Button onClick={() => setAsking(true)}>Merge</Button>
        <Button onClick={() => setReading(true)}>Notes</Button>
        {isReading && (
          <SideDrawer title="All notes" onClose={() => setReading(false)}>
            Called back.
          </SideDrawer>
        )}
        {isAsking && (
          <Dialog title="Merge leads" onClose={() => setAsking(false)}>
            Ada
          </Dialog>
        )}
      </SideDrawer>
    )
  )
}

test.each([
  ['Delete', 'Delete Ada?'],
  ['Merge', 'Merge leads'],
  ['Notes', 'All notes'],
])('closes only the top overlay when Escape is pressed: %s', async (button, title) => {
  renderPage(<Drawer />)
  await userEvent.click(await screen.findByRole('button', { name: button }))
  await screen.findByRole('dialog', { name: title })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull())
  expect(screen.queryByRole('dialog', { name: 'Lead' })).not.toBeNull()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Lead' })).toBeNull())
})
