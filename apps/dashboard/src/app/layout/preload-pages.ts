import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Target } from '../../lib/paths.ts'
import { preloadPage } from '../../lib/preload-page.ts'
import { whenIdle } from '../../lib/when-idle.ts'

/** Preloads the scripts of these pages when idle, so that clicks don't wait. */
export function usePreloadedPages(targets: readonly Target[]): void {
  const router = useRouter()
  const addresses = targets.map(({ to }) => to).join('\n')
  useEffect(
    () =>
      whenIdle(() => {
        for (const address of addresses.split('\n')) preloadPage(router, address)
      }),
    [router, addresses],
  )
}
