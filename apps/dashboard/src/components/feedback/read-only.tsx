// What may only be looked at. `ToLookAt` says why, once, above a page or a part of it, and everything in it follows, dialogs
// that it opens as well:
// - fields are read-only by themselves (those of looked-at.tsx); one with a `disabled` of its own adds `useReadOnly()` to it,
// - buttons and menus that do nothing but change something stand in `Editing`, and are absent,
// - editors of our own ask `useReadOnly()`,
// - what changes nothing (a search, the size of a preview) stands in `Usable`, and works.
// A single button outside of such a part is a `Refusable`.
import { MantineThemeProvider } from '@mantine/core'
import { lazy, Suspense, use, type ReactNode } from 'react'
import type { LookProps } from './read-only-context.ts'
import { Outside } from './read-only-context.ts'

// Most people never need it.
const LookedAt = lazy(() => import('./read-only-theme.tsx'))

export function ToLookAt(props: LookProps) {
  if (!props.why) return props.children
  return (
    <Suspense fallback={null}>
      <LookedAt {...props} />
    </Suspense>
  )
}

/** Whether what stands here can be looked at only. */
export const useReadOnly = (): boolean => use(Outside) !== undefined

interface Props {
  children: ReactNode
}

/** What does nothing but change something: it is absent where there is only something to look at. */
export const Editing = ({ children }: Props): ReactNode => (useReadOnly() ? null : children)

/** What changes nothing works everywhere. */
export function Usable({ children }: Props) {
  const outside = use(Outside)
  if (!outside) return children
  return (
    <Outside value={undefined}>
      <MantineThemeProvider theme={outside} inherit={false}>
        {children}
      </MantineThemeProvider>
    </Outside>
  )
}
