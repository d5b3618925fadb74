// Handles a session that ended in another tab or device: the page is left for sign-in.
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { isClientTab } from './client-tab.ts'
import { paths } from '../paths.ts'
import { sessionQuery } from './session.ts'

export interface Navigator {
  state: { location: { pathname: string; href: string } }
  navigate: (options: { to: string; search: never; replace: boolean }) => Promise<void>
}

const CHANNEL = 'parlance-session'

/** Client sessions, whose shell shows the end and leads back to the agency. */
const CLIENT_SESSIONS = { queryKey: ['client-session'] }
const isClientHere = (client: QueryClient) => client.getQueriesData(CLIENT_SESSIONS).some(([, session]) => session)

/** Reads the client session again; concurrent callers share one request. */
export const readClientSession = (client: QueryClient): Promise<void> =>
  client.invalidateQueries(CLIENT_SESSIONS, { cancelRefetch: false })

/** Leads to sign-in, and from there back to this page. */
export function leaveForLogin(client: QueryClient, router: Navigator): void {
  if (isClientHere(client)) return void client.invalidateQueries(CLIENT_SESSIONS)
  const { pathname, href } = router.state.location
  // A client user's tab goes to the agency's sign-in, and a late refusal must not lead away from it.
  if (!pathname.startsWith('/app') || isClientTab() || pathname.includes('/sign-in/')) return
  client.setQueryData(sessionQuery.queryKey, null)
  const { to, search } = paths.login(href)
  void router.navigate({ to, search: search as never, replace: true })
}

/**
 * Asks the server who is signed in, and leads to sign-in if nobody is. Returns whether someone still is, which holds
 * while there is no answer: a lost network or a restarting server signs nobody out.
 */
export async function checkSession(client: QueryClient, router: Navigator): Promise<boolean> {
  if (isClientHere(client)) {
    await client.invalidateQueries(CLIENT_SESSIONS)
    return isClientHere(client)
  }
  const known = await client.fetchQuery({ ...sessionQuery, staleTime: 0, retry: false }).catch(() => undefined)
  if (known !== null) return true
  leaveForLogin(client, router)
  return false
}

/** Notifies other tabs when the signed-in user changes here. Returns a function that stops it. */
export function tellOtherTabs(client: QueryClient): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  const [key] = sessionQuery.queryKey
  let signedIn = false
  const stop = client.getQueryCache().subscribe(({ type, query }) => {
    const account: unknown = query.state.data
    if (type !== 'updated' || query.queryKey[0] !== key || account === undefined) return
    if (signedIn && account === null) channel.postMessage('ended')
    signedIn = account !== null
  })
  return () => {
    stop()
    channel.close()
  }
}

/** For pages that require a session: checks again when another tab signs out. Returns the check. */
export function useSessionCheck(): () => Promise<boolean> {
  const client = useQueryClient()
  const router = useRouter()
  const check = useCallback(() => checkSession(client, router), [client, router])
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    // Another tab's message is only a hint; the server decides.
    channel.addEventListener('message', () => void check())
    return () => channel.close()
  }, [check])
  return check
}
