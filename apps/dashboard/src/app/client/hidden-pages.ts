// Pages that a client user put away, in this browser alone.
import { useLocalStorage } from '@mantine/hooks'
import type { ClientPage } from '../../features/client/client-tabs.ts'

const KEY = 'parlance-client-hidden'

/** Anything unreadable is as if nothing had been stored. */
function readHidden(text: string | undefined): string[] {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string').slice(0, 100) : []
  } catch {
    return []
  }
}

/** `shown` are those of `allowed` that were not put away; one stays always. */
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
