// Read-only pages. `ReadOnlyProvider` says why, once, above a page or a part of it; everything in it follows, and so do the
// dialogs that it opens:
// - fields are read-only by themselves (those of read-only-theme.tsx); one with a `disabled` of its own adds `useReadOnly()` to it,
// - buttons and menus that do nothing but change something stand in `Editing`, and are absent,
// - editors of our own ask `useReadOnly()`,
// - what changes nothing (a search, the size of a preview) stands in `AlwaysEditable`, and works.
// A single button outside of such a part is a `PermissionTooltip`.
import { MantineThemeProvider } from '@mantine/core'
import { lazy, Suspense, use, type ReactNode } from 'react'
import type { ReadOnlyProps } from './read-only-context.ts'
import { EditableThemeContext } from './read-only-context.ts'

// Most people never need it.
const ReadOnlyTheme = lazy(() => import('./read-only-theme.tsx'))

export function ReadOnlyProvider(props: ReadOnlyProps) {
  if (!props.why) return props.children
  return (
    <Suspense fallback={null}>
      <ReadOnlyTheme {...props} />
    </Suspense>
  )
}

/** Whether what stands here can be looked at only. */
export const useReadOnly = (): boolean => use(EditableThemeContext) !== undefined

interface Props {
  children: ReactNode
}

/** What does nothing but change something: it is absent where there is only something to look at. */
export const Editing = ({ children }: Props): ReactNode => (useReadOnly() ? null : children)

/** What changes nothing works everywhere. */
export function AlwaysEditable({ children }: Props) {
  const outside = use(EditableThemeContext)
  if (!outside) return children
  return (
    <EditableThemeContext value={undefined}>
      <MantineThemeProvider theme={outside} inherit={false}>
        {children}
      </MantineThemeProvider>
    </EditableThemeContext>
  )
}
