// API calls that affect a whole conversation; their responses update the session.
import type { Conversation } from '@parlance/contract/conversations/schemas'
import { onDemandTexts } from '../../../on-demand-texts.ts'
import { Refusal } from '../../refusal.ts'
import type { FeatureProps } from '../feature.ts'

export interface Listed {
  readonly id: string
  readonly title: string
  readonly preview: string
  readonly state: Conversation['state']
  readonly endedAt: string | null
  readonly lastMessageAt: string
  readonly unread: number
}
export interface Page {
  readonly items: readonly Listed[]
  readonly nextCursor: string | null
}

export interface HandoffStatus {
  readonly isOpen: boolean
  readonly opensAt: string | null
  readonly takesMessages: boolean
}

type Parts = Pick<FeatureProps, 'controller' | 'host'>
type Answer = { readonly data: Conversation }

const pathOf = (conversationId: string) => `conversations/${encodeURIComponent(conversationId)}`

export const faultOf = (error: unknown): string =>
  error instanceof Refusal && error.status === 429 ? onDemandTexts().busyTry : onDemandTexts().notDone

export const isRefused = (error: unknown, code: string): boolean => error instanceof Refusal && error.code === code

/** Each call resolves when the chat shows its result and rejects with the server's refusal. */
export function callsOf({ controller, host }: Parts) {
  const change = async (path: string, body: object) => {
    const { data } = await controller.own<Answer>(path, body)
    controller.dispatch({ type: 'status', conversation: data })
  }
  const here = (path: string, body: object = {}) => {
    const { conversationId } = controller.state()
    return conversationId ? change(`${pathOf(conversationId)}/${path}`, body) : Promise.resolve()
  }
  /** Marks a running answer as stopped, not as interrupted. */
  const quiet = () => controller.dispatch({ type: 'stop' })
  return {
    end: () => {
      quiet()
      return here('end')
    },
    requestHandoff: () => {
      quiet()
      const { conversationId, consent } = controller.state()
      const page = host.page()
      // Visitors who have not agreed don't see the hand-off.
      const agreed = consent === '' ? { consent: true } : {}
      return change('handoff', { conversationId, context: { url: page?.url, title: page?.title }, ...agreed })
    },
    handoffStatus: () => controller.own<{ readonly data: HandoffStatus }>('handoff'),
    waitNoMore: () => here('handoff/cancel'),
    leaveMessage: (email: string, message: string) => here('leave-message', { email, message }),
    rate: (score: number, comment: string) => here('rating', { score, comment }),
    mail: async (email: string) => {
      const { conversationId } = controller.state()
      if (conversationId) await controller.own(`${pathOf(conversationId)}/transcript`, { email })
    },
    list: (cursor?: string) =>
      controller.own<Page>(`visitor/conversations?limit=20${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`),
  }
}
