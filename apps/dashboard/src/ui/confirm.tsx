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

/** Resolves true when the person said yes. */
export async function askFirst(question: Question): Promise<boolean> {
  const ask = await asker.promise
  return ask(question)
}
