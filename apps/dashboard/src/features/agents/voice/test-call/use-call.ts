// oxlint-disable-next-line import/default -- the bundler makes it an address
import workletUrl from '@parlance/chat-ui/call/call-worklet.ts?worker&url'
import { type CallClient, createCallClient } from '@parlance/chat-ui/call/call-client.ts'
import { useEffect, useReducer, useState } from 'react'
import { errorText } from '../../../../lib/errors.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { useDraft } from '../../draft/draft.tsx'

/** A test call with the draft; call `begin` in a click; ends with the page. */
export function useCall() {
  const { api } = useScope()
  const { agentId, flush } = useDraft()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [client, setClient] = useState<CallClient>()
  useEffect(() => {
    if (!client) return undefined
    const stop = client.subscribe(() => redraw())
    return () => {
      stop()
      client.close()
    }
  }, [client])
  const begin = () => {
    const made = createCallClient({
      workletUrl,
      start: async () => {
        try {
          // Calls what is on screen.
          await flush()
          return (await api.voice.startCall.call({ agentId, draft: true, language: navigator.language })).data
        } catch (error) {
          throw new Error(errorText(error), { cause: error })
        }
      },
    })
    setClient(made)
    void made.begin()
  }
  return { client, view: client?.view(), begin }
}
