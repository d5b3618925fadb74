import { fireEvent, render, screen } from '@testing-library/react'
import { useEffect, useRef } from 'react'
import { afterAll, expect, test, vi } from 'vitest'
import { FIELD } from './field.ts'
import { PaletteProvider } from './palette-host.tsx'

const loading = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock('./palette.tsx', async () => {
  await loading.promise
  return { default: Shown }
})
afterAll(() => vi.doUnmock('./palette.tsx'))

interface Props {
  opened: boolean
  early: string
  onTaken: (left: string) => void
}

/** Consumes early keys like the palette. */
function Shown({ opened, early, onTaken }: Props) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (early === '' || !field.current) return
    field.current.value += early
    onTaken('')
  }, [early, onTaken])
  return opened && <input ref={field} id={FIELD} aria-label="field" />
}

const press = (key: string, over: object = {}, at: Element = document.body) => fireEvent.keyDown(at, { key, ...over })

test('keeps keys typed before the palette opens, and passes them nowhere else', async () => {
  render(
    <PaletteProvider>
      <p>page</p>
    </PaletteProvider>,
  )
  expect(press('a')).toBe(true)
  press('k', { ctrlKey: true })
  // False: the browser ignores the key.
  for (const key of 'op en') expect(press(key)).toBe(false)
  expect(press('c', { ctrlKey: true })).toBe(true)
  loading.resolve()
  const field = await screen.findByRole('textbox', { name: 'field' })
  await vi.waitFor(() => expect((field as HTMLInputElement).value).toBe('op en'))
  // Rendered but not focused yet.
  press('i')
  await vi.waitFor(() => expect((field as HTMLInputElement).value).toBe('op eni'))
  expect(press('n', {}, field)).toBe(true)
})
