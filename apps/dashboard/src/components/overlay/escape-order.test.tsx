import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { Dialog } from './dialog.tsx'
import { SideDrawer } from './side-drawer.tsx'

function Overlays() {
  const [isOpen, open] = useState(true)
  const [isAbove, openAbove] = useState(false)
  return (
    <>
      {isOpen && (
        <Dialog title="Billing" onClose={() => open(false)} transitionProps={{ duration: 0 }}>
          <button type="button" onClick={() => openAbove(true)}>
            Receipts
          </button>
        </Dialog>
      )}
      {isAbove && (
        <SideDrawer title="Receipts of an invoice" onClose={() => openAbove(false)}>
          One credit
        </SideDrawer>
      )}
    </>
  )
}

test('Escape closes one overlay at a time, the last one first', async () => {
  renderPage(<Overlays />)
  await userEvent.click(await screen.findByRole('button', { name: 'Receipts' }))
  await screen.findByText('One credit')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText('One credit')).toBeNull())
  await screen.findByRole('button', { name: 'Receipts' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Receipts' })).toBeNull())
})
