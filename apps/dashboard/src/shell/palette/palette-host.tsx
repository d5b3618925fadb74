// Opens the command palette from anywhere under /app: by Ctrl/⌘ K, or by the button of the navigation. It loads at first use.
import { useWindowEvent } from '@mantine/hooks'
import { createContext, lazy, Suspense, use, useCallback, useState, type ReactNode } from 'react'

const Palette = lazy(() => import('./palette.tsx'))
const PaletteContext = createContext<() => void>(() => undefined)

export const usePalette = () => use(PaletteContext)
export const MAC = navigator.userAgent.includes('Mac OS')

export function PaletteProvider({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState(false)
  const [opened, setOpened] = useState(false)
  const open = useCallback(() => {
    setWanted(true)
    setOpened(true)
  }, [])
  useWindowEvent('keydown', (event) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event
    if (key.toLowerCase() !== 'k' || !(ctrlKey || metaKey) || shiftKey || altKey) return
    event.preventDefault()
    open()
  })
  return (
    <PaletteContext value={open}>
      {children}
      <Suspense fallback={null}>{wanted && <Palette opened={opened} onClose={() => setOpened(false)} />}</Suspense>
    </PaletteContext>
  )
}
