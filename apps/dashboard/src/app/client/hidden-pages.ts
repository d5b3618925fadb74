// Pages hidden by a client user, stored in this browser.
import { useLocalStorage } from '@mantine/hooks'
import type { ClientPage } from '../../features/client/client-tabs.ts'

const KEY = 'parlance-client-hidden'

/** Ignores unreadable data. */
function readHidden(text: string | undefined): string[] {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string').slice(0, 100) : []
  } catch {
    return []
  }
}

/** `shown`: pages of `allowed` that are not hidden; at least one. */
export function useHiddenPages(allowed: readonly ClientPage[]) {
  const [hidden, setHidden] = useLocalStorage({
    key: KEY,
    defaultValue: [] as string[],
    deserialize: readHidden,
    getInitialValueInEffect: false,
  })
  const left = allowed.filter((page) => !hidden.includes(page))
  const shown = left.length > 0 ? left : allowed.slice(0, 1)
  const toggle = (page: ClientPage) => {
    if (hidden.includes(page)) setHidden(hidden.filter((one) => one !== page))
    else if (shown.length > 1) setHidden([...hidden, page])
  }
  return { allowed, shown, toggle }
}
