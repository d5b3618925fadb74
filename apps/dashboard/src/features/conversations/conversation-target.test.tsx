import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { useConversationTarget } from './conversation-target.ts'

const seen = new Set<ReturnType<typeof useConversationTarget>>()

function Page() {
  const [count, setCount] = useState(0)
  const targetOf = useConversationTarget()
  seen.add(targetOf)
  const { to, search = {} } = targetOf({ id: 'c2', agentId: 'a1' }, { message: '4' })
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {`${to} ${new URLSearchParams(search).toString()}`}
    </button>
  )
}

test.each([
  ['/app/eu/inbox?view=mine&conversation=c1&message=7', '/app/eu/inbox view=mine&of=a1&conversation=c2&message=4'],
  ['/app/eu/sessions?search=lamp', '/app/eu/agents/a1/convos search=lamp&conversation=c2&message=4'],
])('from %s', async (address, expected) => {
  seen.clear()
  renderPage(<Page />, address)
  const button = await screen.findByRole('button', { name: expected })
  act(() => button.click())
  expect([...seen]).toHaveLength(1)
})
