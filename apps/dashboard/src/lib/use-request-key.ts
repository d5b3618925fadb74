import { ORPCError } from '@orpc/client'
import { useRef } from 'react'
import { randomId } from './random-id.ts'

interface RequestKey {
  /** The key of the last request if this is the same one again, otherwise a new one. */
  readonly keyOf: (request: unknown) => string
  /** Ends the request; the same one is a new request then. */
  readonly renew: () => void
  /** Renews unless the server may have done it although its response was lost. */
  readonly renewIfRefused: (error: unknown) => void
}

/** For requests that must not be done twice: one repeated after a lost response has the same key. */
export function useRequestKey(newKey: () => string = randomId): RequestKey {
  const last = useRef({ text: '', key: '' })
  const renew = () => {
    last.current = { text: '', key: '' }
  }
  return {
    keyOf: (request) => {
      const text = JSON.stringify(request)
      if (last.current.text !== text) last.current = { text, key: newKey() }
      return last.current.key
    },
    renew,
    renewIfRefused: (error) => {
      if (error instanceof ORPCError && error.status < 500) renew()
    },
  }
}
