import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { WebAddressInput } from './web-address-input.tsx'

function Field() {
  const [value, setValue] = useState('')
  return <WebAddressInput label="Website" value={value} onChange={setValue} />
}

test('completes a host when the field is left, and refuses what no browser opens', async () => {
  renderPage(<Field />)
  const field = await screen.findByLabelText('Website')
  await userEvent.type(field, 'northlight.example')
  await userEvent.tab()
  expect(field.getAttribute('value')).toBe('https://northlight.example')
  expect(field.getAttribute('aria-invalid')).not.toBe('true')
  await userEvent.clear(field)
  await userEvent.type(field, 'javascript:alert(1)')
  await userEvent.tab()
  expect(field.getAttribute('value')).toBe('javascript:alert(1)')
  await screen.findByText('Enter an address that starts with https:// or http://.')
})
