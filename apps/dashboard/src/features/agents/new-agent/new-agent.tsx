// Opens the New Agent drawer from anywhere in the shell; requires a session.
import { useQueryClient } from '@tanstack/react-query'
import { createContext, lazy, Suspense, use, useCallback, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/errors.ts'
import { sessionQuery } from '../../../lib/session/session.ts'
import { notify } from '../../../components/feedback/notify.ts'

const loadDrawer = () => import('./new-agent-drawer.tsx')
const NewAgentDrawer = lazy(loadDrawer)
const NewAgentContext = createContext<() => void>(() => undefined)

/** Opens the drawer, or says why it can't. */
export const useNewAgent = () => use(NewAgentContext)

export function NewAgentProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [opened, setOpened] = useState(false)
  const [wanted, setWanted] = useState(false)
  const begin = useCallback(async () => {
    void loadDrawer()
    try {
      // Refetched: the session may have ended in another tab.
      const account = await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
      if (!account) return void notify.error(t('shell.signInFirst'))
      setWanted(true)
      setOpened(true)
    } catch (error) {
      notify.error(errorText(error))
    }
  }, [client, t])
  const open = useCallback(() => void begin(), [begin])
  return (
    <NewAgentContext value={open}>
      {children}
      {wanted && (
        <Suspense fallback={null}>
          <NewAgentDrawer opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </NewAgentContext>
  )
}
