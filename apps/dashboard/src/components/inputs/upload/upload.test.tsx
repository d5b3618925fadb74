import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { isOwnPicture, refusalOf } from './upload-state.ts'
import { Upload, type Sending } from './upload.tsx'

const ACCEPT = '.png, .jpg, .webp, .gif'
const LABEL = 'Avatar image'

interface Sent extends Sending {
  file: File
  resolve: (url: string) => void
  reject: (error: Error) => void
}

/** The field with its value and the files it sent. */
function show(first = '') {
  const sent: Sent[] = []
  const values: string[] = []
  function Field() {
    const [value, setValue] = useState(first)
    return (
      <Upload
        label={LABEL}
        description="Beside each answer."
        value={value}
        onChange={(next) => {
          values.push(next)
          setValue(next)
        }}
        send={(file, sending) =>
          new Promise((resolve, reject) => sent.push({ file, ...sending, resolve, reject: (error) => reject(error) }))
        }
        maxMB={5}
        accept={ACCEPT}
      />
    )
  }
  const { container, unmount } = render(
    <MantineProvider env="test">
      <Field />
    </MantineProvider>,
  )
  const input = container.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no file input')
  return { sent, values, input, unmount }
}

const picture = (name = 'logo.png', size = 10) => {
  const file = new File(['x'], name, { type: 'image/png' })
  Object.defineProperty(file, 'size', { value: size })
  return file
}
const choose = (input: HTMLInputElement, file: File) => fireEvent.change(input, { target: { files: [file] } })
const button = (name: string) => screen.getByRole('button', { name: `${name}: ${LABEL}` })
const status = () => screen.getByRole('status').textContent

test.each([
  ['logo.png', 5_000_000, undefined],
  ['logo.png', 5_000_001, 'Max size: 5 MBs'],
  ['LOGO.PNG', 1, undefined],
  ['logo.png', 0, 'The file is empty.'],
  ['a.jpeg', 1, undefined],
  ['a.jpg', 1, undefined],
  ['a.svg', 1, 'Only .png, .jpg, .webp, .gif Files'],
  ['png', 1, 'Only .png, .jpg, .webp, .gif Files'],
  ['a.png.exe', 9_000_000, 'Only .png, .jpg, .webp, .gif Files'],
])('%s of %d bytes: %s', (name, size, sentence) =>
  expect(refusalOf({ name, size }, { maxMB: 5, accept: ACCEPT })?.message).toBe(sentence),
)

test.each([
  ['/media/eu/x.png', true],
  ['', false],
  ['//evil.example/x.png', false],
  ['https://evil.example/x.png', false],
])('%j is an uploaded picture: %s', (value, own) => expect(isOwnPicture(value)).toBe(own))

test('sends a chosen picture, shows its progress, and takes its address as the value', async () => {
  const { sent, values, input } = show()
  choose(input, picture())
  const bar = await screen.findByRole('progressbar', { name: `Uploading ${LABEL}` })
  expect(bar.getAttribute('aria-valuenow')).toBe('0')
  expect(status()).toBe('Uploading logo.png')
  sent[0]?.onProgress(42)
  expect(await screen.findByText('Uploading, 42%')).toBeTruthy()
  expect(bar.getAttribute('aria-valuenow')).toBe('42')
  expect(button('Upload image').getAttribute('aria-disabled')).toBe('true')
  sent[0]?.resolve('/media/eu/abc.png')
  const shown = await screen.findByRole('img', { name: `Current image: ${LABEL}` })
  expect(shown.getAttribute('src')).toBe('/media/eu/abc.png')
  expect(values).toEqual(['/media/eu/abc.png'])
  expect(status()).toBe('Uploaded')
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(button('Replace')).toBeTruthy()
})

test('sends a dropped picture too, but not a second one at the same time', async () => {
  const { sent } = show()
  const zone = screen.getByTestId('drop-zone')
  fireEvent.dragOver(zone)
  expect(zone.dataset['over']).toBe('true')
  fireEvent.drop(zone, { dataTransfer: { files: [picture('a.gif')] } })
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(zone.dataset['over']).toBeUndefined()
  fireEvent.drop(zone, { dataTransfer: { files: [picture('b.gif')] } })
  expect(sent.map(({ file }) => file.name)).toEqual(['a.gif'])
})

describe('reports a rejected file at once and never sends it', () => {
  test.each([
    [picture('big.png', 5_000_001), 'Max size: 5 MBs'],
    [picture('drawing.svg'), 'Only .png, .jpg, .webp, .gif Files'],
  ])('%#', async (file, sentence) => {
    const { sent, values, input } = show('/media/eu/old.png')
    choose(input, file)
    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
    expect(sent).toEqual([])
    expect(values).toEqual([])
    choose(input, picture())
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

test('ends the upload on Cancel, keeps value and focus, and ignores later events', async () => {
  const { sent, values, input } = show('/media/eu/old.png')
  choose(input, picture())
  await userEvent.click(await screen.findByRole('button', { name: `Cancel: ${LABEL}` }))
  expect(sent[0]?.signal.aborted).toBe(true)
  expect(status()).toBe('Cancelled')
  expect(document.activeElement).toBe(button('Replace'))
  sent[0]?.onProgress(99)
  sent[0]?.resolve('/media/eu/late.png')
  await Promise.resolve()
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(values).toEqual([])
})

test("shows the server's message after a failure and allows a retry", async () => {
  const { sent, values, input } = show()
  choose(input, picture())
  ;(await screen.findByRole('button', { name: `Cancel: ${LABEL}` })).focus()
  sent[0]?.reject(new Error('This workspace uploaded 100 files within a day.'))
  expect((await screen.findByRole('alert')).textContent).toContain('100 files')
  expect(document.activeElement).toBe(button('Upload image'))
  expect(values).toEqual([])
  choose(input, picture())
  await waitFor(() => expect(sent).toHaveLength(2))
})

test('does not take the focus from elsewhere when an upload ends', async () => {
  const { sent, input } = show()
  const elsewhere = document.body.appendChild(document.createElement('input'))
  choose(input, picture())
  await waitFor(() => expect(sent).toHaveLength(1))
  elsewhere.focus()
  sent[0]?.resolve('/media/eu/abc.png')
  await screen.findByRole('img')
  expect(document.activeElement).toBe(elsewhere)
  elsewhere.remove()
})

test('clears the field on Remove and keeps the focus in it', async () => {
  const { values } = show('/media/eu/old.png')
  await userEvent.click(button('Remove'))
  expect(values).toEqual([''])
  expect(screen.queryByRole('img')).toBeNull()
  expect(document.activeElement).toBe(button('Upload image'))
})

test("names another site's address without loading it", () => {
  show('https://elsewhere.example/logo.png')
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.getByText(/Only uploaded images are shown.*elsewhere\.example\/logo\.png/)).toBeTruthy()
  expect(button('Remove')).toBeTruthy()
})

test('ends the upload when leaving the page', async () => {
  const { sent, input, unmount } = show()
  choose(input, picture())
  await waitFor(() => expect(sent).toHaveLength(1))
  unmount()
  expect(sent[0]?.signal.aborted).toBe(true)
})
