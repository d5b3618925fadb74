// Opens the command palette under /app: by Ctrl/⌘ K or the navigation's button. Loaded on first use.
import { useWindowEvent } from '@mantine/hooks'
import { createContext, Suspense, use, useCallback, useState, type ReactNode } from 'react'
import { lazyWithTexts } from '../../i18n/lazy-with-texts.ts'
import { FIELD } from './field.ts'

const Palette = lazyWithTexts(() => import('./palette.tsx'), 'Palette')
const PaletteContext = createContext<() => void>(() => undefined)

export const usePalette = () => use(PaletteContext)
export const MAC = navigator.userAgent.includes('Mac OS')

export function PaletteProvider({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState(false)
  const [opened, setOpened] = useState(false)
  /** Text typed before the field existed. */
  const [early, setEarly] = useState('')
  const open = useCallback(() => {
    setWanted(true)
    setOpened(true)
  }, [])
  useWindowEvent('keydown', (event) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event
    const command = ctrlKey || metaKey
    if (key.toLowerCase() === 'k' && command && !shiftKey && !altKey) open()
    else if (opened && !command && key.length === 1 && (target as Element).id !== FIELD)
      setEarly((typed) => typed + key)
    else return
    event.preventDefault()
  })
  return (
    <PaletteContext value={open}>
      {children}
      <Suspense fallback={null}>
        {wanted && <Palette opened={opened} early={early} onTaken={setEarly} onClose={() => setOpened(false)} />}
      </Suspense>
    </PaletteContext>
  )
}
