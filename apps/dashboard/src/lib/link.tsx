// Links, programmatic navigation, and one query parameter as state.
import { createLink, type HistoryState, useNavigate, useSearch, type LinkComponent } from '@tanstack/react-router'
import { forwardRef, useCallback, type AnchorHTMLAttributes, type ComponentProps, type ReactElement } from 'react'
import type { Target } from './paths.ts'
import type { Search } from './query-string.ts'

const Plain = forwardRef<HTMLAnchorElement, AnchorHTMLAttributes<HTMLAnchorElement>>((props, ref) => (
  <a ref={ref} {...props}>
    {props.children}
  </a>
))
const Linked = createLink(Plain) as LinkComponent<typeof Plain>

export interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'> {
  target: Target
  replace?: boolean
}

/** An in-app link that preloads its page on hover. Usable as `component` or `renderRoot` of Mantine components. */
export const AppLink = forwardRef<HTMLAnchorElement, AppLinkProps>(({ target, ...props }, ref) => {
  const linked = { to: target.to, search: target.search ?? {}, ...props } as unknown as ComponentProps<typeof Linked>
  return (<Linked ref={ref} {...linked} />) as ReactElement
})

/** Navigates to a target: `go(paths.agents(region))`. */
export function useNavigateTo() {
  const navigate = useNavigate()
  return useCallback(
    (target: Target, options: { replace?: boolean; ignoreBlocker?: boolean; state?: HistoryState } = {}) =>
      navigate({ to: target.to, search: (target.search ?? {}) as never, ...options }),
    [navigate],
  )
}

export const useSearchValues = (): Search => useSearch({ strict: false }) as Search

/** Parameters set in this tick. A navigation guard delays the URL, and the next change must not undo them. */
const justSet: Search = {}

/** One query parameter as state; undefined or '' removes it. Other parameters stay. */
export function useSearchParam(name: string): [string, (value: string | undefined) => void] {
  const navigate = useNavigate()
  const value = useSearchValues()[name] ?? ''
  const set = useCallback(
    (next: string | undefined) => {
      justSet[name] = next ?? ''
      setTimeout(() => delete justSet[name])
      const search = (before: Search) =>
        Object.fromEntries(Object.entries({ ...before, ...justSet }).filter(([, value]) => value))
      void navigate({ to: '.', search: search as never, replace: true, resetScroll: false })
    },
    [name, navigate],
  )
  return [value, set]
}
