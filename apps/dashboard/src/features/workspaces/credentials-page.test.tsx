import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import { CredentialsPage } from './credentials-page.tsx'

const UID = 'abcdefghijklmno'
const openai = { provider: 'openai', hint: '1234', baseUrl: '', updatedAt: '2026-01-01T00:00:00Z', test: null }
const model = {
  id: 'gpt-4o',
  name: 'gpt-4o',
  provider: 'openai',
  paidBy: 'ownKey',
  price: { input: 0, output: 0, turn: 1 },
}

function answers(stored: object[], answering: object | null) {
  return {
    'GET /api/status': () => ({ body: { services: [{ id: 'model', mode: 'sandbox' }] } }),
    [`GET /api/eu/v2/workspaces/${UID}/credentials`]: () => ({ body: { items: stored, platformSpeech: ['cartesia'] } }),
    [`GET /api/eu/v2/workspaces/${UID}/models`]: () => ({
      body: { items: answering ? [answering] : [], default: { asked: 'gpt-4o', answers: answering }, unlisted: [] },
    }),
    [`GET /api/eu/v2/workspaces/${UID}/secrets`]: () => ({ body: { items: [{ name: 'CRM_KEY', ts: 1_790_000_000 }] } }),
    [`PUT /api/eu/v2/workspaces/${UID}/secrets/CRM_KEY`]: () => ({ body: { success: true } }),
  }
}
const rowOf = async (name: string, listed = 'Provider keys') => {
  const list = await screen.findByRole('list', { name: listed })
  const row = within(list)
    .getAllByRole('listitem')
    .find((item) => within(item).queryByText(name))
  if (!row) throw new Error(`no row of ${name}`)
  return within(row)
}

test('still names providers served by the sandbox when one key is stored', async () => {
  serve(answers([openai], model))
  renderPage(<CredentialsPage />)
  await screen.findByText(/Providers without a key use the demo model/)
  screen.getByText(/Agents on the default model, gpt-4o, use gpt-4o/)
  await (await rowOf('OpenAI')).findByText('Using your key')
  await (await rowOf('Anthropic')).findByText('Using the demo model')
})

test('shows whose key each voice provider uses, apart from models', async () => {
  const elevenlabs = {
    ...openai,
    provider: 'elevenlabs',
    test: { at: '2026-01-01T00:00:00Z', result: 'works', message: '' },
  }
  serve(answers([elevenlabs], model))
  renderPage(<CredentialsPage />)
  const voice = (name: string) => rowOf(name, 'Voice provider keys')
  ;(await voice('ElevenLabs')).getByText('Using your key')
  ;(await voice('Cartesia')).getByText('Using the platform’s key')
  ;(await voice('Deepgram')).getByText('Using the built-in voice')
  ;(await voice('Deepgram')).getByRole('button', { name: 'Add key: Deepgram' })
  screen.getByText(/You’re on the demo model/)
})

const TEST = `POST /api/eu/v2/workspaces/${UID}/credentials/openai/test`
const refusal = 'OpenAI rejected this key. Check that it’s complete and still active.'
const verdict = { at: new Date().toISOString(), result: 'refused', message: refusal }

test('tests a stored key and shows the result in its row', async () => {
  let test: object | null = null
  const sent = serve({
    ...answers([openai], model),
    [`GET /api/eu/v2/workspaces/${UID}/credentials`]: () => ({
      body: { items: [{ ...openai, test }], platformSpeech: [] },
    }),
    [TEST]: () => {
      test = verdict
      return { body: { success: true, data: verdict } }
    },
  })
  renderPage(<CredentialsPage />)
  const row = await rowOf('OpenAI')
  row.getByText('Not tested yet')
  await userEvent.click(row.getByRole('button', { name: 'Test the OpenAI key' }))
  await vi.waitFor(() => expect(row.getByRole('status').textContent).toMatch(/^OpenAI rejected this key.*Tested/))
  row.getByText('Your key failed its test')
  expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([undefined])
  expect((await rowOf('Anthropic')).queryByRole('button', { name: /^Test/ })).toBeNull()
})

test('shows why a test could not run and changes nothing', async () => {
  serve({
    ...answers([openai], model),
    [TEST]: () => ({
      status: 429,
      body: { code: 'RATE_LIMITED', message: 'Too many requests. Please wait a moment.' },
    }),
  })
  renderPage(<CredentialsPage />)
  const row = await rowOf('OpenAI')
  await userEvent.click(row.getByRole('button', { name: 'Test the OpenAI key' }))
  await screen.findByText(/Too many requests/)
  row.getByText('Not tested yet')
})

test('tests a key before storing it, and again after a change', async () => {
  const sent = serve({ ...answers([], null), [TEST]: () => ({ body: { success: true, data: verdict } }) })
  renderPage(<CredentialsPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Add key: OpenAI' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add key: OpenAI' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Test key' }))
  dialog.getByText('Enter at least 8 characters.')
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
  await userEvent.type(dialog.getByLabelText(/^API key/), ' sk-typed-by-hand ')
  await userEvent.click(dialog.getByRole('button', { name: 'Test key' }))
  await dialog.findByText(/OpenAI rejected this key/)
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ apiKey: 'sk-typed-by-hand' })
  await userEvent.type(dialog.getByLabelText(/^API key/), 'x')
  await vi.waitFor(() => expect(dialog.queryByText(/rejected this key/)).toBeNull())
})

const WORKS = { at: new Date().toISOString(), result: 'works', message: 'OpenAI accepted this key.' }
test('shows only a key that passed its test as working', async () => {
  serve(answers([{ ...openai, test: WORKS }], model))
  renderPage(<CredentialsPage />)
  await (await rowOf('OpenAI')).findByText('Using your key')
})

test('stores a key that failed its test only on confirmation, with the result', async () => {
  let stored: object[] = []
  const sent = serve({
    ...answers([], model),
    [`GET /api/eu/v2/workspaces/${UID}/credentials`]: () => ({ body: { items: stored, platformSpeech: ['cartesia'] } }),
    [`PUT /api/eu/v2/workspaces/${UID}/credentials/openai`]: () => {
      stored = [openai]
      return { body: { success: true, data: openai } }
    },
    [TEST]: ({ body }) => {
      if (!body) stored = [{ ...openai, test: verdict }]
      return { body: { success: true, data: verdict } }
    },
  })
  const puts = () => sent.filter(({ method }) => method === 'PUT').length
  renderPage(<CredentialsPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Add key: OpenAI' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add key: OpenAI' }))
  await userEvent.type(dialog.getByLabelText(/^API key/), 'sk-typed-by-hand')
  await userEvent.click(dialog.getByRole('button', { name: 'Test key' }))
  await dialog.findByText(/OpenAI rejected this key/)
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  const question = within(await screen.findByRole('dialog', { name: 'This key failed its test. Save it anyway?' }))
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  expect(puts()).toBe(0)
  await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: /failed its test/ })).toBeNull())
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  const again = within(await screen.findByRole('dialog', { name: 'This key failed its test. Save it anyway?' }))
  await userEvent.click(again.getByRole('button', { name: 'Save anyway' }))
  await (await rowOf('OpenAI')).findByText('Your key failed its test')
  expect(puts()).toBe(1)
})

test('allows a self-hosted server without a key', async () => {
  const own = { provider: 'openai-compatible', hint: '', baseUrl: 'http://localhost:11434/v1', test: null }
  const kept = { ...own, updatedAt: '2026-01-01T00:00:00Z' }
  const path = `/api/eu/v2/workspaces/${UID}/credentials/openai-compatible`
  let stored: object[] = []
  const sent = serve({
    ...answers([], null),
    [`GET /api/eu/v2/workspaces/${UID}/credentials`]: () => ({ body: { items: stored, platformSpeech: ['cartesia'] } }),
    [`PUT ${path}`]: () => {
      stored = [kept]
      return { body: { success: true, data: kept } }
    },
  })
  renderPage(<CredentialsPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Add key: OpenAI-compatible' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add key: OpenAI-compatible' }))
  await userEvent.type(dialog.getByLabelText(/^Base URL/), own.baseUrl)
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await (await rowOf('OpenAI-compatible')).findByText(/^No key/)
  expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ apiKey: '', baseUrl: own.baseUrl })
})

test('says when no key is set', async () => {
  serve(answers([], null))
  renderPage(<CredentialsPage />)
  await screen.findByText(/You’re on the demo model/)
})

test('replaces a secret with a sufficiently long value and shows only its name', async () => {
  const sent = serve(answers([], null))
  renderPage(<CredentialsPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Replace CRM_KEY' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Replace CRM_KEY' }))
  const store = dialog.getByRole('button', { name: 'Save secret' })
  await userEvent.type(dialog.getByLabelText(/^Value/), 'abc')
  expect(store).toHaveProperty('disabled', true)
  await userEvent.type(dialog.getByLabelText(/^Value/), 'd')
  await userEvent.click(store)
  await screen.findByText('Secret CRM_KEY saved.')
  expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ value: 'abcd' })
})
