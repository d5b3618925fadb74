// Opens the dialog for a new workspace from anywhere in the shell.
import { createContext, Suspense, use, useCallback, useState, type ReactNode } from 'react'
import { lazyWithTexts } from '../../i18n/lazy-with-texts.ts'

const NewWorkspace = lazyWithTexts(() => import('./new-workspace-dialog.tsx'), 'NewWorkspace')
const NewWorkspaceContext = createContext<() => void>(() => undefined)

export const useNewWorkspace = () => use(NewWorkspaceContext)

export function NewWorkspaceProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState(false)
  const open = useCallback(() => setOpened(true), [])
  return (
    <NewWorkspaceContext value={open}>
      {children}
      <Suspense fallback={null}>{opened && <NewWorkspace onClose={() => setOpened(false)} />}</Suspense>
    </NewWorkspaceContext>
  )
}
