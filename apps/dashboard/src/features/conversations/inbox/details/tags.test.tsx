import type { Conversation } from '@parlance/contract/conversations/schemas'
import { useQuery } from '@tanstack/react-query'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { renderPage, serve } from '../../../../testing/render.tsx'
import { Tags } from './tags.tsx'

const CONVERSATION = { agentId: 'agent1', id: 'c1' } as Conversation

/** As in the inbox, which shows the tags of the server. */
function Shown({ read }: { read: () => string[] }) {
  const { api } = useScope()
  const { data } = useQuery({ queryKey: api.conversations.get.key(), queryFn: async () => read() })
  return data && <Tags conversation={CONVERSATION} tags={data} />
}

test('removes two tags that are pressed in quick succession', async () => {
  let stored = ['a', 'b', 'c']
  const saves: (() => void)[] = []
  serve({
    'PUT /api/eu/v2/agents/agent1/conversations/c1/tags': async ({ body }) => {
      await new Promise<void>((resolve) => saves.push(resolve))
      stored = (body as { tags: string[] }).tags
      return { body: { success: true } }
    },
  })
  renderPage(<Shown read={() => [...stored]} />)
  const field = await screen.findByLabelText('Tags', { selector: 'input:not([type=hidden])' })
  const shown = () => ['a', 'b', 'c'].filter((tag) => screen.queryByText(tag))
  for (const left of [['a', 'b'], ['a']]) {
    fireEvent.keyDown(field, { key: 'Backspace', code: 'Backspace' })
    expect(shown()).toEqual(left)
  }
  for (const nth of [0, 1]) {
    await expect.poll(() => saves.length).toBe(nth + 1)
    await act(async () => saves[nth]?.())
  }
  await expect.poll(() => stored).toEqual(['a'])
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(shown()).toEqual(['a'])
})
