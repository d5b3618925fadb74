import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Every page; it goes to the top whenever the path (not only its query) changes. */
export function Root() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onResolved', ({ pathChanged }) => {
        if (pathChanged) document.getElementById('content')?.scrollTo(0, 0)
      }),
    [router],
  )
  return <Outlet />
}
