import { ModalsProvider } from '@mantine/modals'
import { useEffect } from 'react'
import { setAsker } from './confirm.tsx'
import { confirmInDialog } from './confirm-dialog.tsx'

export default function DialogHost() {
  return (
    <ModalsProvider>
      <Present />
    </ModalsProvider>
  )
}

/** Reports when questions can be asked; the provider listens from just before. */
function Present() {
  useEffect(() => {
    setAsker(confirmInDialog)
    return () => setAsker(undefined)
  }, [])
  return null
}
