// When a session ends somewhere else, in another tab or from another device: what is on screen is left for sign-in.
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

/** Sessions of client users, whose shell says that they ended and leads back to their agency. */
const CLIENT_SESSIONS = { queryKey: ['client-session'] }
const isClientHere = (client: QueryClient) => client.getQueriesData(CLIENT_SESSIONS).some(([, session]) => session)

/** Asks again who is signed in as a client user; several who ask at once wait for one answer. */
export const readClientSession = (client: QueryClient): Promise<void> =>
  client.invalidateQueries(CLIENT_SESSIONS, { cancelRefetch: false })

/** To sign-in, and from there back to what is on screen. */
export function leaveForLogin(client: QueryClient, router: Navigator): void {
  if (isClientHere(client)) return void client.invalidateQueries(CLIENT_SESSIONS)
  const { pathname, href } = router.state.location
  // A client user's tab is led back to the agency's own sign-in, and a late refusal must not lead away from there.
  if (!pathname.startsWith('/app') || isClientTab() || pathname.includes('/sign-in/')) return
  client.setQueryData(sessionQuery.queryKey, null)
  const { to, search } = paths.login(href)
  void router.navigate({ to, search: search as never, replace: true })
}

/**
 * Asks the server once who is signed in, and leaves where that is nobody. Answers whether somebody still is; that is so, too,
 * while no answer comes: a lost network or a server that starts anew signs nobody out.
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

/** Tells the other tabs of this browser when who was signed in here is not any more; answers how to stop. */
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

/** For pages that need somebody signed in: looks again when another tab signs out. Answers how to look at other times. */
export function useSessionCheck(): () => Promise<boolean> {
  const client = useQueryClient()
  const router = useRouter()
  const check = useCallback(() => checkSession(client, router), [client, router])
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    // The word of another tab is only a hint: the server says whether it is so.
    channel.addEventListener('message', () => void check())
    return () => channel.close()
  }, [check])
  return check
}
