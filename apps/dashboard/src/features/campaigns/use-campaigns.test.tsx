import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ScopeContext, useScope } from '../../lib/workspace-scope.tsx'
import { renderPage, serve } from '../../testing/render.tsx'
import { useMayStart } from './use-campaigns.ts'

const MayStart = () => <p>{useMayStart() ? 'may start' : 'may only look'}</p>

function AsClient({ client }: { client: Partial<ClientSession['client']> }) {
  return (
    <ScopeContext value={{ ...useScope(), client: { client } as ClientSession }}>
      <MayStart />
    </ScopeContext>
  )
}

test.each([
  ['a user of an organization', { isAdmin: false, isOrgAdmin: false }, 'may only look'],
  ['an admin of an organization', { isAdmin: false, isOrgAdmin: true }, 'may start'],
  ['the admin of the agency', { isAdmin: true, isOrgAdmin: false }, 'may start'],
])('lets %s start campaigns as the server does', async (_who, client, expected) => {
  serve({})
  renderPage(<AsClient client={client} />)
  expect(await screen.findByText(expected)).toBeTruthy()
})
