// The question before something is lost.
import type { ReactNode } from 'react'

export interface Question {
  title: string
  /** Names what will be lost. */
  body: ReactNode
  confirm: string
  danger?: boolean
}
type Asker = (question: Question) => Promise<boolean>

let asker = Promise.withResolvers<Asker>()

/** What draws questions has come, or has gone. */
export function setAsker(next: Asker | undefined): void {
  if (next) asker.resolve(next)
  else asker = Promise.withResolvers<Asker>()
}

let open = false

/** Resolves true when the person said yes; false at once while another question waits, as after a second press. */
export async function confirm(question: Question): Promise<boolean> {
  if (open) return false
  open = true
  try {
    const ask = await asker.promise
    return await ask(question)
  } finally {
    open = false
  }
}
