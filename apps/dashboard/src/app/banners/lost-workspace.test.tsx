// A workspace that becomes inaccessible while shown.
import type { WorkspaceSummary } from '@parlance/contract/workspaces/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { leaveWorkspace } from '../../lib/session/left-workspaces.ts'
import { ScopeContext, useScope } from '../../lib/workspace-scope.tsx'
import { renderPage } from '../../testing/render.tsx'
import { LostWorkspace } from './lost-workspace.tsx'

const named = (uid: string, over: Partial<WorkspaceSummary> = {}): Partial<WorkspaceSummary> => ({
  uid,
  workspaceName: `Name of ${uid}`,
  ...over,
})

/** Shows one workspace of a list, as the frame does; `next` is the list's later state. */
function show(first: Partial<WorkspaceSummary>) {
  let change: (items: Partial<WorkspaceSummary>[], shown: Partial<WorkspaceSummary>) => void = () => {}
  function Stage() {
    const scope = useScope()
    const client = useQueryClient()
    const [shown, setShown] = useState(first)
    useEffect(() => {
      change = (items, next) => {
        client.setQueryData(scope.api.workspaces.list.queryKey(), { items: items as WorkspaceSummary[] })
        setShown(next)
      }
    })
    const workspace = { ...scope.workspace, ...shown }
    return (
      <ScopeContext value={{ ...scope, workspace }}>
        <LostWorkspace />
      </ScopeContext>
    )
  }
  const { router } = renderPage(<Stage />, '/app/eu/knowledge')
  const next = (items: Partial<WorkspaceSummary>[], shown: Partial<WorkspaceSummary>) => act(() => change(items, shown))
  return { router, next }
}
const path = (router: { state: { location: { pathname: string } } }) => router.state.location.pathname
const mine = named('mine')

test('says that support access ended, and opens another workspace', async () => {
  const theirs = named('theirs', { supportUntil: '2026-12-01T10:00:00Z' })
  const { router, next } = show(theirs)
  await waitFor(() => expect(path(router)).toBe('/app/eu/knowledge'))
  next([mine], mine)
  expect(await screen.findByText(/^Support access to .*Name of theirs.* has ended\.$/)).toBeTruthy()
  await waitFor(() => expect(path(router)).toBe('/app/eu/agents'))
})

test('says that the user was removed', async () => {
  const { router, next } = show(named('lost'))
  await waitFor(() => expect(path(router)).toBe('/app/eu/knowledge'))
  next([mine], mine)
  expect(await screen.findByText(/You no longer have access to Name of lost.*/)).toBeTruthy()
  await waitFor(() => expect(path(router)).toBe('/app/eu/agents'))
})

test('says nothing after leaving on purpose or switching', async () => {
  const { router, next } = show(named('left'))
  await waitFor(() => expect(path(router)).toBe('/app/eu/knowledge'))
  next([mine, named('left')], mine)
  next([mine, named('left')], named('left'))
  leaveWorkspace('left')
  next([mine], mine)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByText(/Name of left/)).toBeNull()
  expect(path(router)).toBe('/app/eu/knowledge')
})
