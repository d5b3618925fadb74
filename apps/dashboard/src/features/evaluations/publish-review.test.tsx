import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import PublishReview from './publish-review.tsx'

type Result = boolean | undefined
const item = (name: string, published: Result, draft: Result) => ({
  testId: name,
  name,
  protected: true,
  ...(published === undefined ? {} : { published }),
  ...(draft === undefined ? {} : { draft }),
})
function review(
  items: readonly ReturnType<typeof item>[],
  worse: string[],
  missing: string[],
  guard: 'warn' | 'refuse',
) {
  serve({ 'GET /api/eu/v2/agents/a1/tests/comparison': () => ({ body: { items, worse, missing } }) })
  renderPage(<PublishReview agentId="a1" guard={guard} beforeRun={async () => true} onAnswer={() => {}} />)
}

test.each<[Result, Result, string]>([
  [undefined, false, 'Not compared'],
  [undefined, true, 'Not compared'],
  [true, undefined, 'Not compared'],
  [false, undefined, 'Not compared'],
  [undefined, undefined, 'Not compared'],
  [true, false, 'Worse'],
  [false, true, 'Better'],
  [true, true, 'Same'],
  [false, false, 'Same'],
])('marks published %s next to draft %s as: %s', async (published, draft, mark) => {
  review([item('Hours', published, draft)], [], [], 'warn')
  const row = (await screen.findByText('Hours')).closest('tr')
  expect(
    within(row as HTMLElement)
      .getAllByRole('cell')
      .at(-1)?.textContent,
  ).toBe(mark)
})

test('blocks publishing for a failing test without a published run, without calling it worse', async () => {
  review([item('Hours', undefined, false), item('Prices', true, false)], ['Hours', 'Prices'], [], 'refuse')
  expect(await screen.findByText('1 required test is failing. It wasn’t run on the live version.')).toBeTruthy()
  expect(screen.getByText('1 required test is failing.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Publish' }).hasAttribute('disabled')).toBe(true)
})
