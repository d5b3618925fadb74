// Renders a screen like the app: theme, cache, toasts, an in-memory router and scripted responses.
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import type { WorkspaceSummary } from '@parlance/contract/workspaces/schemas'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { vi } from 'vitest'
import { regionalApi } from '../lib/api.ts'
import { ScopeContext } from '../lib/workspace-scope.tsx'
import { parseSearch, stringifySearch } from '../lib/query-string.ts'
import DialogHost from '../components/overlay/dialog-host.tsx'
import { cssVariables, theme } from '../components/layout/theme.ts'

export interface Sent {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
  headers: Headers
}
type Scripted = { status?: number; body: unknown }
type Answer = (sent: Sent) => Scripted | Promise<Scripted>

/** Responds by `METHOD /path` and lists requests in order. An unexpected call fails the test. */
export function serve(answers: Record<string, Answer>): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = new Request(input, init)
    const { pathname, searchParams } = new URL(request.url)
    const text = await request.text()
    const { method, headers } = request
    const call = { method, path: pathname, query: searchParams, body: text ? JSON.parse(text) : undefined, headers }
    sent.push(call)
    const answer = answers[`${call.method} ${call.path}`]
    if (!answer) throw new Error(`nobody answers ${call.method} ${call.path}`)
    const { status = 200, body } = await answer(call)
    return Response.json(body, { status })
  })
  return sent
}
const WORKSPACE = {
  uid: 'abcdefghijklmno',
  workspaceName: 'Personal x1y2z',
  workspacePhotoURL: '',
  email: 'owner@example.com',
  loadTokens: 1000,
  hasEverPaid: false,
  role: 'owner' as const,
  personal: true,
  showOnboarding: false,
}

export function renderPage(page: ReactElement, address = '/', over: Partial<WorkspaceSummary> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const scope = { region: 'eu' as const, api: regionalApi('eu'), workspace: { ...WORKSPACE, ...over } }
  const root = createRootRoute({
    component: () => <ScopeContext value={scope}>{page}</ScopeContext>,
    notFoundComponent: () => page,
  })
  const router = createRouter({
    routeTree: root,
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  })
  render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
      <Notifications />
      <QueryClientProvider client={client}>
        <DialogHost />
        {/* The router of a test has other routes than the app's. */}
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { router, client, workspace: WORKSPACE }
}
