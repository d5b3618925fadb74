// Asks before something is lost.
import type { ReactNode } from 'react'

export interface Question {
  title: string
  /** Names what is lost. */
  body: ReactNode
  confirm: string
  danger?: boolean
}
type Asker = (question: Question) => Promise<boolean>

let asker = Promise.withResolvers<Asker>()

/** Registers or removes the renderer of questions. */
export function setAsker(next: Asker | undefined): void {
  if (next) asker.resolve(next)
  else asker = Promise.withResolvers<Asker>()
}

let open = false

/** Resolves true when confirmed; false at once while another question is open. */
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
