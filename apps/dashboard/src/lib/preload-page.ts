import type { AnyRouter } from '@tanstack/react-router'

interface Preloadable {
  preload?: () => Promise<unknown> | undefined
}

/** Loads the scripts and texts of an address without showing it. */
export function preloadPage(router: Pick<AnyRouter, 'getMatchedRoutes'>, address: string): void {
  for (const { options } of router.getMatchedRoutes(address)[0])
    void (options.component as Preloadable | undefined)?.preload?.()
}
