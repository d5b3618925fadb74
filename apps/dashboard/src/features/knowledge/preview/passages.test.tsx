import type { Passage } from '@parlance/contract/knowledge/schemas'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { Passages } from './passages.tsx'

const passage = (title: string, score: number, over: Partial<Passage> = {}): Passage => ({
  docId: title,
  title,
  chunk: 0,
  text: `Text of ${title}.`,
  score,
  textRank: null,
  vectorRank: null,
  similarity: null,
  ...over,
})
/** Search results by blended score, which no single search orders. */
const FOUND = [
  passage('First', 1.05, { textRank: 1, vectorRank: 3, similarity: 0.41 }),
  passage('Far', 0.9, { vectorRank: 4, similarity: 0.2 }),
  passage('Second', 0.6, { textRank: 3, vectorRank: 1, similarity: 0.83 }),
  passage('Third', 0.3, { textRank: 2 }),
]

test('shows one score for every used passage, descending', async () => {
  renderPage(<Passages agentId="a1" found={FOUND} question="When?" threshold={undefined} sandbox />)
  const [used, unused] = await screen.findAllByRole('list')
  const badges = (list: HTMLElement | undefined) =>
    within(list as HTMLElement)
      .getAllByRole('listitem')
      .map((item) =>
        within(item)
          .getAllByText(/%|Not used/)
          .map(({ textContent }) => textContent),
      )
  expect(badges(used)).toEqual([['Match: 88%'], ['Match: 50%'], ['Match: 25%']])
  expect(badges(unused)).toEqual([['Not used']])
})

test('explains on hover how keywords and meaning found a passage', async () => {
  renderPage(<Passages agentId="a1" found={FOUND} question="When?" threshold={undefined} sandbox={false} />)
  await userEvent.hover(await screen.findByText('Match: 30%'))
  expect(await screen.findByText('Words: rank 3 · Meaning: 83%')).toBeTruthy()
})
