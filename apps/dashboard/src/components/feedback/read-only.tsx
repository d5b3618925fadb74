// Read-only pages. `ReadOnlyProvider` states the reason once, above a page or a part of it. Everything inside follows,
// including dialogs it opens:
// - fields are read-only automatically (those of read-only-theme.tsx); one with its own `disabled` combines it with
// `useReadOnly()`,
// - buttons and menus that only change something go into `Editing`, which hides them,
// - custom editors call `useReadOnly()`,
// - what changes nothing (a search, a preview's size) goes into `AlwaysEditable` and keeps working.
// A single button outside of such a part is a `PermissionTooltip`.
import { MantineThemeProvider } from '@mantine/core'
import { lazy, Suspense, use, type ReactNode } from 'react'
import type { ReadOnlyProps } from './read-only-context.ts'
import { EditableThemeContext } from './read-only-context.ts'

// Lazy: most users never need it.
const ReadOnlyTheme = lazy(() => import('./read-only-theme.tsx'))

export function ReadOnlyProvider(props: ReadOnlyProps) {
  if (!props.why) return props.children
  return (
    <Suspense fallback={null}>
      <ReadOnlyTheme {...props} />
    </Suspense>
  )
}

/** Whether this part is read-only. */
export const useReadOnly = (): boolean => use(EditableThemeContext) !== undefined

interface Props {
  children: ReactNode
}

/** Hides controls that only change something in read-only parts. */
export const Editing = ({ children }: Props): ReactNode => (useReadOnly() ? null : children)

/** Keeps controls that change nothing working in read-only parts. */
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
