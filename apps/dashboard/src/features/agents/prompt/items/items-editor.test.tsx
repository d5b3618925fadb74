import type { Item } from '@parlance/contract/items/schemas'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../../testing/render.tsx'
import ItemsEditor from './items-editor.tsx'

const form: Item = {
  type: 'form',
  title: 'Your order',
  fields: [
    { name: 'email', label: 'Address for the receipt', type: 'email', required: true },
    { name: 'size', label: 'Size', type: 'select', required: false, options: ['Small', 'Large'] },
  ],
  submitLabel: 'Order now',
}

test('previews a form as visitors use it', async () => {
  renderPage(<ItemsEditor name="Order" kind="message" items={[form]} onChange={() => undefined} />)
  const preview = within(await screen.findByRole('figure', { name: 'Preview' }))
  preview.getByText('Your order')
  expect(within(preview.getByRole('combobox', { name: 'Size' })).getByRole('option', { name: 'Large' })).toBeTruthy()
  const address = preview.getByRole<HTMLInputElement>('textbox', { name: /^Address for the receipt/ })
  await userEvent.type(address, 'nobody')
  await userEvent.click(preview.getByRole('button', { name: 'Order now' }))
  expect(address.getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(address, '@example.com')
  await expect.poll(() => address.getAttribute('aria-invalid')).toBe('false')
})
