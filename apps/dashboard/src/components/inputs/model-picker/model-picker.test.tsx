import { MantineProvider } from '@mantine/core'
import type { OfferedModel } from '@parlance/contract/workspaces/schemas'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { groupsOf, payerOf, SHOWN, type ModelList } from './model-list.ts'
import { ModelPicker } from './model-picker.tsx'
import { cssVariables, theme } from '../../layout/theme.ts'

const model = (
  id: string,
  provider: OfferedModel['provider'],
  paidBy: OfferedModel['paidBy'],
  input = 0,
): OfferedModel => ({
  id,
  name: id.replace('openai-compatible/', ''),
  provider,
  paidBy,
  price: { input, output: input * 4, turn: paidBy === 'ownKey' ? 1 : 0 },
})
const ITEMS = [
  model('gpt-4o', 'openai', 'ownKey'),
  model('gpt-4o-mini', 'openai', 'ownKey'),
  model('claude-sonnet-4-5', 'anthropic', 'platform', 3.9),
  model('openai-compatible/llama3.2', 'openai-compatible', 'ownKey'),
]
const list = (over: Partial<ModelList> = {}): ModelList => ({
  items: ITEMS,
  unlisted: [],
  state: 'ready',
  reason: '',
  onRetry: () => undefined,
  ...over,
})

test.each([
  ['gpt-4o', 'openai', 'ownKey'],
  [' gpt-9 ', 'openai', 'ownKey'],
  ['claude-x', 'anthropic', 'platform'],
  ['openai-compatible/other', 'openai-compatible', 'ownKey'],
  ['gemini-3', 'google', 'nobody'],
])('%s is asked for at %s, paid by %s', (name, provider, paidBy) =>
  expect(payerOf(name, list())).toMatchObject({ provider, paidBy }),
)
test('uses the sandbox without a key where there is one, and treats an unread list as an own key', () => {
  expect(payerOf('gpt-4o', { items: [model('sandbox', 'google', 'sandbox')], unlisted: [] }).paidBy).toBe('sandbox')
  expect(payerOf('openai-compatible/x', { items: [], unlisted: ['openai-compatible'] }).paidBy).toBe('ownKey')
})
test('requires every word of a search, and counts what exceeds the limit', () => {
  const ids = (search: string) =>
    groupsOf(ITEMS, search, (provider) => `of ${provider}`).groups.flatMap(({ items }) => items.map(({ id }) => id))
  expect(ids('4o mini')).toEqual(['gpt-4o-mini'])
  expect(ids('ANTHROPIC')).toEqual(['claude-sonnet-4-5'])
  expect(ids('nothing')).toEqual([])
  const many = Array.from({ length: SHOWN + 5 }, (_, at) => model(`m${at}`, 'openai', 'ownKey'))
  expect(groupsOf(many, '', String).left).toBe(5)
})

function Picker({ models, first = 'gpt-4o' }: { models: ModelList; first?: string }) {
  const [value, setValue] = useState(first)
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
      <ModelPicker label="Model" clearable value={value} onChange={setValue} models={models} />
    </MantineProvider>
  )
}
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Model' })
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

test('opens with all models by provider with payer and price, and filters by search', async () => {
  render(<Picker models={list()} />)
  await userEvent.click(field())
  expect(options()).toHaveLength(4)
  expect(screen.getByText('OpenAI')).toBeTruthy()
  const claude = screen.getByRole('option', { name: /claude/ })
  expect(within(claude).getByText('3.9 in · 15.6 out')).toBeTruthy()
  expect(within(claude).getByText('Platform')).toBeTruthy()
  expect(within(screen.getByRole('option', { name: /llama/ })).getByText('1 per turn')).toBeTruthy()
  await userEvent.clear(field())
  await userEvent.type(field(), 'claude')
  expect(options()).toEqual([expect.stringContaining('claude-sonnet-4-5'), expect.stringContaining('Use “claude”')])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(field().value).toBe('claude-sonnet-4-5')
  expect(screen.queryByRole('option')).toBeNull()
  expect(screen.getByText(/Anthropic, paid with credits: 3.9 credits per 1,000 tokens in/)).toBeTruthy()
})

test('accepts a typed name of no list and says which provider it goes to', async () => {
  render(<Picker models={list()} first="" />)
  await userEvent.type(field(), 'openai-compatible/mine')
  const option = screen.getByRole('option', { name: /Use “openai-compatible\/mine”/ })
  expect(option.textContent).toContain('from OpenAI-compatible')
  expect(field().value).toBe('openai-compatible/mine')
  expect(screen.getByText(/price unknown/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear: Model' }))
  expect(field().value).toBe('')
})

test('says why the list is missing, offers a retry, and still accepts a name', async () => {
  const onRetry = vi.fn()
  render(<Picker models={list({ items: [], state: 'failed', reason: 'No connection.', onRetry })} first="" />)
  expect(screen.getByText(/No connection\./)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledTimes(1)
  await userEvent.type(field(), 'gpt-x')
  expect(field().value).toBe('gpt-x')
})

test('names lists that could not be read', async () => {
  render(<Picker models={list({ unlisted: ['openai-compatible', 'google'] })} />)
  await userEvent.click(field())
  expect(screen.getByText(/models from OpenAI-compatible and Google/)).toBeTruthy()
})
