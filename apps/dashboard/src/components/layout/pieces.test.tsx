import { MantineProvider, TagsInput } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { AlertBox } from '../feedback/alert-box.tsx'
import { CodeEditor } from '../inputs/code-editor/code-editor.tsx'
import { LanguagePicker } from '../inputs/language-picker.tsx'
import { Palette } from '../inputs/color-palette.tsx'
import { SideDrawer } from '../overlay/side-drawer.tsx'
import { ValidatedInput } from '../inputs/validated-input.tsx'
import { theme } from './theme.ts'

const show = (piece: React.ReactElement) => render(<MantineProvider env="test">{piece}</MantineProvider>)
afterEach(() => vi.useRealTimers())

test.each(['info', 'success', 'warning', 'danger'] as const)('an alert box of kind %s is heard', (kind) => {
  show(<AlertBox kind={kind}>Mind the gap</AlertBox>)
  const box = screen.getByRole('alert')
  expect(box.textContent).toContain('Mind the gap')
  expect(box.dataset['kind']).toBe(kind)
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
})
test('reports when an alert box was dismissed', () => {
  const closed = vi.fn()
  show(
    <AlertBox kind="info" onClose={closed}>
      Hello
    </AlertBox>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(closed).toHaveBeenCalledTimes(1)
})

test('names a drawer by its header and closes it by button and Escape', () => {
  const closed = vi.fn()
  show(
    <SideDrawer title="Version History" onClose={closed}>
      Text
    </SideDrawer>,
  )
  const drawer = screen.getByRole('dialog', { name: 'Version History' })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  fireEvent.keyDown(drawer, { key: 'Escape' })
  expect(closed).toHaveBeenCalledTimes(2)
})

test('offers the given languages and the automatic one', async () => {
  const chosen = vi.fn()
  const languages = [
    { language: 'en', name: 'English' },
    { language: 'de', name: 'German' },
  ]
  show(<LanguagePicker label="Language" languages={languages} value="auto" onChange={chosen} />)
  fireEvent.click(screen.getByRole('combobox', { name: 'Language' }))
  const options = (await screen.findAllByRole('option', { hidden: true })).map((option) => option.textContent)
  expect(options).toEqual(['Automatic', 'English', 'German'])
  fireEvent.click(screen.getByRole('option', { name: 'German', hidden: true }))
  expect(chosen).toHaveBeenCalledWith('de')
})
test('shows an unlisted language while it is chosen', async () => {
  show(<LanguagePicker label="Language" languages={[]} value="tlh" onChange={() => undefined} />)
  expect((screen.getByRole('combobox', { name: 'Language' }) as HTMLInputElement).value).toBe('tlh')
})

test('names each shade of a palette', () => {
  show(<Palette label="Shades" shades={[{ name: 'Primary 50', hex: '#f0f0ff' }]} />)
  expect(screen.getByRole('button', { name: 'Primary 50: copy #f0f0ff' }).textContent).toBe('Primary 50')
})

function Field({ validate, delay }: { validate: (text: string) => Promise<string | undefined>; delay?: number }) {
  const [value, setValue] = useState('')
  return (
    <ValidatedInput label="Key" value={value} onChange={setValue} validate={validate} {...(delay ? { delay } : {})} />
  )
}
const typeKey = (text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Key' }), { target: { value: text } })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('validates a field once, two seconds after the last key, and says so', async () => {
  vi.useFakeTimers()
  const validate = vi.fn(async (text: string) => (text === 'abc' ? undefined : 'No such key.'))
  show(<Field validate={validate} />)
  for (const text of ['a', 'ab', 'abc']) {
    typeKey(text)
    await pass(500)
  }
  expect(screen.getByLabelText('Checking')).toBeTruthy()
  await pass(1499)
  expect(validate).not.toHaveBeenCalled()
  await pass(1)
  expect(validate.mock.calls).toEqual([['abc']])
  expect(screen.getByLabelText('Valid')).toBeTruthy()
  await pass(10_000)
  expect(validate).toHaveBeenCalledTimes(1)
})
test("shows a field's error and keeps its text", async () => {
  vi.useFakeTimers()
  show(<Field validate={async () => 'No such key.'} delay={100} />)
  typeKey('x')
  await pass(100)
  expect(screen.getByText('No such key.')).toBeTruthy()
  expect((screen.getByRole('textbox', { name: 'Key' }) as HTMLInputElement).value).toBe('x')
})
test('ignores a validation result for an older text', async () => {
  vi.useFakeTimers()
  const answers: ((problem: string | undefined) => void)[] = []
  show(<Field validate={() => new Promise((answer) => answers.push(answer))} delay={100} />)
  typeKey('old')
  await pass(100)
  typeKey('new')
  await act(async () => answers[0]?.('The old one is wrong.'))
  expect(screen.queryByText('The old one is wrong.')).toBeNull()
  expect(screen.getByLabelText('Checking')).toBeTruthy()
})

function Code() {
  const [value, setValue] = useState('a { color: red }')
  return (
    <>
      <CodeEditor label="Custom CSS" language="css" value={value} onChange={setValue} />
      <button onClick={() => setValue('b {\n  margin: 0;\n}')}>Replace</button>
    </>
  )
}
test("shows the code editor's value with line numbers", async () => {
  show(<Code />)
  const editor = await screen.findByRole('textbox', { name: 'Custom CSS' })
  expect(editor.textContent).toBe('a { color: red }')
  fireEvent.click(screen.getByRole('button', { name: 'Replace' }))
  expect(editor.textContent).toContain('margin: 0;')
  expect(document.querySelectorAll('.cm-lineNumbers .cm-gutterElement').length).toBeGreaterThanOrEqual(3)
})

test('adds a tag on Enter, and neither a blank one nor the form', async () => {
  const submitted = vi.fn()
  const changed = vi.fn()
  render(
    <MantineProvider env="test" theme={theme}>
      <form onSubmit={submitted}>
        <TagsInput label="Tags" onChange={changed} />
        <button type="submit">Save</button>
      </form>
    </MantineProvider>,
  )
  const field = screen.getByRole('combobox', { name: 'Tags' })
  await userEvent.type(field, '  {Enter}')
  expect(changed).not.toHaveBeenCalled()
  await userEvent.type(field, 'vip{Enter}{Enter}')
  expect(changed.mock.calls).toEqual([[['vip']]])
  expect(submitted).not.toHaveBeenCalled()
})
