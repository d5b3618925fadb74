import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { FakeRequest } from '../../../testing/fake-request.ts'
import { renderPage } from '../../../testing/render.tsx'
import { ImportForm } from './import-drawer.tsx'

const REPORT = { format: 'flowise', nodes: 3, tools: 1, variables: 0, notes: [] }
beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  FakeRequest.made = []
})

const choose = async (name: string, content: string) =>
  userEvent.upload(await screen.findByLabelText(/Choose a/, { selector: 'input' }), new File([content], name))
const request = (nth: number) =>
  vi.waitFor(() => {
    const made = FakeRequest.made[nth]
    if (!made?.sent) throw new Error('nothing is sent yet')
    return made
  })
const sent = (made: FakeRequest) => JSON.parse(made.sent) as unknown

test('shows the upload progress of a large file; the name waits for the report', async () => {
  renderPage(<ImportForm />)
  await choose('Help desk.json', '{"nodes":[]}')
  const check = await request(0)
  expect(check.opened).toEqual(['POST', '/api/eu/v2/workspaces/abcdefghijklmno/agents/import'])
  expect(sent(check)).toEqual({ file: { nodes: [] }, dryRun: true })
  check.progress(30, 100)
  await screen.findByText(/30% uploaded/)
  expect(screen.getByRole('progressbar', { name: 'Checking your file' }).getAttribute('aria-valuenow')).toBe('30')
  expect(screen.queryByRole('textbox')).toBeNull()
  check.answer(200, { data: null, report: REPORT })
  expect(await screen.findByText('Everything in the file will be imported.')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Help desk')
  expect(FakeRequest.made).toHaveLength(1)
})

test('keeps file, report and name for a retry when creating fails', async () => {
  renderPage(<ImportForm />)
  await choose('a.json', '{"nodes":[]}')
  const check = await request(0)
  check.answer(200, { data: null, report: REPORT })
  const name = await screen.findByRole('textbox', { name: /Agent name/ })
  await userEvent.clear(name)
  expect(screen.getByRole('button', { name: 'Import' })).toHaveProperty('disabled', true)
  await userEvent.type(name, ' Desk ')
  await userEvent.click(screen.getByRole('button', { name: 'Import' }))
  const make = await request(1)
  expect(sent(make)).toEqual({ file: { nodes: [] }, dryRun: false, title: 'Desk' })
  make.answer(429, { code: 'RATE_LIMITED', message: 'Too many calls. Try again in a minute.' })
  expect(await screen.findByText('Too many calls. Try again in a minute.')).toBeTruthy()
  expect(screen.getByText('a.json')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Import' }))
  expect(sent(await request(2))).toEqual(sent(make))
})

test("shows the server's refusal, and sends no invalid JSON", async () => {
  renderPage(<ImportForm />)
  await choose('a.json', '{"a":1}')
  const check = await request(0)
  check.answer(400, { code: 'INVALID_INPUT', message: 'The file is neither this nor that.' })
  expect((await screen.findByRole('alert')).textContent).toContain('The file is neither this nor that.')
  await choose('b.json', 'not json')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('not valid JSON'))
  expect(screen.getByText('b.json')).toBeTruthy()
  expect(FakeRequest.made).toHaveLength(1)
})
