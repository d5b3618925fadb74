import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Select } from './select.tsx'

function open(props: { searchable?: boolean; onChange?: (value: string | null) => void } = {}) {
  render(
    <MantineProvider env="test">
      <Select aria-label="Colour" data={['red', 'green', 'blue']} value="green" {...props} />
    </MantineProvider>,
  )
  return screen.getByRole('combobox', { name: 'Colour' })
}
const options = () => screen.queryAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)
const listed = (field: HTMLElement) => document.getElementById(field.getAttribute('aria-controls') ?? '')
const named = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent

test('a field that nobody came to has no list', () => {
  open()
  expect(options()).toEqual([])
})

test('the first key finds the list, at the option that is chosen', () => {
  const chosen = vi.fn()
  const field = open({ onChange: chosen })
  act(() => field.focus())
  expect(field.getAttribute('aria-expanded')).toBe('false')
  fireEvent.keyDown(field, { code: 'ArrowDown' })
  expect(field.getAttribute('aria-expanded')).toBe('true')
  expect(named(field)).toBe('green')
  fireEvent.keyDown(field, { code: 'ArrowDown' })
  expect(named(field)).toBe('blue')
  fireEvent.keyDown(field, { code: 'Enter' })
  expect(chosen.mock.calls[0]?.[0]).toBe('blue')
})

test.each(['a click alone', 'the focus, where it can be searched'])('%s opens a list that the field names', (how) => {
  const field = open({ searchable: how !== 'a click alone' })
  if (how === 'a click alone') fireEvent.click(field)
  else act(() => field.focus())
  expect(field.getAttribute('aria-expanded')).toBe('true')
  expect(listed(field)?.getAttribute('role')).toBe('listbox')
  expect(options()).toEqual(['red', 'green', 'blue'])
})
