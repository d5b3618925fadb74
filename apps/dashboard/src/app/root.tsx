import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** The root of every page; scrolls to the top when the path changes, not the query. */
export function Root() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
        // A new page is at the top already; scrolling would make it lay out before it is drawn.
        if (fromLocation && pathChanged) document.getElementById('content')?.scrollTo(0, 0)
      }),
    [router],
  )
  return <Outlet />
}
