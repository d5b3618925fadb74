import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { CopyInstructions } from './dns-table.tsx'

test('copies all records with what to do as text, and says so', async () => {
  const user = userEvent.setup()
  const write = vi.spyOn(navigator.clipboard, 'writeText')
  const record = {
    status: 'pending',
    type: 'CNAME',
    name: 'chat',
    value: 'cname.test',
    priority: '',
    ttl: 'Auto',
  } as const
  renderPage(
    <CopyInstructions domain="chat.example.com" records={[record, { ...record, type: 'TXT', value: 'abc' }]} />,
  )
  await user.click(await screen.findByRole('button', { name: 'Copy instructions' }))
  expect(await screen.findByText('Instructions copied to clipboard!')).toBeTruthy()
  expect(write.mock.calls[0]?.[0]).toBe(
    [
      'Add these records to the DNS of chat.example.com:',
      'Type: CNAME\nName: chat\nValue: cname.test\nTTL: Auto',
      'Type: TXT\nName: chat\nValue: abc\nTTL: Auto',
      'DNS changes can take 24 to 48 hours.',
    ].join('\n\n'),
  )
})
