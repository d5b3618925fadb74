// Browser features the test DOM lacks, and the contract as built. Test files share modules, so this cleans up after
// every test.
import { notifications } from '@mantine/notifications'
import { minifyContractRouter } from '@orpc/contract'
import { contract } from '@parlance/contract'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { loadNamespaces } from '../i18n/i18n.ts'
import { PAGE_NAMESPACES } from '../i18n/page-namespaces.ts'
import { endSignOut } from '../lib/session/client-session.ts'

vi.mock('../lib/contract-json.ts', () => ({ contract: minifyContractRouter(contract) }))

// All namespaces; pages load their own.
await loadNamespaces(Object.values(PAGE_NAMESPACES).flat())

// A busy machine is slow, not wrong; waits usually end earlier.
configure({ asyncUtilTimeout: 15_000 })

class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.matchMedia = (query: string) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    dispatchEvent: () => false,
  }) as MediaQueryList
globalThis.ResizeObserver = NoObserver as unknown as typeof ResizeObserver
Object.defineProperty(document, 'fonts', {
  configurable: true,
  value: { addEventListener() {}, removeEventListener() {}, ready: Promise.resolve() },
})
Element.prototype.scrollIntoView = () => {}

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  notifications.clean()
  localStorage.clear()
  sessionStorage.clear()
  endSignOut()
})
