import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CampaignsPage } from '../../features/campaigns/campaigns-page.tsx'
import { LeadsPage } from '../../features/leads/leads-page.tsx'
import { clientApi } from '../../lib/api.ts'
import { type Scope, ScopeContext } from '../../lib/workspace-scope.tsx'
import { renderPage, serve } from '../../testing/render.tsx'
import { workspaceOf } from './client-shell.tsx'

vi.mock(import('../../features/campaigns/use-campaigns.ts'), async (load) => ({
  ...(await load()),
  useAgentId: () => 'agent1',
}))

const session = {
  client: { ID: 'c1', isAdmin: false, isOrgAdmin: true, canAccess: ['/leads', '/campaigns'] },
  agency: { ID: 'agency', name: 'Northlight', squarePhotoURL: '' },
  workspaceId: 'abcdefghijklmno',
} as unknown as ClientSession
const scope = { region: 'eu', api: clientApi('eu'), workspace: workspaceOf(session), client: session } as Scope

test.each([
  ['a lead', 'Add lead', <LeadsPage key="leads" />],
  ['a campaign', 'New campaign', <CampaignsPage key="campaigns" />],
])('lets a client user add %s although they are a viewer of the workspace', async (_what, label, page) => {
  serve({
    'GET /api/eu/v2/agents/agent1/leads': () => ({ body: { items: [], nextCursor: null } }),
    'GET /api/eu/v2/agents/agent1/lead-settings': () => ({ status: 500, body: {} }),
    'GET /api/eu/v2/agents/agent1/campaigns': () => ({ body: { items: [] } }),
  })
  renderPage(<ScopeContext value={scope}>{page}</ScopeContext>, '/agent1')
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: label })
  expect(button.disabled).toBe(false)
})
